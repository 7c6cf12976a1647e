import ScrimCodecs
import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimKit

/// The image files of a job, probed: what the layout needs to know of them before they are decoded.
struct ImageFiles {
  /// A file that can be read as far as its header says.
  struct File {
    let source: SourceName
    let bytes: [UInt8]
    let header: ImageHeader
    /// Whether it can be decoded smaller than it is stored.
    let isReducible: Bool
  }

  /// In the order in which the document names them.
  private(set) var files: [File] = []
  private var indices: [String: Int] = [:]

  /// Probes every file that the job names, in its layers or in the parameters of effects.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - sources: The files, by the names that it uses.
  ///   - limits: What an image may be.
  ///   - collector: The errors so far; takes every file that can't be read, at its `source`, unless that has an
  ///     error already.
  /// - Throws: `OutOfMemory`.
  init(
    of job: Job, from sources: [String: SourceFile], limits: DecodingLimits,
    collector: DiagnosticCollector
  ) throws {
    let wrong = Set(collector.diagnostics.map(\.path))
    // Then no relative name can be resolved, which is not an error of theirs.
    let isAssetsWrong = wrong.contains(["assets"])
    for source in job.document.sources where !wrong.contains(source.path) {
      switch sources[source.name] {
      case .bytes(let bytes):
        try collector.reportingUnreadable(source, in: job) {
          let (header, isReducible) = try bytes.withUnsafeBytes {
            try ImageDecoding.probe($0, limits: limits)
          }
          indices[source.name] = files.count
          files.append(
            File(source: source, bytes: bytes, header: header, isReducible: isReducible))
        }
      case .unavailable where isAssetsWrong && !source.name.hasPrefix("/"):
        continue
      case .unavailable(let reason):
        collector.report(job.diagnostic("missing-source", reason, at: source.path))
      case nil:
        collector.report(
          job.diagnostic(
            "missing-source", "\(quoted(source.name)): the file was not passed to the renderer.",
            at: source.path))
      }
    }
  }

  /// The file of a source.
  subscript(source: String) -> File? { indices[source].map { files[$0] } }
}

extension DiagnosticCollector {
  /// Reads a file; an error in it is reported at its `source`.
  ///
  /// - Throws: `OutOfMemory`; what `body` throws that is not of the file.
  func reportingUnreadable(_ source: SourceName, in job: Job, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as CodecError where error.code != .memory {
      report(
        job.diagnostic(
          "unreadable-picture", "\(quoted(source.name)): \(error.message)", at: source.path))
    } catch {
      throw error.placedIfOutOfMemory(at: source.path, "decoding")
    }
  }
}
