import Foundation
import ScrimJSON
import ScrimLinux
import ScrimSpool
import Testing

/// Outputs that stay in the spool until their submitter has fetched them.
@Suite struct PrivateDeliveryTests {
  private static let quick: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    return limits
  }()

  private func finished() throws -> (test: TestSpool, spool: Spool, id: JobID) {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try test.submit("story", #"{"delivery": "private"}"#, token: "aaaaaaaaaaaaaaaa")
    try spool.work()
    return (test, spool, try #require(test.names("done").first.flatMap { JobID($0) }))
  }

  private func contents(of id: JobID, _ commands: JobCommands, for user: UInt32) throws -> [String:
    String]
  {
    let (answer, files) = commands.answer(.fetch(id), from: user)
    guard case .outputs(let outputs) = answer else {
      Issue.record("\(answer)")
      return [:]
    }
    #expect(outputs.count == files.count)
    var contents: [String: String] = [:]
    for (output, file) in zip(outputs, files) {
      let bytes = try file.readAll(limit: 1 << 20, of: output.file)
      #expect(bytes.count == output.bytes)
      contents[output.file] = String(decoding: bytes, as: UTF8.self)
    }
    return contents
  }

  private func commands(_ spool: Spool, operators: Set<UInt32> = []) -> JobCommands {
    JobCommands(spool, isOperator: { operators.contains($0) }, onChange: { _ in })
  }

  @Test func outputsStayUntilTheyAreAcknowledged() throws {
    let (test, spool, id) = try finished()
    #expect(test.names("out").isEmpty)
    #expect(test.names("reports") == ["aaaaaaaaaaaaaaaa.json"])
    let commands = commands(spool)
    #expect(try contents(of: id, commands, for: getuid()) == ["picture.png": "pixels of story"])
    // Again, as after a connection that was lost.
    #expect(try contents(of: id, commands, for: getuid()) == ["picture.png": "pixels of story"])
    #expect(
      commands.answer(.change(.acknowledge, [id]), from: getuid()).0
        == .changes([.init(id, state: .done)]))
    #expect(try contents(of: id, commands, for: getuid()) == [:])
    #expect(try spool.details(of: id)?.isPrivate == true)
    #expect(try spool.details(of: id)?.outputs == ["picture.png"])
  }

  @Test func retentionWaitsForTheSubmitter() throws {
    let (test, spool, id) = try finished()
    let retention = Retention(
      done: .seconds(1), failed: .seconds(1), reports: .seconds(1), doneBytes: 0, failedBytes: 0)
    try spool.forget(most: 10, now: spool.now + 10_000, retention)
    #expect(test.names("done") == ["\(id)"])
    try spool.change(id, .acknowledge, by: 0)
    try spool.forget(most: 10, now: spool.now + 10_000, retention)
    #expect(test.names("done").isEmpty)
  }

  @Test func onlyTheSubmitterFetches() throws {
    let (_, spool, id) = try finished()
    let commands = commands(spool, operators: [77])
    for user in [77, 4242] as [UInt32] {
      let (answer, files) = commands.answer(.fetch(id), from: user)
      guard case .refused(let error) = answer else {
        Issue.record("\(answer)")
        continue
      }
      #expect(files.isEmpty)
      #expect(
        error.message
          == "job \(id) belongs to user \(id.user); only that user may fetch its results.")
    }
  }

  @Test func deliveredImagesCanBeFetchedToo() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try test.submit("story", nil)
    try spool.work()
    let id = try #require(test.names("done").first.flatMap { JobID($0) })
    #expect(
      try contents(of: id, commands(spool), for: getuid()) == ["picture.png": "pixels of story"])
  }

  @Test func aWaitingJobHasNothingToFetch() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try test.submit("story", nil)
    _ = try Intake(patiently: spool).poll { _ in }
    let id = try #require(test.names("queue").first.flatMap { JobID($0.dropLast(2)) })
    let answer = commands(spool).answer(.fetch(id), from: getuid()).0
    #expect(
      answer == .refused(CommandError(.state, "job \(id) is not done: it is in queue/.")))
  }

  @Test func nothingIsLostWhereverACrashFalls() throws {
    var count = 0
    var crashed = true
    while crashed {
      let test = try TestSpool()
      try test.submit("story", #"{"delivery": "private"}"#, token: "aaaaaaaaaaaaaaaa")
      crashed = false
      do {
        try test.open(limits: Self.quick, steps: Countdown(count).steps).work()
      } catch is Crash {
        crashed = true
      }
      let spool = try test.open(limits: Self.quick)
      try spool.work()
      let id = try #require(test.names("done").first.flatMap { JobID($0) })
      #expect(
        try contents(of: id, commands(spool), for: getuid()) == ["picture.png": "pixels of story"],
        "crash \(count)")
      #expect(test.names("out").isEmpty && test.names("reports").count == 1, "crash \(count)")
      count += 1
    }
    #expect(count > 13)
  }
}
