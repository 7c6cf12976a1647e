import Foundation
import Glibc
import ProgramTesting
import ScrimJSON
import Testing

/// What `scrim doctor` says of `http.toml` beside the daemon's configuration.
@Suite(.enabled(if: RunningService.isExpected)) struct DoctorTests {
  private func findings(_ service: RunningService) throws -> [String] {
    let run = try CommandRun(
      "doctor", "--json", "--config", "\(service.folder.path)/scrim.toml", "--spool", "/nowhere",
      programs: service.programs)
    let list = try #require(JSON(parsing: run.bytes)["findings"]?.array)
    return list.filter { $0["check"]?.string == "links" }.map { finding in
      ["message", "remedy"].map { finding[$0]?.string ?? "" }.joined(separator: "; ")
        .replacing("\(service.folder.path)/", with: "")
    }
  }

  /// The service says so at its start, too, and when it reads its configuration again.
  @Test func findsThatURLsAreNotFetched() throws {
    let service = try RunningService(start: false)
    service.programs = try service.folder.links(without: ["scrim-fetch"])
    #expect(try findings(service) == [])
    try service.start()
    #expect(!service.folder.text("log").contains("URLs are not fetched"))
    try service.configure(#"fetch-hosts = ["example.com"]"#)
    let missing =
      "scrim-fetch is not installed: there is no programs/scrim-fetch, programs/../lib/scrim/scrim-fetch"
    #expect(
      try findings(service) == [
        "key.shop in http.toml has fetch-hosts, but \(missing); "
          + "install the package scrim-fetch, or remove fetch-hosts"
      ])
    func warning() throws -> String? {
      let lines = service.folder.text("log").split(separator: "\n")
      let warning = try lines.map { try JSON(parsing: Array($0.utf8)) }
        .first { $0["message"] == "URLs are not fetched" }
      #expect(warning == nil || warning?["level"] == "warning" && warning?["keys"] == "shop")
      return warning?["reason"]?.string?.replacing("\(service.folder.path)/", with: "")
    }
    kill(service.process.processIdentifier, SIGHUP)
    try service.wait(for: "the warning") { try warning() == missing }
    #expect(service.stop() == 0)
    try service.folder.write("", to: "programs/scrim-fetch", mode: 0o644)
    try service.start()
    #expect(try warning() == "programs/scrim-fetch is not executable")
    #expect(
      try findings(service).first?.hasPrefix(
        "key.shop in http.toml has fetch-hosts, but programs/scrim-fetch is not executable; ")
        == true)
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
