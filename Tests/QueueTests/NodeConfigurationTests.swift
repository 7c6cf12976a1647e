import Foundation
import ProgramTesting
import Testing

@Suite struct NodeConfigurationTests {
  private static func check(_ text: String) throws -> (
    status: Int32, output: String, errors: String
  ) {
    let file = URL(filePath: NSTemporaryDirectory()).appending(
      path: "node-\(UUID().uuidString).toml")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try CommandRun("--check", "--config", file.path(), program: "scrim-node")
    return (
      result.status, result.output,
      result.errors.replacingOccurrences(of: file.path(), with: "node.toml")
    )
  }

  @Test func errorsHavePlaceAndAllowedValues() throws {
    let wrong = try Self.check(
      """
      [queue]
      url = ""
      [node]
      name = "two words"
      jobs = 0
      leaseseconds = 60
      """)
    #expect(wrong.status == 78)
    #expect(
      wrong.errors == """
        scrim-node: node.toml:2:7: queue.url: is required: the URL of the queue's database, such as postgresql://node1@db.example/scrim.
        node.toml:4:8: node.name: must have 1 to 64 bytes without spaces.
        node.toml:5:8: node.jobs: 0 is outside 1…1000.
        node.toml:6:1: node: unknown key "leaseseconds". Did you mean "lease-seconds"?

        """)
  }

  @Test func aPasswordInTheURLIsNotShown() throws {
    let shown = try Self.check("[queue]\nurl = \"postgresql://node1:secret@db.example/scrim\"\n")
    #expect(shown.status == 0)
    #expect(shown.output.contains("postgresql://node1:…@db.example/scrim"))
    #expect(!shown.output.contains("secret"))
  }

  @Test func theInstalledFileHasEveryKeyWithItsDefault() throws {
    let text = try String(contentsOfFile: "etc/node.toml", encoding: .utf8)
      .replacingOccurrences(of: "url = \"\"", with: "url = \"postgresql:///scrim\"")
    #expect(
      try Self.check(text).output == Self.check("[queue]\nurl = \"postgresql:///scrim\"\n").output)
  }
}
