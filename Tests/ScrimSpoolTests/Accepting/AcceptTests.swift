import Foundation
import ScrimDocument
import ScrimSpool
import Testing

/// What the spool takes in, and what it does not.
@Suite struct AcceptTests {
  private let limits: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    limits.settleBlind = .zero
    limits.jobBytes = 1000
    limits.fileBytes = 2000
    limits.files = 3
    return limits
  }()

  private func refusal(_ prepare: (TestSpool) throws -> Void) throws -> String? {
    let test = try TestSpool()
    try prepare(test)
    var message: String?
    _ = try Intake(test.open(limits: limits), watching: false).look { event in
      if case .refused(_, _, let problem) = event { message = problem.message }
    }
    #expect(test.names("drop").isEmpty)
    #expect(test.names("queue").isEmpty)
    #expect(test.names("failed").count == 1)
    #expect(try test.report("a")["errors"]?.array?.first?["message"]?.string == message)
    return message
  }

  private func bundle(_ test: TestSpool, _ files: [String]) throws -> String {
    let path = "\(test.path)/drop/a.scrim"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
    for file in files { try Data("{}".utf8).write(to: URL(filePath: "\(path)/\(file)")) }
    return path
  }

  @Test func refusesWhatBreaksARule() throws {
    #expect(
      try refusal { try $0.drop("a.json", String(repeating: " ", count: 1001)) }
        == "job.json has more than 1000 bytes.")
    #expect(
      try refusal {
        try FileManager.default.createSymbolicLink(
          atPath: "\($0.path)/drop/a.json", withDestinationPath: "/etc/passwd")
      } == "job.json is a symbolic link.")
    #expect(
      try refusal {
        try $0.drop("other.txt")
        guard link("\($0.path)/drop/other.txt", "\($0.path)/drop/a.json") == 0 else {
          throw Crash()
        }
        try FileManager.default.moveItem(
          atPath: "\($0.path)/drop/other.txt", toPath: "\($0.path)/other.txt")
      } == "job.json has more than one link.")
    #expect(
      try refusal {
        guard mkfifo("\($0.path)/drop/a.json", 0o644) == 0 else { throw Crash() }
      }
        == "job.json is no regular file.")
    #expect(
      try refusal { _ = try bundle($0, ["one.png"]) } == "the bundle has no job.json.")
    #expect(
      try refusal { _ = try bundle($0, ["job.json", "1", "2", "3", "4"]) }
        == "the bundle has more than 3 files.")
    #expect(
      try refusal { test in
        let path = try bundle(test, ["job.json"])
        try FileManager.default.createSymbolicLink(
          atPath: "\(path)/photo.png", withDestinationPath: "/etc/passwd")
      } == "photo.png is a symbolic link.")
    #expect(
      try refusal { try $0.drop("a.scrim") } == "a .scrim bundle must be a folder.")
  }

  @Test func copiesABundleWithItsFolders() throws {
    let test = try TestSpool()
    let path = try bundle(test, ["job.json"])
    try FileManager.default.createDirectory(
      atPath: "\(path)/in/ner", withIntermediateDirectories: true)
    try Data("photo".utf8).write(to: URL(filePath: "\(path)/in/ner/p.png"))
    _ = try Intake(test.open(limits: limits), watching: false).look { _ in }
    let job = try #require(test.names("queue").first)
    #expect(job.hasSuffix(".0"))
    #expect(test.text("queue/\(job)/job/in/ner/p.png") == "photo")
    #expect(test.names("queue/\(job)") == ["job", "name", "ticket.json"])
  }

  @Test func passesOverWhatIsNoJobAndSaysSoOnce() throws {
    let test = try TestSpool()
    for name in [".hidden.json", "a.json.part", "a.json.tmp", "a.json~", "photo.jpg"] {
      try test.drop(name)
    }
    let intake = Intake(try test.open(limits: limits), watching: false)
    var left: [String] = []
    for _ in 0..<3 {
      _ = try intake.look { event in
        if case .left(let name, let reason) = event { left.append("\(name): \(reason)") }
      }
    }
    #expect(left == ["photo.jpg: its name ends neither in .json nor in .scrim"])
    #expect(test.names("drop").count == 5)
  }

  @Test func leavesTheJobsOfAUserWhoHasTooManyWaiting() throws {
    let test = try TestSpool()
    for number in 0..<5 { try test.drop("j\(number).json") }
    var few = limits
    few.waitingPerUser = 2
    _ = try Intake(test.open(limits: few), watching: false).look { _ in }
    #expect(test.names("queue").count == 2)
    #expect(test.names("drop").count == 3)
  }

  @Test func drawsASeedThatStays() throws {
    let test = try TestSpool()
    try test.drop("a.json")
    let spool = try test.open(limits: limits)
    _ = try Intake(spool, watching: false).look { _ in }
    let first = try ticketOfNext(spool)
    #expect((0..<(1 << 53)).contains(first.seed))
    #expect(first.user == getuid())
    #expect(try ticketOfNext(spool) == first)
  }

  private func ticketOfNext(_ spool: Spool) throws -> Ticket {
    guard case .job(let job) = try spool.claim() else { throw Crash() }
    let ticket = try job.ticket()
    try spool.giveBack(job)
    return ticket
  }
}
