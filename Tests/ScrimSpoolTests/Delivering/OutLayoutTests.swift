import Foundation
import ProgramTesting
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool
import Testing

/// Results in folders of their owners, who may do there what they like. Only root can drop for other users.
@Suite(.enabled(if: geteuid() == 0)) struct OutLayoutTests {
  private static let owner: uid_t = 4242
  private static let other: uid_t = 4243

  private let limits: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    limits.settleBlind = .zero
    return limits
  }()

  /// A spool with folders of owners, in which a job of the owner has delivered `a.png`.
  private func spool() throws -> (test: TestSpool, spool: Spool) {
    let test = try TestSpool()
    try FileManager.default.removeItem(atPath: "\(test.path)/format")
    for name in try FileManager.default.contentsOfDirectory(atPath: test.path) {
      try FileManager.default.removeItem(atPath: "\(test.path)/\(name)")
    }
    let spool = try Spool(path: test.path, limits: limits, layout: .byUser, rules: SpoolRules())
    try deliver("a.png", spool, test)
    return (test, spool)
  }

  @discardableResult
  private func deliver(
    _ file: String, _ spool: Spool, _ test: TestSpool
  ) throws -> Spool.Delivery {
    usleep(2000)
    try test.drop(".a")
    try #require(chown("\(test.path)/drop/.a", Self.owner, Self.owner) == 0)
    try #require(rename("\(test.path)/drop/.a", "\(test.path)/drop/a.json") == 0)
    _ = try Intake(patiently: spool).poll { _ in }
    guard case .job(let job) = try spool.claim() else { throw Crash() }
    let ticket = try job.ticket()
    let stored = try spool.store(
      .own(Array("pixels".utf8)), as: OutputRecord(file: file), limit: 1 << 20, of: job)
    let report = JobReport.done(
      job.name, ticket, RenderReport(), outputs: [stored], stages: [])
    return try spool.deliver(spool.commit(job, ticket, report: report))
  }

  /// The status of a command that a user runs, who is in no group of the daemon's.
  private func run(_ user: uid_t, _ command: String...) throws -> Int32 {
    try CommandRun(
      ["--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + command,
      program: "/usr/bin/setpriv"
    ).status
  }

  @Test func subfoldersAreTheUsersToo() throws {
    let (test, spool) = try spool()
    try deliver("small/deep/b.png", spool, test)
    let folder = "\(test.path)/out/\(Self.owner)/small/deep"
    // As the installed spool, whose folder others may pass.
    #expect(chmod("\(test.path)", 0o755) == 0 && chmod("\(test.path)/out", 0o755) == 0)
    #expect(try run(Self.owner + 1, "ls", folder) != 0)
    #expect(try run(Self.owner, "mv", "\(folder)/b.png", "\(folder)/c.png") == 0)
    #expect(try run(Self.owner, "rm", "\(folder)/c.png") == 0)
  }

  /// Whoever can read a folder can lock it.
  @Test(.timeLimit(.minutes(1)))
  func aLockThatAnotherHoldsDelaysNothing() throws {
    let (test, spool) = try spool()
    let held = try ["out", "out/\(Self.owner)", "done", "ready"].map { name in
      let folder = open("\(test.path)/\(name)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      try #require(folder >= 0)
      try #require(flock(folder, LOCK_EX | LOCK_NB) == 0)
      return folder
    }
    defer { for folder in held { close(folder) } }
    try deliver("a.png", spool, test)
    #expect(test.names("done").count == 2)
  }

  @Test func anOwnerMayDoAnythingInItsFolderAndOthersNothing() throws {
    let (test, spool) = try spool()
    let folder = "\(test.path)/out/\(Self.owner)"
    #expect(test.names("out") == ["\(Self.owner)"])
    #expect(test.names("out/\(Self.owner)") == ["a.png", "a.result.json"])
    #expect(
      spool.outputPath("a.png", of: Owner(user: Self.owner)) == "\(spool.root.name)/out/4242/a.png")
    try #require(chmod("\(test.path)/out", 0o755) == 0)
    #expect(try run(Self.owner, "ls", folder) == 0)
    #expect(try run(Self.other, "ls", folder) != 0)
    #expect(try run(Self.other, "cat", "\(folder)/a.png") != 0)
    #expect(try run(Self.other, "rm", "-f", "\(folder)/a.png") != 0)
    #expect(try run(Self.owner, "mv", "\(folder)/a.png", "\(folder)/b.png") == 0)
    #expect(try run(Self.owner, "rm", "-f", "\(folder)/b.png") == 0)
    #expect(test.names("out/\(Self.owner)") == ["a.result.json"])
    try deliver("a.png", spool, test)
    #expect(test.text("out/\(Self.owner)/a.png") == "pixels")
  }

  private enum Trap: String, CaseIterable {
    case fifo, link, mark, folder
  }

  /// Whatever an owner puts in the way costs that owner's job, and nothing else.
  @Test(arguments: Trap.allCases)
  private func whatAnOwnerPlantsIsNotTrusted(_ trap: Trap) throws {
    let (test, spool) = try spool()
    let folder = "\(test.path)/out/\(Self.owner)"
    let victim = "\(test.path)/victim"
    try Data("victim".utf8).write(to: URL(filePath: victim))
    var file = "planted.png"
    switch trap {
    case .fifo: try #require(mkfifo("\(folder)/planted.png", 0o666) == 0)
    case .link: try #require(symlink(victim, "\(folder)/planted.png") == 0)
    case .mark:
      try Data("mine".utf8).write(to: URL(filePath: "\(folder)/planted.png"))
      // As if a later job of this owner had delivered it, which would let this one pass silently.
      let mark = Array("9999999999999-\(Self.owner)-abcdefgh".utf8)
      let planted = OwnedDescriptor(owning: open("\(folder)/planted.png", O_WRONLY | O_CLOEXEC))
      try planted.setAttribute("user.scrim.job", mark, for: "forge a mark")
    case .folder:
      try #require(symlink(test.path, "\(folder)/planted") == 0)
      file = "planted/victim"
    }
    try #require(
      lchown("\(folder)/\(trap == .folder ? "planted" : file)", Self.owner, Self.owner) == 0)
    guard case .conflict(let diagnostic) = try deliver(file, spool, test) else {
      Issue.record("delivered")
      return
    }
    #expect(diagnostic.code == (trap == .folder ? "output-denied" : "output-taken"))
    #expect(test.text("victim") == "victim")
    #expect(test.names("out/\(Self.owner)").contains("a.failed.json"))
  }

  @Test func aSpoolKeepsItsLayout() throws {
    let (test, _) = try spool()
    #expect(
      try Spool(path: test.path, limits: limits, layout: .flat, rules: SpoolRules()).outLayout
        == .byUser)
    // One of format 1.
    try FileManager.default.removeItem(atPath: "\(test.path)/format")
    #expect(
      try Spool(path: test.path, limits: limits, layout: .byUser, rules: SpoolRules()).outLayout
        == .flat)
  }
}
