import Foundation
import Glibc
import ProgramTesting
import ScrimJSON
import Testing

/// The log lines that users, plugins and other processes can cause.
@Suite(.serialized) struct LogTests {
  private func lines(_ daemon: RunningDaemon, _ part: String) -> [Substring] {
    daemon.text("test.stderr").split(separator: "\n").filter { $0.contains(part) }
  }

  private func configure(_ daemon: RunningDaemon, _ more: String = "") throws {
    let program = CommandRun.programs.appending(path: "fake-worker").path
    try daemon.configure("[workers]\nprogram = \"\(program)\"\n\(more)")
  }

  @Test func whatAPluginWritesIsALineOfTheLog() throws {
    let daemon = try RunningDaemon()
    try configure(daemon)
    try daemon.drop("chatty-3.json", #"{"scrim": 1, "layers": [{"effect": "glow"}]}"#)
    #expect(try daemon.drain() == 0)
    let found = lines(daemon, "plugin output")
    #expect(found.count == 3)
    let id = try #require(daemon.names("done").first)
    for (number, line) in found.enumerated() {
      #expect(
        line.contains(" warning plugin output effect=\"glow\" id=\(id) pid=")
          && line.contains(" plugin=\"libGlow.so\" text=\"line \(number) "), "\(line)")
    }
    #expect(!daemon.text("test.stderr").contains("\u{1B}"))
  }

  /// Far more than a pipe holds: writing does not wait for a reader.
  @Test func aPluginThatWritesALotIsCutOff() throws {
    let daemon = try RunningDaemon()
    try configure(daemon)
    try daemon.drop("chatty-100000.json", #"{"scrim": 1, "layers": [{"effect": "glow"}]}"#)
    #expect(try daemon.drain() == 0)
    let found = lines(daemon, "plugin output")
    #expect(found.count == 21)
    #expect(
      found.last?.firstMatch(of: /text="?… [0-9]+ more lines dropped/) != nil,
      "\(found.last ?? "")")
  }

  @Test func manyNamesThatNoJobCanHaveAreFewLines() throws {
    let daemon = try RunningDaemon()
    for number in 0..<500 {
      try Data().write(to: daemon.spool.appending(path: "drop/junk-\(number).txt"))
    }
    try daemon.drop("story.json", Jobs.small)
    try configure(daemon)
    #expect(try daemon.drain() == 1)
    #expect(lines(daemon, " left in drop/ ").count == 20)
    let rest = lines(daemon, #"suppressed lines like "left in drop/""#)
    #expect(rest.count == 1)
    #expect(rest.first?.hasSuffix(" suppressed=480 user=\(getuid())") == true)
    #expect(lines(daemon, "job done").count == 1)
  }

  @Test func whatOthersCanChangeIsToldAtStart() throws {
    let daemon = try RunningDaemon()
    let plugins = daemon.spool.appending(path: "plugins")
    try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
    try Data().write(to: plugins.appending(path: "libOpen.so"))
    try configure(daemon, "plugins = [\"\(plugins.path)\"]")
    let file = daemon.spool.appending(path: "test.toml").path
    #expect(chmod(plugins.path, 0o777) == 0 && chmod(file, 0o664) == 0)
    #expect(chmod("\(plugins.path)/libOpen.so", 0o646) == 0)
    #expect(try daemon.drain() == 0)
    let found = lines(daemon, "files that scrimd runs are writable by other users")
    var about = stat()
    #expect(stat(file, &about) == 0)
    for (path, reason) in [
      (plugins.path, "world-writable (mode 777)"),
      ("\(plugins.path)/libOpen.so", "world-writable (mode 646)"),
      (file, "writable by group \(about.st_gid) (mode 664)"),
    ] {
      #expect(found.contains { $0.hasSuffix(" path=\(path) reason=\(reason)") }, "\(path)")
    }
  }

  @Test func timesAreThoseOfRFC3339() throws {
    let daemon = try RunningDaemon()
    try configure(daemon)
    #expect(try daemon.drain() == 0)
    let line = try #require(lines(daemon, " info started ").first)
    let time = #/20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z info started /#
    #expect(line.prefixMatch(of: time) != nil, "\(line)")
    #expect(line.contains(" version=0.2.0 "))
  }

  @Test func theLogIsJSONOnRequest() throws {
    let daemon = try RunningDaemon()
    try configure(daemon)
    try daemon.drop("chatty-1.json", #"{"scrim": 1, "layers": [{"effect": "glow"}]}"#)
    try daemon.start(["--workers", "1", "--drain", "--log-format", "json"])
    #expect(daemon.wait() == 0)
    let entries = try daemon.text("test.stderr").split(separator: "\n").map {
      try JSON(parsing: Array($0.utf8))
    }
    let id = try #require(daemon.names("done").first)
    let done = try #require(entries.first { $0["message"]?.string == "job done" })
    #expect(done["id"]?.string == id && done["level"]?.string == "info")
    #expect(done["time"]?.string?.count == 24)
    let output = try #require(entries.first { $0["message"]?.string == "plugin output" })
    #expect(output["text"]?.string?.contains("line 0 ") == true)
  }
}
