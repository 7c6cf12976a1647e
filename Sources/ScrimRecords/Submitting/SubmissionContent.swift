import ScrimDocument
package import ScrimJSON
package import ScrimLinux

/// What decides the result of a submission, as digests of its parts: the same key requires the same content. Files that
/// only the daemon opens count by their names, which are in the document.
package struct SubmissionContent: Sendable, Hashable {
  package enum Part: String, Sendable, CaseIterable {
    case document, files, urls, set, rows, partOf, onError, strict, delivery

    /// As in "with another document".
    package var difference: String {
      switch self {
      case .document: "another document"
      case .files: "other files"
      case .urls: "other files of its URLs"
      case .set: "other values of \"set\""
      case .rows, .partOf, .onError, .strict, .delivery: "another value of \(quoted(rawValue))"
      }
    }
  }

  /// SHA-256 of each part that differs from its default; the document's is always there.
  private let digests: [Part: String]

  /// - Parameters:
  ///   - bundle: The job's copy.
  ///   - options: What was asked for.
  /// - Throws: ``SystemError``.
  package init(of bundle: Folder, _ options: SubmissionOptions) throws(SystemError) {
    var digests = [Part.document: try Digest.sha256(of: bundle, only: [BundleFile.document])]
    var files = try bundle.names().filter { $0 != BundleFile.document && $0 != BundleFile.options }
    let pinned =
      files.contains(PinnedSources.file)
      ? PinnedSources(of: bundle.descriptor) : PinnedSources()
    if !pinned.isEmpty { files.removeAll { $0 == PinnedSources.file } }
    if !files.isEmpty { digests[.files] = try Digest.sha256(of: bundle, only: files) }
    func add(_ part: Part, _ text: String?) throws(SystemError) {
      if let text { digests[part] = try Digest.sha256(of: Array(text.utf8)) }
    }
    // When a file was fetched, and by which redirects, decides nothing.
    let urls = pinned.all.sorted { $0.url < $1.url }.map { url, source in
      JSON.array([.string(url), .string(source.sha256 ?? source.error ?? "")])
    }
    try add(.urls, urls.isEmpty ? nil : JSON.array(urls).text())
    let settings = options.settings.sorted { $0.input < $1.input }
    try add(.set, settings.isEmpty ? nil : InputSetting.json(settings).text())
    try add(.rows, options.rows.isEmpty ? nil : RowRange.text(of: options.rows))
    try add(.partOf, options.partOf.isEmpty ? nil : RowRange.text(of: options.partOf))
    try add(.onError, options.stopsOnError ? "stop" : nil)
    try add(.strict, options.isStrict ? "true" : nil)
    try add(.delivery, options.delivery == .out ? nil : options.delivery.rawValue)
    self.digests = digests
  }

  /// - Returns: `nil` without the digest of a document.
  package init?(json: JSON?) {
    var digests: [Part: String] = [:]
    for part in Part.allCases { digests[part] = json?[part.rawValue]?.string }
    guard digests[.document] != nil else { return nil }
    self.digests = digests
  }

  package var json: JSON {
    .object(
      Part.allCases.compactMap { part in
        digests[part].map { JSON.Member(part.rawValue, .string($0)) }
      })
  }

  /// The parts in which another submission differs.
  package func differences(from other: SubmissionContent) -> [Part] {
    Part.allCases.filter { digests[$0] != other.digests[$0] }
  }
}
