import ScrimRecords
import ScrimSpool
import Testing

/// The order in which jobs are attempted.
@Suite struct WaitingJobsTests {
  private static let hour = 3_600_000

  private func name(_ time: Int, _ user: UInt32, attempt: Int = 0) -> AttemptName {
    AttemptName(JobID(time: 1_700_000_000_000 + time, user: user), attempt: attempt)
  }

  /// Takes up to `most` jobs.
  private func take(
    _ jobs: inout WaitingJobs, _ most: Int = .max, now: Int = 0
  ) -> [AttemptName] {
    var taken: [AttemptName] = []
    while taken.count < most, let next = jobs.next(now: now, longest: Self.hour) {
      taken.append(next)
    }
    return taken
  }

  @Test func usersTakeTurnsAndTheirJobsComeInOrder() {
    var jobs = WaitingJobs()
    let seven = (0..<4).map { name($0, 7) }
    let nine = (10..<12).map { name($0, 9) }
    jobs.replace(with: (seven + nine).shuffled())
    #expect(
      take(&jobs) == [seven[0], nine[0], seven[1], nine[1], seven[2], seven[3]])
    #expect(jobs.counts.isEmpty)
  }

  @Test func whoComesLaterNeedNotWaitForAllOfAnother() {
    var jobs = WaitingJobs()
    let many = (0..<1000).map { name($0, 7) }
    jobs.replace(with: many)
    #expect(take(&jobs, 3) == Array(many[..<3]))
    let other = name(5000, 9)
    jobs.add(other)
    #expect(take(&jobs, 2) == [other, many[3]])
    // Turns continue after the folder is listed again.
    let later = name(6000, 9)
    jobs.replace(with: (Array(many[4...]) + [later]).shuffled())
    #expect(take(&jobs, 3) == [later, many[4], many[5]])
  }

  @Test func whatComesBackGoesBeforeWhatCameLater() {
    var jobs = WaitingJobs()
    let all = (0..<5).map { name($0, 7) }
    jobs.replace(with: all)
    #expect(take(&jobs, 3) == Array(all[..<3]))
    jobs.add(all[1])
    jobs.add(all[1])
    #expect(jobs.counts == [Owner(user: 7): 3])
    #expect(take(&jobs) == [all[1], all[3], all[4]])
  }

  @Test func whatHasToWaitIsTakenWhenItIsDue() {
    var jobs = WaitingJobs()
    let failed = name(0, 7, attempt: 1)
    let fresh = name(1, 7)
    jobs.replace(with: [failed, fresh])
    #expect(take(&jobs, 1) == [failed])
    jobs.postpone(failed, until: 500)
    #expect(take(&jobs, now: 499) == [fresh])
    #expect(jobs.wait(now: 499) == 1)
    #expect(jobs.counts == [Owner(user: 7): 1])
    // The retry time is kept when the folder is listed again, and removed with the job.
    jobs.replace(with: [failed])
    #expect(take(&jobs, now: 499).isEmpty)
    #expect(take(&jobs, now: 500) == [failed])
    jobs.postpone(failed, until: 500)
    jobs.replace(with: [])
    #expect(jobs.wait(now: 0) == nil && jobs.counts.isEmpty)
  }

  @Test func nobodyWaitsLongerThanTheLongestWait() {
    var jobs = WaitingJobs()
    let failed = name(0, 7, attempt: 1)
    jobs.postpone(failed, until: Self.hour * 10)
    #expect(take(&jobs, now: Self.hour * 9 - 1) == [failed])
    jobs.postpone(failed, until: Self.hour * 10)
    #expect(take(&jobs, now: Self.hour * 9).isEmpty)
  }

  /// Regression: sorting all names for each claim took hours.
  @Test(.timeLimit(.minutes(1))) func aHundredThousandAreTakenOneByOne() {
    var jobs = WaitingJobs()
    let all = (0..<100_000).map { name($0, UInt32($0 % 10)) }
    jobs.replace(with: all.reversed())
    #expect(take(&jobs) == all)
  }

  @Test func theHigherPriorityIsFirstAmongAnOwnersJobs() {
    var jobs = WaitingJobs()
    var (low, high) = (name(0, 7), name(2, 7))
    (low.priority, high.priority) = (-1, 50)
    let usual = name(1, 7)
    let other = name(3, 9)
    jobs.replace(with: [low, usual, other])
    jobs.add(high)
    #expect(take(&jobs) == [high, other, usual, low])
  }

  @Test func tenantsOfAUserTakeTurns() throws {
    var jobs = WaitingJobs()
    func name(_ time: Int, _ tenant: String) throws -> AttemptName {
      let owner = try #require(Owner(user: 7, tenant: tenant))
      return AttemptName(JobID(time: 1_700_000_000_000 + time, owner: owner), attempt: 0)
    }
    let one = try (0..<3).map { try name($0, "one") }
    let two = try name(5, "two")
    jobs.replace(with: one + [two])
    #expect(take(&jobs) == [one[0], two, one[1], one[2]])
  }

  /// A start that is asked for is not moved by the clock's changes, as the end of a back-off is.
  @Test func whatAsksForATimeIsNotBegunBefore() {
    var jobs = WaitingJobs()
    var scheduled = name(0, 7)
    scheduled.notBefore = Self.hour * 48
    jobs.replace(with: [scheduled])
    #expect(take(&jobs, now: Self.hour * 48 - 1).isEmpty)
    #expect(jobs.wait(now: Self.hour * 47) == Self.hour)
    #expect(jobs.counts == [Owner(user: 7): 1])
    jobs.add(scheduled)
    #expect(take(&jobs, now: Self.hour * 48) == [scheduled])
  }
}

/// Names of jobs and of their folders in `queue/`.
@Suite struct AttemptNameTests {
  @Test(arguments: [
    "1700000000000-7-abcdefgh.0", "1700000000000-7-abcdefgh.12+100", "1700000000000-7-abcdefgh.1-1",
    "1700000000000-990~acme_2-abcdefgh.1-7@1700000000001", "1700000000000-7-abcdefgh.0@1",
  ])
  func aNameIsReadAsItIsWritten(_ text: String) {
    #expect(AttemptName(text)?.description == text)
  }

  @Test(arguments: [
    "1700000000000-7-abcdefgh", "1700000000000-7-abcdefgh.0+0", "1700000000000-7-abcdefgh.0+101",
    "1700000000000-7-abcdefgh.0+", "1700000000000-7-abcdefgh.0@", "1700000000000-7-abcdefgh.0@1+1",
    "1700000000000-7~-abcdefgh.0", "1700000000000-7~Acme-abcdefgh.0",
    "1700000000000-7-abcdefgh.0.1",
  ])
  func whatIsSpeltOtherwiseIsNoName(_ text: String) {
    #expect(AttemptName(text) == nil)
  }
}
