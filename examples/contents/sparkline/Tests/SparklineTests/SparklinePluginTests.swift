import Foundation
import Testing

/// Tries the plugin with the `scrim` that is to load it: the one in the PATH, or that which SCRIM in the
/// environment names.
@Suite struct SparklinePluginTests {
  @Test func keepsWhatItDeclares() throws {
    let run = try scrim("effects", "check", "\(Self.plugins)/libSparkline.so")
    #expect(run.status == 0, "\(run.words)")
  }

  @Test func drawsTheExample() throws {
    let picture = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: picture) }
    let run = try scrim(
      "render", Self.package + "/example.json", "-o", picture.path, "--plugins", Self.plugins)
    #expect(run.status == 0, "\(run.words)")
    #expect(try Data(contentsOf: picture).starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  /// Where the plugin is built: beside the tests.
  private static let plugins = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path

  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private func scrim(_ arguments: String...) throws -> (status: Int32, words: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [ProcessInfo.processInfo.environment["SCRIM"] ?? "scrim"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let words = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: words, as: UTF8.self))
  }
}
