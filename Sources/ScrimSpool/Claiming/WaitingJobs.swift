/// The jobs in `queue/` when the folder was last listed. Users are served in turn, each user's jobs in order of
/// arrival.
///
/// A cache; the directory is authoritative. A caller must still lock the job that it takes from here, and changes by
/// other processes are seen when the folder is listed again. The cache saves the daemon from listing and sorting
/// 100,000 names for each claim.
package struct WaitingJobs {
  /// The jobs of one user, sorted; those before `head` have been taken.
  private struct Line {
    var jobs: [AttemptName] = []
    var head = 0

    var count: Int { jobs.count - head }

    mutating func add(_ name: AttemptName) {
      // New jobs usually go to the end.
      var (low, high) = (head, jobs.count)
      if let last = jobs.last, last < name { low = high }
      while low < high {
        let middle = (low + high) / 2
        if jobs[middle] < name { low = middle + 1 } else { high = middle }
      }
      if low < jobs.count, jobs[low] == name { return }
      jobs.insert(name, at: low)
    }

    mutating func take() -> AttemptName {
      let name = jobs[head]
      head += 1
      if head > 1000 && head > jobs.count / 2 {
        jobs.removeFirst(head)
        head = 0
      }
      return name
    }
  }

  private var lines: [UInt32: Line] = [:]
  /// Jobs whose next attempt is not due, with the time at which it is: UTC, milliseconds since 1970.
  private var later: [AttemptName: Int] = [:]
  private var soonest: Int?
  private var lastServed: [UInt32: Int] = [:]
  private var served = 0
  private var listed: ContinuousClock.Instant?

  package init() {}

  /// Time since the folder was last listed; `nil` if it never was.
  func age(at now: ContinuousClock.Instant) -> Duration? { listed.map { now - $0 } }

  /// Replaces all jobs; keeps the times of postponed ones.
  package mutating func replace(with names: [AttemptName], at now: ContinuousClock.Instant = .now) {
    listed = now
    if !later.isEmpty {
      let present = Set(names)
      later = later.filter { present.contains($0.key) }
      soonest = later.values.min()
    }
    lines = [:]
    for name in names where later[name] == nil {
      lines[name.id.user, default: Line()].jobs.append(name)
    }
    for user in lines.keys { lines[user]?.jobs.sort() }
    lastServed = lastServed.filter { lines[$0.key] != nil || served - $0.value < 1000 }
  }

  /// Adds a new or returned job.
  package mutating func add(_ name: AttemptName) {
    lines[name.id.user, default: Line()].add(name)
  }

  /// Postpones a job until a time.
  package mutating func postpone(_ name: AttemptName, until time: Int) {
    later[name] = time
    soonest = min(soonest ?? time, time)
  }

  /// Takes the next job to attempt.
  ///
  /// - Parameters:
  ///   - now: UTC, milliseconds since 1970.
  ///   - longest: Maximum wait in milliseconds. A job that would have to wait longer is due, since the clock was set
  ///     back.
  /// - Returns: `nil` if no job is due.
  package mutating func next(now: Int, longest: Int) -> AttemptName? {
    if let soonest, soonest <= now || soonest - now > longest { wake(now: now, longest: longest) }
    let user = lines.keys.min { one, other in
      let (first, second) = (lastServed[one] ?? 0, lastServed[other] ?? 0)
      return first != second ? first < second : one < other
    }
    guard let user, var line = lines.removeValue(forKey: user) else { return nil }
    served += 1
    lastServed[user] = served
    let name = line.take()
    if line.count > 0 { lines[user] = line }
    return name
  }

  private mutating func wake(now: Int, longest: Int) {
    for (name, time) in later where time <= now || time - now > longest {
      later[name] = nil
      add(name)
    }
    soonest = later.values.min()
  }

  /// Milliseconds until the first postponed job is due.
  package func wait(now: Int) -> Int? { soonest.map { max(0, $0 - now) } }

  /// Number of waiting jobs by user.
  package var counts: [UInt32: Int] {
    later.keys.reduce(into: lines.mapValues(\.count)) { $0[$1.id.user, default: 0] += 1 }
  }
}
