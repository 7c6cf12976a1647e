import ScrimRecords

/// The waiting deliveries of a hook in memory, and when the next may be attempted. A value without threads or files.
///
/// Each delivery has its own back-off: one that fails delays no other. If the receiver is unavailable, the hook as a
/// whole pauses, too, and then one delivery at a time is attempted until one succeeds, so that a receiver that is down
/// gets few requests.
package struct DeliveryQueue {
  package typealias Instant = ContinuousClock.Instant

  /// Longest pause of a hook, unless the endpoint asks for a longer one.
  static let longestPause = Duration.seconds(60)

  private struct Entry {
    var delivery: Delivery
    var due: Instant
    var isRunning = false
  }

  let retries: HookRetries
  private var entries: [JobID: Entry] = [:]
  /// By due time; entries that have run since are stale.
  private var order: [(due: Instant, id: JobID)] = []
  private var running = 0
  /// Attempts in a row that the receiver was unavailable for.
  private(set) var unavailable = 0
  private var pausedUntil: Instant?

  package init(retries: HookRetries) {
    self.retries = retries
  }

  /// Deliveries that wait or are attempted.
  var count: Int { entries.count }
  var oldest: JobID? { entries.keys.min { $0.description < $1.description } }

  func has(_ id: JobID) -> Bool { entries[id] != nil }

  /// Adds a delivery, unless its job has one already.
  package mutating func add(_ delivery: Delivery, due: Instant) {
    guard entries[delivery.id] == nil else { return }
    entries[delivery.id] = Entry(delivery: delivery, due: due)
    insert(delivery.id, due)
  }

  /// Takes the next delivery that is due.
  package mutating func next(now: Instant) -> Delivery? {
    if let pausedUntil, now < pausedUntil { return nil }
    if awaitsRunning { return nil }
    while let first = order.last, first.due <= now {
      order.removeLast()
      guard var entry = entries[first.id], !entry.isRunning, entry.due == first.due else {
        continue
      }
      entry.isRunning = true
      entries[first.id] = entry
      running += 1
      return entry.delivery
    }
    return nil
  }

  /// Whether nothing is attempted until the running attempt has ended: it shows whether the receiver is available.
  private var awaitsRunning: Bool { unavailable > 0 && running > 0 }

  /// When ``next(now:)`` may return one; `nil` if that depends on the end of a running attempt, or none waits.
  package var nextTime: Instant? {
    guard !awaitsRunning, let first = order.last?.due else { return nil }
    return max(first, pausedUntil ?? first)
  }

  /// Ends an attempt for good.
  mutating func finish(_ delivery: Delivery) {
    if entries.removeValue(forKey: delivery.id) != nil { running -= 1 }
  }

  /// Pauses the hook: its receiver is unavailable.
  ///
  /// - Parameters:
  ///   - after: What the receiver asks to wait.
  ///   - now: The current time.
  package mutating func pause(after: Duration?, now: Instant) {
    unavailable += 1
    let pause = min(retries.wait(after: unavailable), Self.longestPause)
    pausedUntil = now + max(pause, after ?? .zero)
  }

  /// Ends a pause: the receiver has accepted or refused a report.
  package mutating func resume() {
    unavailable = 0
    pausedUntil = nil
  }

  /// Ends an attempt that will be repeated.
  ///
  /// - Parameters:
  ///   - next: The delivery with its new number of failures.
  ///   - after: What the receiver asks to wait.
  ///   - now: The current time.
  package mutating func retry(_ next: Delivery, after: Duration? = nil, now: Instant) {
    guard entries[next.id] != nil else { return }
    running -= 1
    let wait = max(retries.wait(after: next.failures), after ?? .zero)
    entries[next.id] = Entry(delivery: next, due: now + wait)
    insert(next.id, now + wait)
  }

  /// Ends an attempt that does not count.
  mutating func release(_ delivery: Delivery, due: Instant) {
    guard entries[delivery.id] != nil else { return }
    running -= 1
    entries[delivery.id] = Entry(delivery: delivery, due: due)
    insert(delivery.id, due)
  }

  /// Keeps `order` sorted, the earliest last. Of the same time, the earlier job first.
  private mutating func insert(_ id: JobID, _ due: Instant) {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if order[middle].due > due
        || (order[middle].due == due && order[middle].id.description > id.description)
      {
        low = middle + 1
      } else {
        high = middle
      }
    }
    order.insert((due, id), at: low)
  }
}
