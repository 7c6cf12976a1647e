import Foundation
import ProgramTesting
import Testing

/// What the documented restore and move do to a running service, and events that cannot be deleted.
@Suite struct SpoolReplacedTests {
  private func hooks() throws -> (hooks: RunningHooks, spool: URL) {
    let hooks = try RunningHooks()
    let program = try hooks.script("on-job", "cat >/dev/null; echo x >>\"$1/calls\"")
    try hooks.configure("[program.mail]\ncommand = [\"\(program)\", \"\(hooks.folder.path)\"]\n")
    return (hooks, hooks.folder.appending(path: "spool"))
  }

  private func deliverOne(_ hooks: RunningHooks, _ count: Int) throws {
    let id = try hooks.event()
    try hooks.wait(for: "delivery") {
      hooks.text("log").contains("id=\(id)") && hooks.text("calls").count == 2 * count
    }
  }

  @Test func theServiceEndsWith74WhenItsSpoolIsReplaced() throws {
    let (hooks, spool) = try hooks()
    try hooks.start()
    try deliverOne(hooks, 1)
    try FileManager.default.removeItem(at: spool)
    try FileManager.default.createDirectory(
      at: spool.appending(path: "events"), withIntermediateDirectories: true)
    hooks.process.waitUntilExit()
    #expect(hooks.process.terminationStatus == 74)
    let log = hooks.text("log")
    // Whichever it finds missing first.
    let path = spool.path + (log.contains("\(spool.path)/events was moved") ? "/events" : "")
    #expect(log.contains("error a folder of the spool was replaced path=\(path)\n"))
    #expect(
      log.contains(
        "scrim-hooks: \(path) was moved, deleted or replaced while the service ran; "
          + "waiting deliveries continue after a restart.\n"))
    try hooks.start()
    try deliverOne(hooks, 2)
    #expect(hooks.stop() == 0)
  }

  @Test func theServiceEndsWith74WhenItsSpoolIsMovedAwayOrItsEventsAre() throws {
    for name in ["spool", "spool/events"] {
      let (hooks, _) = try hooks()
      try hooks.start()
      try deliverOne(hooks, 1)
      let path = hooks.folder.appending(path: name).path
      #expect(rename(path, path + ".moved") == 0)
      hooks.process.waitUntilExit()
      #expect(hooks.process.terminationStatus == 74)
      #expect(hooks.text("log").contains("a folder of the spool was replaced path=\(path)\n"))
    }
  }

  @Test func aSpoolThatComesLaterIsTaken() throws {
    let (hooks, spool) = try hooks()
    try FileManager.default.removeItem(at: spool)
    try hooks.start()
    try hooks.wait(for: "complaint") { hooks.text("log").contains("events cannot be taken") }
    try FileManager.default.createDirectory(
      at: spool.appending(path: "events"), withIntermediateDirectories: true)
    try deliverOne(hooks, 1)
    #expect(hooks.stop() == 0)
  }

  /// An event that can be read and not deleted was delivered every five seconds.
  @Test(.enabled(if: geteuid() == 0, "chattr needs root"))
  func anEventThatCannotBeDeletedIsDeliveredOnce() throws {
    let (hooks, spool) = try hooks()
    let events = spool.appending(path: "events").path
    let id = try hooks.event()
    // Append-only: nothing in it can be deleted, by root either.
    guard try CommandRun("+a", events, program: "/usr/bin/chattr").status == 0 else { return }
    defer { _ = try? CommandRun("-a", events, program: "/usr/bin/chattr") }
    try hooks.start()
    try hooks.wait(for: "delivery") { hooks.text("log").contains("delivered attempt=1") }
    try hooks.wait(for: "a note") { hooks.names("state/taken").count == 1 }
    try hooks.wait(for: "the reason") {
      hooks.text("log").contains("\(id).json: Operation not permitted")
    }
    // Each start looks again, and so does each round. Nothing in the folder can be renamed either.
    for count in 2...3 {
      #expect(hooks.stop() == 0)
      try Data("{\"status\": \"done\", \"job\": \"story\"}".utf8).write(
        to: spool.appending(path: "events/\(1_790_000_000_100 + count)-1000-abcdefgh.json"))
      try hooks.start()
      try hooks.wait(for: "delivery") { hooks.names("state/taken").count == count }
      try hooks.wait(for: "its program") { hooks.text("calls").count == 2 * count }
    }
    #expect(try CommandRun("-a", events, program: "/usr/bin/chattr").status == 0)
    // A later end of the same job is another event.
    let part = spool.appending(path: "events/.\(id).json")
    try Data("{\"status\": \"done\", \"job\": \"again\"}".utf8).write(to: part)
    #expect(rename(part.path, spool.appending(path: "events/\(id).json").path) == 0)
    try hooks.wait(for: "the events to be deleted") {
      hooks.names("spool/events").isEmpty && hooks.names("state/taken").isEmpty
    }
    try hooks.wait(for: "the later end") { hooks.text("calls").count == 8 }
    #expect(hooks.stop() == 0)
  }
}
