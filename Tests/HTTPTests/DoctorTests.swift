import Foundation
import ScrimJSON
import Testing

/// What `scrim doctor` says of `http.toml` beside the daemon's configuration.
@Suite(.enabled(if: RunningService.isExpected)) struct DoctorTests {
  private func findings(_ service: RunningService) throws -> [String] {
    let process = Process()
    process.executableURL = try Programs.folder().appending(path: "scrim")
    process.arguments = [
      "doctor", "--json", "--config", "\(service.folder.path)/scrim.toml", "--spool", "/nowhere",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let list = try #require(JSON(parsing: Array(bytes))["findings"]?.array)
    return list.filter { $0["check"]?.string == "links" }.map { finding in
      ["message", "remedy"].map { finding[$0]?.string ?? "" }.joined(separator: "; ")
        .replacing("\(service.folder.path)/", with: "")
    }
  }

  @Test func findsWhatKeepsLinksFromBeingAnswered() throws {
    let service = try RunningService(start: false)
    #expect(try findings(service) == [])
    try service.configure("parallel = -1")
    let refused = try findings(service)
    #expect(refused.count == 1)
    #expect(
      refused.first?.contains("key.shop.parallel: -1 is outside 0…1024") == true
        && refused.first?.hasSuffix("; scrim-http --check --config http.toml") == true,
      "\(refused)")
    try service.configure("", "[jobs]\nspool = \"/nowhere\"")
    #expect(
      try findings(service) == [
        "http.toml has jobs.spool, but scrimd lets no account name tenants; "
          + "[access] bridge-users = [\"scrim-http\"] in scrim.toml"
      ])
    try service.configure()
    for name in ["cache", "templates"] {
      try FileManager.default.removeItem(at: service.folder.url.appending(path: name))
    }
    #expect(
      try findings(service) == [
        "the folder templates of templates.folder in http.toml does not exist; "
          + "mkdir templates, or correct templates.folder",
        "the folder cache of cache.folder in http.toml does not exist; "
          + "mkdir cache, or correct cache.folder",
      ])
  }
}
