import Foundation
import ProgramTesting
import ScrimJSON

/// What Python's jsonschema says of a document.
struct Verdict {
  /// Whether it is JSON.
  let isJSON: Bool
  /// What the schema refuses, each with its place.
  let errors: [String]

  /// Whether the schema sees anything wrong.
  var isRefused: Bool { !errors.isEmpty }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The folder of the sources.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Checks documents, after the schema itself.
  ///
  /// - Parameters:
  ///   - documents: The texts of jobs.
  ///   - schema: The schema.
  /// - Returns: A verdict each.
  /// - Throws: If the schema is none, or Python can't be run.
  static func of(_ documents: [String], by schema: JSON) throws -> [Verdict] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["schema.json", "documents.json"].map { folder.appending(path: $0) }
    try Data(schema.bytes()).write(to: files[0])
    try Data(JSON.array(documents.map(JSON.string)).bytes()).write(to: files[1])
    let python = try CommandRun(
      [root.appending(path: "Tests/SchemaTests/validate.py").path] + files.map(\.path),
      program: "/usr/bin/python3")
    guard python.status == 0 else { throw Failure(description: python.errors) }
    let output = try JSON(parsing: python.bytes, limits: JSONLimits(bytes: 1 << 28, depth: 8))
    let verdicts = (output.array ?? []).map { verdict in
      Verdict(
        isJSON: verdict["syntax"]?.boolean ?? false,
        errors: (verdict["errors"]?.array ?? []).compactMap(\.string))
    }
    guard verdicts.count == documents.count else {
      throw Failure(description: "\(verdicts.count) verdicts on \(documents.count) documents")
    }
    return verdicts
  }
}
