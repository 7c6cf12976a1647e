import Glibc
import ScrimDocument
import ScrimJSON
import ScrimRecords
import ScrimSpool
import Testing

/// Entries stay in `drop/` while intake is suspended.
@Suite struct PressureTests {
  private func limits(_ change: (inout SpoolLimits) -> Void = { _ in }) -> SpoolLimits {
    var limits = SpoolLimits()
    limits.settle = .zero
    limits.freeBytes = 0
    limits.freePercent = 0
    change(&limits)
    return limits
  }

  /// The pressure events of a number of polls.
  private func poll(_ intake: Intake, times: Int = 1) throws -> [String] {
    var told: [String] = []
    for _ in 0..<times {
      _ = try intake.poll { event in
        if case .pressure(let pressure, _) = event {
          told.append(pressure.map { "\($0)" } ?? "none")
        }
      }
    }
    return told
  }

  @Test func nothingIsTakenWhileTheDiskHasLessThanItMust() throws {
    let test = try TestSpool()
    try test.drop("a.json")
    let free = try test.open().space().free
    let below = try test.open(limits: limits { $0.freeBytes = free * 2 })
    let intake = Intake(patiently: below)
    #expect(
      try poll(intake, times: 3) == [
        "less than \(free * 2) bytes are free on the spool's file system"
      ])
    #expect(intake.pressure == .disk(bytes: free * 2))
    #expect(test.names("drop") == ["a.json"] && test.names("queue").isEmpty)
    let above = try test.open(limits: limits { $0.freeBytes = free / 2 })
    #expect(try poll(Intake(patiently: above)) == [])
    #expect(test.names("drop").isEmpty && test.names("queue").count == 1)
  }

  @Test func aFullQueueTakesNoMoreUntilAJobIsThrough() throws {
    let test = try TestSpool()
    for name in ["a.json", "b.json", "c.json"] { try test.drop(name) }
    let spool = try test.open(limits: limits { $0.waiting = 2 })
    let intake = Intake(patiently: spool)
    #expect(try poll(intake) == ["2 jobs are waiting"])
    #expect(test.names("queue").count == 2 && test.names("drop").count == 1)
    try finishOne(spool)
    // The next poll ends the pressure, and takes as many jobs as the limit allows.
    #expect(try poll(intake) == ["none"])
    #expect(test.names("queue").count == 2 && test.names("drop").isEmpty)
  }

  @Test func aLookTakesNoLongerThanItsSlice() throws {
    let test = try TestSpool()
    for name in ["a.json", "b.json", "c.json"] { try test.drop(name) }
    let intake = Intake(try test.open(limits: limits()), watching: false, slice: .zero)
    for count in 1...3 {
      let again = try intake.poll { _ in }
      #expect(test.names("queue").count == count)
      #expect(again == (count < 3 ? .zero : nil))
    }
  }

  @Test(.enabled(if: getuid() == 0, "Only root gives files to others."))
  func whoDropsManyKeepsNobodyWaiting() throws {
    let test = try TestSpool()
    for (name, user) in [("a", 7), ("b", 7), ("c", 7), ("d", 9)] {
      try test.drop("\(name).json")
      try #require(chown("\(test.path)/drop/\(name).json", uid_t(user), gid_t(user)) == 0)
    }
    var users: [UInt32] = []
    _ = try Intake(patiently: test.open(limits: limits())).poll { event in
      if case .accepted(let name, _, _) = event { users.append(name.id.user) }
    }
    #expect(users == [7, 9, 7, 7])
  }

  private func finishOne(_ spool: Spool) throws {
    guard case .job(let job) = try spool.claim() else { throw Crash() }
    let report = JobReport.done(
      job.name, try job.ticket(), RenderReport(), outputs: [], stages: [])
    _ = try spool.deliver(spool.commit(job, job.ticket(), report: report))
  }
}
