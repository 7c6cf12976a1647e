package import ScrimLinux
package import ScrimProtocol

/// A template together with the descriptors that go with requests about it.
package struct TemplateJob: Sendable {
  package var request: TemplateRequest
  private let template: OwnedDescriptor
  private let data: OwnedDescriptor?

  /// - Parameters:
  ///   - request: The template's name, settings and rows.
  ///   - document: The template's text.
  ///   - data: The file of the rows, which `request` names then.
  /// - Throws: ``SystemError``.
  package init(
    _ request: TemplateRequest, document: [UInt8], data: OwnedDescriptor? = nil
  ) throws(SystemError) {
    self.request = request
    template = try MemoryFile.sealed("template", document)
    self.data = data
  }

  var descriptors: [OwnedDescriptor] { [template] + (data.map { [$0] } ?? []) }

  /// The same template for the row and the variant of one of its jobs.
  ///
  /// - Parameter job: One that it gave.
  /// - Returns: The job's row as the first one.
  func at(_ job: PrepareReply.Document) -> TemplateRequest {
    var request = request
    request.data?.start = job.row
    request.data?.selection = []
    request.data?.most = 1
    return request
  }
}

/// A job that a template gave.
package struct PreparedJob: Sendable {
  package var about: PrepareReply.Document
  /// Empty if there are errors instead.
  package let document: [UInt8]

  package init(about: PrepareReply.Document, document: [UInt8]) {
    self.about = about
    self.document = document
  }

  /// The random seed of its row, derived from that of the template.
  package func seed(from seed: Int) -> Int { RowSeed.seed(seed, row: about.row?.row ?? 1) }
}

/// The random seeds of the rows of a template.
package enum RowSeed {
  /// The seed of a row, so that each row has its own and gets it again when it is rendered again: SplitMix64 (Steele,
  /// Lea, Flood 2014) of both.
  ///
  /// - Parameters:
  ///   - seed: That of the template, 0..<2^53.
  ///   - row: From 1.
  /// - Returns: 0..<2^53.
  package static func seed(_ seed: Int, row: Int) -> Int {
    var mixed = UInt64(bitPattern: Int64(seed)) &+ 0x9E37_79B9_7F4A_7C15 &* UInt64(row)
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) >> 11)
  }
}
