import Foundation
import ScrimJSON
import ScrimRecords
import ScrimSpool
import Testing

/// The spool's format: recorded, refused if it is newer, and converted from format 1 wherever that is interrupted.
@Suite struct FormatTests {
  private static let quick: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    limits.settleBlind = .zero
    return limits
  }()

  @Test func aNewSpoolRecordsItsFormat() throws {
    let test = try TestSpool()
    #expect(
      try JSON(parsing: Array((test.text("format") ?? "").utf8)) == [
        "format": 2, "outLayout": "flat",
      ])
  }

  @Test(arguments: [
    (
      #"{"format": 3}"#,
      "SPOOL has format 3; this scrimd knows formats up to 2. Install the version that wrote it, or a later one."
    ),
    (
      "two",
      "SPOOL/format does not name the spool's format: for a spool of this version it is {\"format\": 2, \"outLayout\": \"flat\"}, or \"by-user\"."
    ),
  ])
  func anotherFormatIsRefused(_ text: String, _ message: String) throws {
    let test = try TestSpool()
    try Data(text.utf8).write(to: URL(filePath: "\(test.path)/format"))
    let error = #expect(throws: SpoolError.self) { try test.open() }
    #expect(error?.code == .unsuitable)
    #expect(error?.message == message.replacing("SPOOL", with: test.path))
  }

  /// systemd-tmpfiles makes the folders of an installation, and users may drop jobs before the first start.
  @Test func aSpoolWhoseFoldersAreEmptyIsNew() throws {
    let test = try TestSpool()
    try FileManager.default.removeItem(atPath: "\(test.path)/format")
    try test.drop("a.json")
    let spool = try Spool(
      path: test.path, limits: SpoolLimits(), layout: .byUser, rules: SpoolRules())
    #expect(spool.outLayout == .byUser)
    try FileManager.default.removeItem(atPath: "\(test.path)/format")
    try Data().write(to: URL(filePath: "\(test.path)/out/a.png"))
    #expect(
      try Spool(path: test.path, limits: SpoolLimits(), layout: .byUser, rules: SpoolRules())
        .outLayout == .flat)
  }

  @Test func format1IsNotConvertedUnderARunningDaemon() throws {
    let test = try Format1Spool()
    let lock = open("\(test.path)/daemons.lock", O_RDWR | O_CREAT, 0o600)
    defer { close(lock) }
    #expect(flock(lock, LOCK_SH) == 0)
    let error = #expect(throws: SpoolError.self) { try test.spool.open() }
    #expect(
      error?.message.hasPrefix("\(test.path) has format 1, and another daemon runs on it.") == true)
    #expect(test.spool.text("format") == nil)
  }

  /// Jobs in every state survive, also when the conversion is killed at any rename.
  @Test func format1IsConvertedWhereverACrashFalls() throws {
    let count = try atEachStep { crash in
      let test = try Format1Spool()
      try crash.work { _ = try test.spool.open(limits: Self.quick, steps: $0) }
      try test.spool.open(limits: Self.quick).work(image: "new.png")
      test.expectAllJobs("\(crash)")
    }
    #expect(count > 15)
  }
}

/// A spool as version 0.1 left it when it was killed, with a job in each state and step.
private final class Format1Spool {
  let spool: TestSpool
  var path: String { spool.path }

  private static let document = #"{"scrim": 1}"#

  init() throws {
    spool = try TestSpool()
    try FileManager.default.removeItem(atPath: "\(path)/format")
    let user = getuid()
    func id(_ number: Int) -> String { "\(1_795_000_000_000 + number)-\(user)-abcdefgh" }
    func ticket(_ name: String, isBundle: Bool = false) -> String {
      #"{"name": "\#(name)", "uid": \#(user), "seed": 1, "time": 1795000000000, "bundle": \#(isBundle)}"#
    }
    // Killed before anything was claimed: the entry is still in drop/.
    try write("ingest/\(id(0))/", [".name.new": "unclai"])
    try spool.drop("unclaimed.json", Self.document)
    // Claimed from drop/; copied, but with its source; copied, the source half deleted.
    try write("ingest/\(id(1))/", ["name": "claimed.json", "src": Self.document])
    try write(
      "ingest/\(id(2))/",
      [
        "name": "copied.json", "src": Self.document, "job/job.json": "{",
        "ticket.json": ticket("copied"),
      ])
    try write(
      "ingest/\(id(3))/",
      [
        "name": "deleting.scrim", "src.kept/a.png": "half", "job/job.json": Self.document,
        "job/a.png": "whole", "ticket.json": ticket("deleting", isBundle: true),
      ])
    try write(
      "queue/\(id(4)).0/",
      [
        "name": "bundle.scrim", "job/job.json": Self.document, "job/in/a.png": "whole",
        "ticket.json": ticket("bundle", isBundle: true),
      ])
    // Its second attempt was killed while it stored an image.
    try write(
      "active/\(id(5)).2/",
      [
        "name": "attempted.json", "job/job.json": Self.document, "ticket.json": ticket("attempted"),
        "history.json": #"{"failures": [], "notBefore": 0}"#, "result/new.png": "half",
      ])
    // Committed; one image was delivered and taken away, the other and the report not yet.
    try write(
      "ready/\(id(6))/",
      [
        "name": "ready.json", "job/job.json": Self.document, "ticket.json": ticket("ready"),
        "result/second.png": "second", "kept/first.png": "first",
        "result/ready.result.json": #"{"status": "done", "job": "ready"}"#,
        "report.json": #"{"status": "done", "job": "ready"}"#,
      ])
    try write(
      "hold/\(id(7))/",
      [
        "name": "held.json", "job/job.json": Self.document, "ticket.json": ticket("held"),
        "report.json": #"{"status": "held", "job": "held"}"#,
        "result/held.result.json": #"{"status": "held", "job": "held"}"#,
      ])
    try write(
      "done/\(id(8))/",
      [
        "name": "done.json", "job/job.json": Self.document, "ticket.json": ticket("done"),
        "kept/a.png": "a",
      ])
  }

  private func write(_ folder: String, _ files: [String: String]) throws {
    for (name, text) in files {
      let file = URL(filePath: "\(path)/\(folder)\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  func expectAllJobs(_ comment: Comment) {
    for job in ["unclaimed", "claimed", "copied", "deleting", "bundle", "attempted"] {
      #expect((try? spool.report(job))?["status"] == "done", "\(job), \(comment)")
    }
    #expect(spool.text("out/second.png") == "second", comment)
    #expect(!spool.names("out").contains("first.png"), comment)
    #expect(spool.names("hold").count == 1, comment)
    #expect((try? spool.report("held"))?["status"] == "held", comment)
    #expect(spool.names("done").count == 8, comment)
    for state in ["drop", "ingest", "queue", "active", "ready", "failed", "corrupt"] {
      #expect(spool.names(state).isEmpty, "\(state), \(comment)")
    }
    let kept = spool.names("done").flatMap { spool.names("done/\($0)") }
    #expect(kept.contains("kept.a.png") && kept.contains("kept.first.png"), comment)
    for old in ["name", "src", "src.kept", "job", "result", "kept", "gone.source"] {
      #expect(!kept.contains(old), "\(old), \(comment)")
    }
    #expect(spool.text("format") != nil, comment)
  }
}
