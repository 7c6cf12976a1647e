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
    [
      "name": .string(name), "state": errors.isEmpty ? "done" : "failed",
      "outputs": .array(outputs), "warnings": .array(warnings.map(\.json)),
      "errors": .array(errors.map(\.json)),
    ]
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
