package import ScrimRecords

/// The jobs in `queue/` when the folder was last listed. Owners are served in turn, each owner's jobs by priority and
/// in order of arrival, but chunks of a batch take turns with the owner's other jobs of their priority.
///
/// A cache; the directory is authoritative. A caller must still lock the job that it takes from here, and changes by
/// other processes are seen when the folder is listed again. The cache saves the daemon from listing and sorting
/// 100,000 names for each claim.
package struct WaitingJobs {
  /// The jobs of one owner, sorted; those before `head` have been taken.
  private struct Line {
    var jobs: [AttemptName] = []
    var head = 0

    var count: Int { jobs.count - head }
    /// That of the next job; 0 if there is none.
    var priority: Int { head < jobs.count ? jobs[head].priority : 0 }

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

  /// Jobs that are due later: UTC, milliseconds since 1970.
  private struct Delayed {
    private(set) var times: [AttemptName: Int] = [:]
    private(set) var soonest: Int?

    mutating func add(_ name: AttemptName, until time: Int) {
      times[name] = time
      soonest = min(soonest ?? time, time)
    }

    mutating func keep(only present: Set<AttemptName>) {
      times = times.filter { present.contains($0.key) }
      soonest = times.values.min()
    }

    /// Takes those that are due.
    mutating func take(where isDue: (Int) -> Bool) -> [AttemptName] {
      let names = times.filter { isDue($0.value) }.map(\.key)
      for name in names { times[name] = nil }
      soonest = times.values.min()
      return names
    }
  }

  /// The jobs of an owner: the chunks of one batch, or those that are not chunks.
  private struct LineKey: Hashable, Comparable {
    let owner: Owner
    let batch: JobID?

    init(_ id: JobID) {
      owner = id.owner
      batch = id.rows == nil ? nil : id.batch
    }

    init(chunkOf batch: JobID) {
      owner = batch.owner
      self.batch = batch
    }

    static func < (one: LineKey, other: LineKey) -> Bool {
      guard one.owner == other.owner else { return one.owner < other.owner }
      guard let batch = other.batch else { return false }
      return one.batch.map { $0 < batch } ?? true
    }
  }

  private var lines: [LineKey: Line] = [:]
  /// Jobs whose next attempt is not due, by the end of their back-off.
  private var delayed = Delayed()
  /// Jobs that are not to be begun yet, by the time that they ask for.
  private var scheduled = Delayed()
  private var lastServed: [Owner: Int] = [:]
  private var lastServedLine: [LineKey: Int] = [:]
  private var served = 0
  private var listed: ContinuousClock.Instant?

  package init() {}

  /// Time since the folder was last listed; `nil` if it never was.
  func age(at now: ContinuousClock.Instant) -> Duration? { listed.map { now - $0 } }

  /// Replaces all jobs; keeps the times of postponed ones.
  package mutating func replace(with names: [AttemptName], at now: ContinuousClock.Instant = .now) {
    listed = now
    if !delayed.times.isEmpty { delayed.keep(only: Set(names)) }
    lines = [:]
    scheduled = Delayed()
    for name in names where delayed.times[name] == nil {
      if let time = name.notBefore {
        scheduled.add(name, until: time)
      } else {
        lines[LineKey(name.id), default: Line()].jobs.append(name)
      }
    }
    for key in lines.keys { lines[key]?.jobs.sort() }
    let owners = Set(lines.keys.map(\.owner))
    lastServed = lastServed.filter { owners.contains($0.key) || served - $0.value < 1000 }
    lastServedLine = lastServedLine.filter { lines[$0.key] != nil || served - $0.value < 1000 }
  }

  /// Adds a new or returned job.
  package mutating func add(_ name: AttemptName) {
    if let time = name.notBefore { return scheduled.add(name, until: time) }
    enqueue(name)
  }

  /// Postpones a job until a time.
  package mutating func postpone(_ name: AttemptName, until time: Int) {
    delayed.add(name, until: time)
  }

  /// Takes the next job to attempt.
  ///
  /// - Parameters:
  ///   - now: UTC, milliseconds since 1970.
  ///   - longest: Maximum wait in milliseconds. A job that would have to wait longer is due, since the clock was set
  ///     back.
  /// - Returns: `nil` if no job is due.
  package mutating func next(now: Int, longest: Int) -> AttemptName? {
    wake(now: now, longest: longest)
    guard let key = nextLine(), var line = lines.removeValue(forKey: key) else { return nil }
    served += 1
    lastServed[key.owner] = served
    lastServedLine[key] = served
    let name = line.take()
    if line.count > 0 { lines[key] = line }
    return name
  }

  /// The line of the owner who was served longest ago: of this owner's lines that with the highest priority, and of
  /// several the one that was served longest ago.
  private func nextLine() -> LineKey? {
    lines.min { one, other in
      let (first, second) = (lastServed[one.key.owner] ?? 0, lastServed[other.key.owner] ?? 0)
      guard first == second else { return first < second }
      guard one.key.owner == other.key.owner else { return one.key < other.key }
      let (high, low) = (one.value.priority, other.value.priority)
      guard high == low else { return high > low }
      let (line, next) = (lastServedLine[one.key] ?? 0, lastServedLine[other.key] ?? 0)
      return line != next ? line < next : one.key < other.key
    }?.key
  }

  /// Whether a job could be begun now that is no chunk of a batch.
  func hasOther(thanChunksOf batch: JobID) -> Bool {
    lines.keys.contains { $0 != LineKey(chunkOf: batch) }
  }

  /// Chunks of a batch that could be begun now.
  package func count(ofBatch id: JobID) -> Int { lines[LineKey(chunkOf: id)]?.count ?? 0 }

  private mutating func wake(now: Int, longest: Int) {
    if let soonest = delayed.soonest, soonest <= now || soonest - now > longest {
      for name in delayed.take(where: { $0 <= now || $0 - now > longest }) { enqueue(name) }
    }
    if let soonest = scheduled.soonest, soonest <= now {
      for name in scheduled.take(where: { $0 <= now }) { enqueue(name) }
    }
  }

  /// Adds a job that is due.
  private mutating func enqueue(_ name: AttemptName) {
    lines[LineKey(name.id), default: Line()].add(name)
  }

  /// Milliseconds until the first of those that wait for a time is due.
  package func wait(now: Int) -> Int? {
    [delayed.soonest, scheduled.soonest].compactMap(\.self).min().map { max(0, $0 - now) }
  }

  /// Number of waiting jobs by owner.
  package var counts: [Owner: Int] {
    [delayed, scheduled].flatMap(\.times.keys)
      .reduce(into: owned) { $0[$1.id.owner, default: 0] += 1 }
  }

  private var owned: [Owner: Int] {
    lines.reduce(into: [:]) { $0[$1.key.owner, default: 0] += $1.value.count }
  }
}
