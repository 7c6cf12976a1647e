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
    if let conflict = conflict(of: names, of: path) {
      throw Failure(.dataError, "\(path): \(conflict)")
    }
  }

  /// Adds a job unless another one has an output of the same name.
  ///
  /// - Parameters:
  ///   - names: The names that its outputs may have.
  ///   - path: The job, as messages name it.
  /// - Returns: The conflict as a sentence; `nil` if there is none.
  mutating func conflict(of names: OutputNames, of path: String) -> String? {
    for name in names.given {
      let bytes = Array(name.utf8)
      if let other = self.names[bytes] ?? unnamed[Self.stem(bytes)] {
        return Self.words(name, other)
      }
    }
    if let stem = names.unnamed {
      let bytes = Array(stem.utf8)
      if let other = unnamed[bytes] ?? stems[bytes] {
        return Self.words(String(stem.dropLast()), other)
      }
      unnamed[bytes] = path
    }
    for name in names.given {
      let bytes = Array(name.utf8)
      self.names[bytes] = path
      stems[Self.stem(bytes)] = path
    }
    return nil
  }

  /// The name to its last dot, included.
  private static func stem(_ name: [UInt8]) -> [UInt8] {
    name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[...$0]) } ?? name
  }

  private static func words(_ name: String, _ other: String) -> String {
    "its output \(quoted(name)) is also one of \(other): give them different names in \"output\"."
  }
}
