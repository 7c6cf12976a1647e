import Foundation
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool
import Synchronization
import Testing

/// The entries that the spool accepts, and those that it refuses.
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
    _ = try Intake(patiently: test.open(limits: limits)).poll { event in
      if case .refused(_, _, let diagnostic) = event { message = diagnostic.message }
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
        == "the job has more than 1000 bytes.")
    #expect(
      try refusal {
        try FileManager.default.createSymbolicLink(
          atPath: "\($0.path)/drop/a.json", withDestinationPath: "/etc/passwd")
      } == "the job is a symbolic link, not a file.")
    #expect(
      try refusal {
        try $0.drop("other.txt")
        guard link("\($0.path)/drop/other.txt", "\($0.path)/drop/a.json") == 0 else {
          throw Crash()
        }
        try FileManager.default.moveItem(
          atPath: "\($0.path)/drop/other.txt", toPath: "\($0.path)/other.txt")
      } == "the job has more than one hard link: copy it.")
    #expect(
      try refusal {
        guard mkfifo("\($0.path)/drop/a.json", 0o644) == 0 else { throw Crash() }
      }
        == "the job is a pipe, not a file.")
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
      } == #""photo.png" is a symbolic link, not a file."#)
    #expect(
      try refusal { try $0.drop("a.scrim") } == "a .scrim bundle must be a folder.")
  }

  /// The daemon's own account could change a job in any case, so its documents are not copied.
  @Test(arguments: [(0o644, true), (0o600, true), (0o664, false), (0o646, false)])
  func onlyWhatNoOtherAccountCanChangeIsMoved(mode: Int, isMoved: Bool) throws {
    let test = try TestSpool()
    let text = #"{"scrim": 1, "layers": []}"#
    try test.drop("a.json", text, mode: mode)
    let before = try inode("\(test.path)/drop/a.json")
    _ = try Intake(patiently: test.open(limits: limits)).poll { _ in }
    let job = try #require(test.names("queue").first)
    #expect(test.names("queue/\(job)") == ["job.json", "ticket.json"])
    #expect(test.text("queue/\(job)/job.json") == text)
    #expect(try (inode("\(test.path)/queue/\(job)/job.json") == before) == isMoved)
  }

  /// Of the two renames after the flush, only the later one may be on the disk.
  @Test func aDocumentIsFoundUnderTheNameThatItWasDroppedWith() throws {
    let test = try TestSpool()
    let text = #"{"scrim": 1, "layers": []}"#
    try test.drop("a.json", text)
    let spool = try test.open(limits: limits)
    _ = try Intake(patiently: spool).poll { _ in }
    let place = "\(test.path)/queue/\(try #require(test.names("queue").first))"
    try FileManager.default.moveItem(atPath: "\(place)/job.json", toPath: "\(place)/drop.a.json")
    guard case .job(let job) = try spool.claim() else {
      Issue.record("nothing to claim")
      return
    }
    #expect(try job.document(job.ticket(), limit: 1000) == Array(text.utf8))
    let failure = Diagnostic(code: "internal", message: "no.")
    let ticket = try job.ticket()
    try spool.fail(job, ticket, JobReport.failed(job.name, ticket, [failure], history: History()))
    #expect(test.names("failed/\(job.id)").contains("drop.a.json"))
  }

  private func inode(_ path: String) throws -> UInt64 {
    let value = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber]
    return try #require((value as? NSNumber)?.uint64Value)
  }

  /// A name's owner is checked before the name is claimed: in between, another file may take it. Only root can create
  /// another user's file.
  @Test(.enabled(if: geteuid() == 0)) func whatAnotherPutInItsPlaceIsNotTakenForTheFirsts() throws {
    let test = try TestSpool()
    let ingest = "\(test.path)/ingest"
    let steps = Steps { step in
      guard step == .dropMoved else { return }
      for job in try FileManager.default.contentsOfDirectory(atPath: ingest) {
        guard chown("\(ingest)/\(job)/drop.a.json", 4242, 4242) == 0 else { throw Crash() }
      }
    }
    try test.drop("a.json")
    _ = try Intake(test.open(limits: limits, steps: steps), watching: false).poll { _ in }
    #expect(
      try test.report("a")["errors"]?.array?.first?["message"]
        == "the job was replaced during intake: drop it again.")
  }

  /// None of these, accidental or malicious, may block other jobs.
  @Test func refusesWhatCanHardlyBeOpenedOrDeleted() throws {
    #expect(
      try refusal { test in
        let path = try bundle(test, [])
        try FileManager.default.createDirectory(
          atPath: "\(path)/job.json", withIntermediateDirectories: true)
      } == #""job.json" is a folder, not a file."#)
    #expect(
      try refusal { test in
        let path = try bundle(test, ["job.json"])
        let name = Array("\(path)/caf".utf8) + [0xE9, 0]
        guard mkdir(name.map { CChar(bitPattern: $0) }, 0o755) == 0 else { throw Crash() }
      } == "\"caf\u{FFFD}\" has a name that is not UTF-8: rename it.")
    #expect(
      try refusal { test in
        let path = try bundle(test, ["job.json"])
        // Deeper than the maximum path length, and than the maximum number of open folders.
        var folder = open(path, O_RDONLY | O_DIRECTORY)
        for _ in 0..<2000 {
          guard mkdirat(folder, "d", 0o755) == 0 else { throw Crash() }
          let inner = openat(folder, "d", O_RDONLY | O_DIRECTORY)
          close(folder)
          folder = inner
        }
        close(folder)
      } == "the bundle has folders nested more than 8 deep.")
  }

  @Test func setsAsideWhatCannotBeAcceptedAndGoesOn() throws {
    let test = try TestSpool()
    for name in ["a.json", "b.json"] { try test.drop(name) }
    let isFirst = Atomic(true)
    let steps = Steps { step in
      guard step == .copied, isFirst.exchange(false, ordering: .relaxed) else { return }
      try check(open("/", O_WRONLY), "open what is no file")
    }
    var reasons: [String] = []
    _ = try Intake(patiently: test.open(limits: limits, steps: steps)).poll { event in
      if case .corrupt(_, let reason) = event { reasons.append(reason) }
    }
    #expect(reasons == ["cannot open what is no file: Is a directory"])
    #expect(test.names("corrupt").count == 1)
    #expect(test.names("queue").count == 1)
    #expect(test.names("drop").isEmpty && test.names("ingest").isEmpty)
  }

  @Test func leavesWhatCanBeNoJobsNameAndSaysWhy() throws {
    let test = try TestSpool()
    for name in ["a\nb.json", "a\u{9B}b.scrim", String(repeating: "x", count: 201) + ".json"] {
      try test.drop(name)
    }
    let strange = Array("\(test.path)/drop/caf".utf8) + [0xE9] + Array(".json\0".utf8)
    let number = open(strange.map { CChar(bitPattern: $0) }, O_WRONLY | O_CREAT, 0o644)
    try #require(number >= 0)
    close(number)
    let intake = Intake(patiently: try test.open(limits: limits))
    var left: [String] = []
    for _ in 0..<3 {
      _ = try intake.poll { event in
        if case .left(_, _, let reason) = event { left.append(reason) }
      }
    }
    #expect(
      left.sorted() == [
        "its name contains the control character U+000A",
        "its name contains the control character U+009B",
        "its name has 201 bytes before the extension; at most 200 are allowed",
        "its name is not UTF-8",
      ])
  }

  @Test func copiesABundleWithItsFolders() throws {
    let test = try TestSpool()
    let path = try bundle(test, ["job.json"])
    try FileManager.default.createDirectory(
      atPath: "\(path)/in/ner", withIntermediateDirectories: true)
    try Data("photo".utf8).write(to: URL(filePath: "\(path)/in/ner/p.png"))
    _ = try Intake(patiently: test.open(limits: limits)).poll { _ in }
    let job = try #require(test.names("queue").first)
    #expect(job.hasSuffix(".0"))
    #expect(test.text("queue/\(job)/bundle/in/ner/p.png") == "photo")
    #expect(test.names("queue/\(job)") == ["bundle", "ticket.json"])
  }

  @Test func passesOverWhatIsNoJobAndSaysSoOnce() throws {
    let test = try TestSpool()
    for name in [".hidden.json", "a.json.part", "a.json.tmp", "a.json~", "photo.jpg"] {
      try test.drop(name)
    }
    let intake = Intake(patiently: try test.open(limits: limits))
    var left: [String] = []
    for _ in 0..<3 {
      _ = try intake.poll { event in
        if case .left(let name, _, let reason) = event { left.append("\(name): \(reason)") }
      }
    }
    #expect(left == ["photo.jpg: its name does not end in .json or .scrim"])
    #expect(test.names("drop").count == 5)
  }

  @Test func leavesTheJobsOfAUserWhoHasTooManyWaiting() throws {
    let test = try TestSpool()
    for number in 0..<5 { try test.drop("j\(number).json") }
    var few = limits
    few.waitingPerUser = 2
    let intake = Intake(patiently: try test.open(limits: few))
    var told: [String] = []
    for _ in 0..<3 {
      _ = try intake.poll { event in
        if case .overQuota(let owner, let excess) = event { told.append("\(owner): \(excess)") }
      }
    }
    #expect(test.names("queue").count == 2)
    #expect(test.names("drop").count == 3)
    #expect(
      told == ["\(getuid()): 2 jobs of the owner are waiting, the limit of intake.waiting-per-user"]
    )
  }

  @Test func leavesTheJobsOfAUserWhoseJobsHaveTooManyBytes() throws {
    let test = try TestSpool()
    let document = #"{"scrim": 1, "name": "\#(String(repeating: "x", count: 376))"}"#
    #expect(document.utf8.count == 400)
    for name in ["a", "b", "c"] { try test.drop("\(name).json", document) }
    var few = limits
    few.waitingBytesPerUser = 1000
    let spool = try test.open(limits: few)
    let intake = Intake(patiently: spool)
    var told: [String] = []
    func poll() throws {
      _ = try intake.poll { event in
        if case .overQuota(let owner, let excess) = event { told.append("\(owner): \(excess)") }
      }
    }
    try poll()
    try poll()
    #expect(test.names("queue").count == 2)
    #expect(test.names("drop") == ["c.json"])
    #expect(
      told == [
        "\(getuid()): the owner's accepted jobs would have more than 1000 bytes, the limit of intake.waiting-bytes-per-user"
      ])
    // A daemon that starts with waiting jobs reads their sizes.
    _ = try Intake(patiently: test.open(limits: few)).poll { _ in }
    #expect(test.names("drop") == ["c.json"])
    let id = try #require(test.names("queue").first.flatMap { JobID($0.dropLast(2)) })
    let other = try test.open(limits: few)
    try other.change(id, .cancel, by: 0)
    _ = try Intake(patiently: other).poll { _ in }
    #expect(test.names("drop").isEmpty)
    #expect(test.names("queue").count == 2)
  }

  @Test func refusesAJobThatIsLargerThanTheQuota() throws {
    var few = limits
    few.waitingBytesPerUser = 1000
    let test = try TestSpool()
    try test.submit("a", nil)
    // The document alone would be small enough.
    let part = "\(test.path)/drop/a.scrim"
    try Data(repeating: 0, count: 990).write(to: URL(filePath: "\(part)/photo.jpg"))
    try test.open(limits: few).work()
    #expect(
      try test.report("a")["errors"]?.array?.first?["message"]
        == "the job has more than 1000 bytes, the limit of all waiting jobs of a user.")
  }

  @Test func drawsASeedThatStays() throws {
    let test = try TestSpool()
    try test.drop("a.json")
    let spool = try test.open(limits: limits)
    _ = try Intake(patiently: spool).poll { _ in }
    let first = try ticketOfNext(spool)
    #expect((0..<(1 << 53)).contains(first.seed))
    #expect(first.user == getuid())
    #expect(try ticketOfNext(spool) == first)
  }

  private func ticketOfNext(_ spool: Spool) throws -> Ticket {
    guard case .job(let job) = try spool.claim() else { throw Crash() }
    let ticket = try job.ticket()
    try spool.release(job)
    return ticket
  }
}
