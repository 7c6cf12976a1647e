import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimWorkerClient
import SystemPackage

/// How a job ended, as an object of `scrim render --json`.
struct RenderedJob {
  let name: String
  var outputs: [JSON] = []
  var warnings: [Diagnostic] = []
  var errors: [Diagnostic] = []
  /// Image files with parts that no output has.
  var inputs: [InputRecord] = []
  /// The files of URLs.
  var fetched: [FetchedRecord] = []
  /// Fonts that stand in for others, as in the daemon's reports.
  var fallbackFonts: [JSON] = []

  /// Adds an image.
  ///
  /// - Parameters:
  ///   - output: The image.
  ///   - written: Where it went.
  /// - Throws: `SystemError`.
  mutating func add(_ output: WorkerOutput, _ written: WrittenFile) throws(SystemError) {
    let content = try output.content.read(limit: .max, of: output.info.file)
    outputs.append([
      "path": written.shown.map { .string($0.string) } ?? .null,
      "file": .string(output.info.file), "format": .string(output.info.format),
      "bytes": .integer(content.count), "sha256": .string(try Digest.sha256(of: content)),
    ])
  }

  var json: JSON {
    var members: [JSON.Member] = [
      .init("name", .string(name)), .init("state", errors.isEmpty ? "done" : "failed"),
      .init("outputs", .array(outputs)), .init("warnings", .array(warnings.map(\.json))),
      .init("errors", .array(errors.map(\.json))),
    ]
    if !inputs.isEmpty { members.append(.init("inputs", .array(inputs.map(\.json)))) }
    if !fetched.isEmpty { members.append(.init("fetched", .array(fetched.map(\.json)))) }
    if !fallbackFonts.isEmpty { members.append(.init("fallbackFonts", .array(fallbackFonts))) }
    return .object(members)
  }
}

extension Failure {
  /// As the error of a job.
  var diagnostic: Diagnostic {
    let code =
      switch status {
      case .dataError: "conflict"
      case .missing: "missing-file"
      case .crash: "crash"
      default: "system-error"
      }
    return Diagnostic(code: code, message: message)
  }
}
