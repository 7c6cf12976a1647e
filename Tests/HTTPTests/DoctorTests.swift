import Foundation
import Glibc
import ProgramTesting
import QueueTesting
import ScrimJSON
import ScrimQueue
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

  /// With the reason for each key: the server, the password, the role, the schema.
  @Test func findsWhatKeepsJobsFromTheQueue() throws {
    let server = try QueueServer()
    let queue = try TestQueue(server: server)
    let service = try RunningService(start: false)
    func found(_ key: String, _ database: String = queue.database) throws -> [String] {
      try service.configure(
        key,
        """
        [jobs]
        queue = "postgresql://127.0.0.1:\(server.port)/\(database)"
        """)
      return try findings(service).map { finding in
        #expect(finding.hasSuffix("scrim-http check-queue --config http.toml"), "\(finding)")
        return String(finding.prefix { $0 != ";" })
      }
    }
    let cannot = "key.shop in http.toml cannot use the queue: "
    #expect(try found("") == [])
    #expect(try found("queue-role = \"nobody\"\njobs-per-minute = 0") == [], "submits no jobs")
    func expect(
      _ found: [String], _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(
        found.count == 1 && found[0].hasPrefix(cannot) && found[0].contains(reason), "\(found)",
        sourceLocation: sourceLocation)
    }
    try expect(found("queue-role = \"nobody\""), #"role "nobody" does not exist"#)
    try expect(found("queue-role = \"anna\""), "role anna must be a member of scrim_tenant")
    try expect(found("", "nowhere"), #"database "nowhere" does not exist"#)
    let empty = try TestQueue(isEmpty: true, server: server)
    try expect(found("", empty.database), "scrim-queue init makes it.")
    _ = try QueueSchema.migrate(
      empty.connection("postgres"), release: "test", isNew: true, to: QueueSchema.current - 1)
    try expect(
      found("", empty.database),
      "the queue's schema has number \(QueueSchema.current - 1)")
    let rules = "\(server.folder)/data/pg_hba.conf"
    let text = try String(contentsOfFile: rules, encoding: .utf8)
    try "host all shop 127.0.0.1/32 scram-sha-256\n\(text)"
      .write(toFile: rules, atomically: false, encoding: .utf8)
    _ = try queue.psql("ALTER ROLE shop PASSWORD 'right'")
    _ = try queue.psql("SELECT pg_reload_conf()")
    try service.folder.write("*:*:*:*:wrong\n", to: "pgpass", mode: 0o600)
    setenv("PGPASSFILE", "\(service.folder.path)/pgpass", 1)
    defer { unsetenv("PGPASSFILE") }
    try expect(found(""), #"password authentication failed for user "shop""#)
    try service.folder.write("*:*:*:*:right\n", to: "pgpass", mode: 0o600)
    #expect(try found("") == [])
    try FileManager.default.removeItem(atPath: "\(service.folder.path)/pgpass")
    try expect(found(""), "no password supplied")
    try server.stop()
    try expect(found(""), "Connection refused")
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
