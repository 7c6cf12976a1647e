import ScrimLinux
import ScrimRecords

/// Number and bytes of further jobs that may wait, in total and per owner. Jobs above a quota stay in `drop/` for a
/// later poll.
package struct QueueQuota {
  /// A quota that an owner has reached.
  package enum Excess: Sendable, Hashable, CustomStringConvertible {
    case jobs(Int)
    case bytes(Int)

    package var description: String {
      switch self {
      case .jobs(let count):
        "\(count) jobs of the owner are waiting, the limit of intake.waiting-per-user"
      case .bytes(let count):
        "the owner's accepted jobs would have more than \(count) bytes, the limit of "
          + "intake.waiting-bytes-per-user"
      }
    }
  }

  private var waiting: [Owner: Int]
  private var bytes: [Owner: Int]
  private var all: Int
  private let limits: SpoolLimits

  init(_ spool: Spool) throws {
    limits = spool.limits
    waiting = try spool.waitingByOwner()
    bytes = try spool.acceptedBytes()
    all = waiting.values.reduce(0, +)
  }

  /// A full queue stays closed until a tenth of it is processed, to avoid toggling with every job.
  func pressure(previous: Pressure?) -> Pressure? {
    let full = Pressure.queue(jobs: limits.waiting)
    let most = previous == full ? limits.waiting - (limits.waiting + 9) / 10 + 1 : limits.waiting
    return all < most ? nil : full
  }

  /// The quota that a job of this size would exceed. A job that is larger than the quota by itself is admitted, and
  /// refused with a report.
  func excess(of owner: Owner, adding size: Int) -> Excess? {
    if waiting[owner, default: 0] >= limits.waitingPerUser { return .jobs(limits.waitingPerUser) }
    let most = limits.waitingBytesPerUser
    if size <= most, bytes[owner, default: 0] > most - size { return .bytes(most) }
    return nil
  }

  mutating func take(_ owner: Owner, bytes size: Int) {
    waiting[owner, default: 0] += 1
    bytes[owner, default: 0] += size
    all += 1
  }
}
