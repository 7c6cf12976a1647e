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
    let names = submission.outputNames
    for name in names.given {
      let bytes = Array(name.utf8)
      if let other = self.names[bytes] ?? unnamed[Self.stem(bytes)] {
        throw Self.conflict(name, other, submission.path)
      }
    }
    if let stem = names.unnamed {
      let bytes = Array(stem.utf8)
      if let other = unnamed[bytes] ?? stems[bytes] {
        throw Self.conflict(String(stem.dropLast()), other, submission.path)
      }
      unnamed[bytes] = submission.path
    }
    for name in names.given {
      let bytes = Array(name.utf8)
      self.names[bytes] = submission.path
      stems[Self.stem(bytes)] = submission.path
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
