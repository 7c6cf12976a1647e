import ScrimLinux

/// Number of further jobs that may wait, in total and per owner. Jobs above the quota stay in `drop/` for a later
/// poll.
struct QueueQuota {
  private var waiting: [Owner: Int]
  private var all: Int
  private let limits: SpoolLimits

  init(_ spool: Spool) throws(SystemError) {
    limits = spool.limits
    waiting = try spool.waitingByOwner()
    all = waiting.values.reduce(0, +)
  }

  /// A full queue stays closed until a tenth of it is processed, to avoid toggling with every job.
  func pressure(previous: Pressure?) -> Pressure? {
    let full = Pressure.queue(jobs: limits.waiting)
    let most = previous == full ? limits.waiting - (limits.waiting + 9) / 10 + 1 : limits.waiting
    return all < most ? nil : full
  }

  func admits(for owner: Owner) -> Bool { waiting[owner, default: 0] < limits.waitingPerUser }

  mutating func take(_ owner: Owner) {
    waiting[owner, default: 0] += 1
    all += 1
  }
}
