/// What waits in `queue/`, as it was when the folder was last listed: users take turns, and each
/// user's jobs come in the order of their arrival.
///
/// A memory and no record: the folder is the truth. Whoever takes a name from here must still find
/// and lock the job, and what others did meanwhile is seen when the folder is listed again. It keeps
/// the daemon from listing and sorting 100,000 names at each claim.
package struct WaitingJobs {
  /// The jobs of one user, ordered; those before `head` are gone.
  private struct Line {
    var jobs: [AttemptName] = []
    var head = 0

    var count: Int { jobs.count - head }

    mutating func add(_ name: AttemptName) {
      // What is new comes last, as a rule.
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
  /// Jobs whose next attempt is not due, and when it is: UTC, milliseconds since 1970.
  private var later: [AttemptName: Int] = [:]
  private var soonest: Int?
  private var lastServed: [UInt32: Int] = [:]
  private var served = 0
  private var listed: ContinuousClock.Instant?

  package init() {}

  /// How long ago the folder was listed; `nil` when it never was.
  func age(at now: ContinuousClock.Instant) -> Duration? { listed.map { now - $0 } }

  /// Takes the place of all that was known but of how long jobs have to wait.
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

  /// A job that has come, or has come back.
  package mutating func add(_ name: AttemptName) {
    lines[name.id.user, default: Line()].add(name)
  }

  /// A job that is not to be tried before a time.
  package mutating func postpone(_ name: AttemptName, until time: Int) {
    later[name] = time
    soonest = min(soonest ?? time, time)
  }

  /// Takes the job that is to be tried next.
  ///
  /// - Parameters:
  ///   - now: UTC, milliseconds since 1970.
  ///   - longest: The longest that a job is told to wait, milliseconds. One that seems to have to wait
  ///     longer is due: the clock was set back.
  /// - Returns: `nil` when there is none.
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

  /// Milliseconds until the first of those that have to wait is due.
  package func wait(now: Int) -> Int? { soonest.map { max(0, $0 - now) } }

  /// How many jobs each user has waiting.
  package var counts: [UInt32: Int] {
    later.keys.reduce(into: lines.mapValues(\.count)) { $0[$1.id.user, default: 0] += 1 }
  }
}
