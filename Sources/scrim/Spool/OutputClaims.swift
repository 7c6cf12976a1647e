import ScrimCommand
import ScrimDocument
import ScrimJSON

/// Which job of a command has which output: of two with one name, the later would replace the earlier.
struct OutputClaims {
  /// The job of each name that a document gives.
  private var names: [[UInt8]: String] = [:]
  /// The job of each name without its extension: of outputs whose extension follows from the format, and of all.
  private var unnamed: [[UInt8]: String] = [:]
  private var stems: [[UInt8]: String] = [:]

  /// Adds a job.
  ///
  /// - Throws: A ``Failure`` if another job has an output of the same name.
  mutating func claim(_ submission: Submission) throws {
    try claim(submission.outputNames, of: submission.path)
  }

  /// Adds a job.
  ///
  /// - Parameters:
  ///   - names: The names that its outputs may have.
  ///   - path: The job, as the user named it.
  /// - Throws: A ``Failure`` if another job has an output of the same name.
  mutating func claim(_ names: OutputNames, of path: String) throws {
    for name in names.given {
      let bytes = Array(name.utf8)
      if let other = self.names[bytes] ?? unnamed[Self.stem(bytes)] {
        throw Self.conflict(name, other, path)
      }
    }
    if let stem = names.unnamed {
      let bytes = Array(stem.utf8)
      if let other = unnamed[bytes] ?? stems[bytes] {
        throw Self.conflict(String(stem.dropLast()), other, path)
      }
      unnamed[bytes] = path
    }
    for name in names.given {
      let bytes = Array(name.utf8)
      self.names[bytes] = path
      stems[Self.stem(bytes)] = path
    }
  }

  /// The name to its last dot, included.
  private static func stem(_ name: [UInt8]) -> [UInt8] {
    name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[...$0]) } ?? name
  }

  private static func conflict(_ name: String, _ one: String, _ other: String) -> Failure {
    Failure(
      .dataError,
      "\(other): its output \(quoted(name)) is also one of \(one): give them different names in \"output\"."
    )
  }
}
