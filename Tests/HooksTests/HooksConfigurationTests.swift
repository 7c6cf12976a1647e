import Foundation
import ProgramTesting
import ScrimJSON
import Testing

@Suite struct HooksConfigurationTests {
  private func check(_ toml: String) throws -> (status: Int32, output: String, errors: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).toml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(toml.utf8).write(to: file)
    let result = try CommandRun("--config", file.path, "--check", program: "scrim-hooks")
    return (result.status, result.output, result.errors.replacing(file.path, with: "FILE"))
  }

  @Test func theCommentedFileSaysTheDefaults() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../etc/hooks.toml").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    let written = try check(text)
    let defaults = try check("")
    #expect(written.status == 0)
    #expect(written.output == defaults.output)
    for table in try JSON(parsing: Array(defaults.output.utf8)).object ?? [] {
      for key in table.value.object ?? [] {
        #expect(text.contains("\n\(key.key) = "), "\(key.key)")
      }
    }
    // The keys of a hook, in comments.
    let hooks = try check(
      text.replacing("# [program.NAME]", with: "[program.one]").replacing(
        "# command = [\"/usr/local/bin/on-job\", \"ARGUMENT\"]", with: "command = [\"/bin/true\"]"))
    let program = try JSON(parsing: Array(hooks.output.utf8))["program"]?["one"]
    for key in program?.object ?? [] { #expect(text.contains("\n# \(key.key) = "), "\(key.key)") }
    #expect(program?["parallel"]?.integer == 2)
    #expect(text.contains("\n# seconds = \(program?["seconds"]?.integer ?? 0)\n"))
  }

  @Test func errorsHaveFileLineAndKey() throws {
    let secret = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: secret) }
    try Data("whsec_QUJD\n".utf8).write(to: secret)
    #expect(chmod(secret.path, 0o600) == 0)
    let result = try check(
      """
      [retries]
      backoff-ms = 3
      [network]
      allow = ["10.0.0.0/33"]
      [program.Mail]
      command = ["mail"]
      [program.one]
      [program.two]
      command = ["/nonexistent"]
      events = ["done", "held"]
      [endpoint.two]
      url = "http://example.com"
      [endpoint.three]
      url = "https://user@example.com"
      secret-file = "\(secret.path)"
      ca-file = "/nonexistent"
      seconds = 0
      """)
    #expect(result.status == 78)
    #expect(
      result.errors.replacing(secret.path, with: "SECRET") == """
        scrim-hooks: FILE:2:1: retries: unknown key "backoff-ms". Did you mean "back-off-ms"?
        FILE:4:9: network.allow: "10.0.0.0/33" is not an IP address or a range such as 10.0.0.0/8.
        FILE:5:1: program.Mail: a name has 1 to 40 lower-case letters, digits and -, and does not begin with -.
        FILE:6:11: program.Mail.command: "mail" must be an absolute path.
        FILE:7:1: program.one.command: is required: the path of a program, and its arguments.
        FILE:9:11: program.two.command: "/nonexistent" is not an executable file.
        FILE:10:10: program.two.events: must be a list of some of done, failed.
        FILE:11:1: endpoint.two.secret-file: is required: a file with whsec_ and the secret in base64.
        FILE:11:1: endpoint.two: another hook has this name.
        FILE:12:7: endpoint.two.url: "http://example.com" must be https://HOST/…, without a user name.
        FILE:14:7: endpoint.three.url: "https://user@example.com" must be https://HOST/…, without a user name.
        FILE:15:15: endpoint.three.secret-file: "SECRET" must have whsec_ and 24 to 64 bytes in base64 per line.
        FILE:16:11: endpoint.three.ca-file: "/nonexistent" cannot be read.
        FILE:17:11: endpoint.three.seconds: 0 is outside 1…3600.

        """)
    #expect(chmod(secret.path, 0o644) == 0)
    let open = try check(
      "[endpoint.a]\nurl = \"https://example.com\"\nsecret-file = \"\(secret.path)\"\n")
    #expect(open.errors.hasSuffix("is accessible to all users: chmod o= it.\n"))
  }

  @Test func aMissingFileIsAnError() throws {
    let result = try CommandRun("--config", "/nonexistent.toml", "--check", program: "scrim-hooks")
    #expect(result.status == 78)
    #expect(
      result.errors == "scrim-hooks: cannot open /nonexistent.toml: No such file or directory\n")
  }

  /// What has no network needs no HTTP client. (scrim-preview gets one with Foundation's networking, by its server.)
  @Test func theDaemonAndItsWorkersDoNotLinkLibcurl() throws {
    let folder = CommandRun.programs
    for program in ["scrimd", "scrim", "scrim-worker"] {
      let libraries = try CommandRun(folder.appending(path: program).path, program: "/usr/bin/ldd")
      #expect(libraries.status == 0)
      #expect(!libraries.output.contains("libcurl"), "\(program)")
    }
    let own = try CommandRun(folder.appending(path: "scrim-hooks").path, program: "/usr/bin/ldd")
      .output
    #expect(own.contains("libcurl.so.4"))
    for library in ["cairo", "pango", "webp"] {
      #expect(!own.contains("lib\(library)"), "\(library)")
    }
  }
}
