import Glibc
import ScrimCommand
import ScrimJSON
import ScrimLinux
import SystemPackage

/// What the daemon says about a job that is through: `NAME.result.json` beside its pictures, and the
/// same under the submission's token.
struct Report {
  static let suffix = ".result.json"
  /// More than any report has; what is longer was not written by the daemon.
  private static let limit = 16 << 20

  let content: JSON
  private let imageFolder: FilePath

  /// - Parameters:
  ///   - path: The report's file.
  ///   - imageFolder: Where the pictures are delivered.
  init?(at path: FilePath, imageFolder: FilePath) {
    let number = open(path.string, O_RDONLY | O_CLOEXEC)
    guard number >= 0,
      let bytes = try? OwnedDescriptor(owning: number).readAll(limit: Self.limit, of: "a report"),
      let content = try? JSON(parsing: bytes, limits: JSONLimits(bytes: Self.limit))
    else { return nil }
    self.imageFolder = imageFolder
    self.content = content
  }

  /// The name of the job.
  var name: String { content["job"]?.string ?? "" }

  var isDone: Bool { content["status"]?.string == "done" }

  /// The job's errors, or what went wrong with it.
  var diagnostics: [Diagnostic] {
    (content["errors"]?.array ?? []).compactMap(Diagnostic.init(json:))
  }

  /// The delivered pictures.
  var images: [FilePath] {
    (content["outputs"]?.array ?? []).compactMap { output in
      output["file"]?.string.map { imageFolder.appending($0) }
    }
  }

  /// File name and format of each picture.
  var outputs: [(file: String, format: String)] {
    (content["outputs"]?.array ?? []).map {
      ($0["file"]?.string ?? "", $0["format"]?.string ?? "")
    }
  }

  /// How a command ends whose job got this report.
  var exitStatus: ExitStatus? {
    guard !isDone else { return nil }
    if diagnostics.contains(where: { Self.crashes.contains($0.code) }) { return .crash }
    return status(of: diagnostics)
  }

  /// Codes of what went wrong without the job having an error.
  private static let crashes: Set = [
    "worker-crash", "effect-crash", "plugin-disabled", "time-limit",
    "out-of-memory",
  ]
}
