import Foundation
import ScrimJSON
import Testing

@Suite struct ConfigurationTests {
  private func check(_ arguments: [String]) throws -> (status: Int32, out: String, err: String) {
    let process = Process()
    process.executableURL = try Programs.folder().appending(path: "scrimd")
    process.arguments = arguments + ["--check"]
    let (out, err) = (Pipe(), Pipe())
    process.standardOutput = out
    process.standardError = err
    try process.run()
    let texts = try [out, err].map {
      String(decoding: try $0.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
    process.waitUntilExit()
    return (process.terminationStatus, texts[0], texts[1])
  }

  private func check(toml: String) throws -> (status: Int32, out: String, err: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).toml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(toml.utf8).write(to: file)
    let (status, out, err) = try check(["--config", file.path])
    return (status, out, err.replacing(file.path, with: "FILE"))
  }

  @Test func theCommentedFileSaysTheDefaults() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../etc/scrim.toml").standardized
    let written = try check(["--config", file.path])
    let defaults = try check([])
    #expect(written.status == 0)
    #expect(written.out == defaults.out)
    // Every key stands in the file, not only those that differ.
    let text = try String(contentsOf: file, encoding: .utf8)
    let tables = try JSON(parsing: Array(defaults.out.utf8)).object ?? []
    #expect(tables.count == 10)
    for table in tables {
      #expect(text.contains("[\(table.key)]"))
      for key in table.value.object ?? [] {
        #expect(text.contains("\n\(key.key) = "), "\(key.key)")
      }
    }
  }

  @Test func errorsAreNamedWithTheNearestRightName() throws {
    let result = try check(
      toml: """
        [limits]
        secnds = 3
        depth = 0
        [retry]
        attempts = 5
        [log]
        level = "loud"
        """)
    #expect(result.status == 78)
    #expect(
      result.err == """
        scrimd: FILE: limits.depth: 0 is outside 1…512.
        FILE: limits: unknown key "secnds". Did you mean "seconds"?
        FILE: log.level: must be one of debug, info, warning, error.
        FILE: unknown table "retry".\(result.err.contains("retries") ? " Did you mean \"retries\"?" : "")

        """)
  }

  @Test func aSyntaxErrorHasItsPlace() throws {
    let result = try check(toml: "[limits]\nseconds = = 3\n")
    #expect(result.status == 78)
    #expect(result.err.hasPrefix("scrimd: FILE:2:"))
  }

  @Test func theDaemonLinksNothingThatDraws() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/ldd")
    process.arguments = [try Programs.folder().appending(path: "scrimd").path]
    let out = Pipe()
    process.standardOutput = out
    try process.run()
    let text = String(
      decoding: try out.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text.contains("libcrypto"))
    for library in [
      "cairo", "pango", "harfbuzz", "freetype", "fontconfig", "jpeg", "png", "webp", "deflate",
      "lcms", "ScrimKit",
    ] {
      #expect(!text.contains(library), "scrimd links \(library)")
    }
  }
}
