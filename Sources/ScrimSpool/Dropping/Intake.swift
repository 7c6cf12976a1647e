import Glibc
import ScrimDocument
import ScrimJSON
package import ScrimLinux
package import ScrimRecords
import SystemPackage

/// Takes in dropped files: detects them, waits until they are complete, claims and accepts them.
///
/// Used by one thread.
package final class Intake {
  private let spool: Spool
  private let watch: DropWatch?
  private var settling: Settling
  /// Entries that stay in `drop/` and were reported once: the bytes of the name, and the fingerprint.
  private var left: [[UInt8]: Int] = [:]
  /// Entries whose names no job can have: they are not inspected again.
  private var misnamed: Set<[UInt8]> = []
  /// Reports of entries that stay in `drop/`, by user.
  private var leftReports: [UInt32: Int] = [:]
  private static let maxLeftReports = 1000
  /// Owners who have reached a quota, so that their jobs stay in `drop/`.
  package private(set) var overQuota: [Owner: QueueQuota.Excess] = [:]
  /// Why intake is suspended; `nil` if it is not.
  package private(set) var pressure: Pressure?

  private let slice: Duration

  /// - Parameters:
  ///   - spool: The spool to scan.
  ///   - watching: Whether to use inotify. Without it, or where it is unavailable, only the scan finds changes.
  ///   - slice: Maximum duration of one intake pass, which takes at least one job. Scan, status requests and watchdog
  ///     run between passes.
  package init(_ spool: Spool, watching: Bool, slice: Duration = .seconds(1)) {
    self.spool = spool
    self.slice = slice
    watch = watching ? try? DropWatch(spool.drop) : nil
    settling = Settling(settle: spool.limits.settle, blind: spool.limits.settleBlind)
  }

  /// Readable when `drop/` has changed; `nil` if it is not watched.
  package var descriptor: OwnedDescriptor? { watch?.descriptor }

  /// Scans `drop/` and accepts complete entries, users in turn.
  ///
  /// - Returns: The delay until the next poll, because an entry is still settling; zero if there is more than one
  ///   pass takes in.
  /// - Throws: ``SystemError``.
  package func poll(_ report: (Spool.Event) -> Void) throws -> Duration? {
    (settling.settle, settling.blind) = (spool.limits.settle, spool.limits.settleBlind)
    readChanges()
    let names = try list(report)
    var quota = try QueueQuota(spool)
    try updatePressure(
      spool.diskPressure(previous: pressure) ?? quota.pressure(previous: pressure), report)
    guard !names.isEmpty, pressure == nil else { return nil }

    var next: Duration?
    var batch: [Entry] = []
    let end = ContinuousClock.now + slice
    // Their later submissions wait with them.
    var (full, waiting): (Set<Owner>, Set<Owner>) = ([], [])
    for (name, user, owner, isSubmission) in try inTurns(names) {
      if !batch.isEmpty && ContinuousClock.now >= end {
        next = .zero
        break
      }
      if let full = quota.pressure(previous: nil) {
        try updatePressure(full, report)
        break
      }
      if full.contains(owner) || isSubmission && waiting.contains(owner) { continue }
      // Not inspected if there can be no place for it.
      if refuses(owner, quota.excess(of: owner, adding: 0), report) {
        full.insert(owner)
        continue
      }
      switch try evaluate(name, user, report) {
      case nil: break
      case .wait(let time)?:
        next = min(next ?? time, time)
        if isSubmission { waiting.insert(owner) }
      case .take(let snapshot)?:
        let size = Int(snapshot.bytes)
        if refuses(owner, quota.excess(of: owner, adding: size), report) {
          full.insert(owner)
          continue
        }
        overQuota[owner] = nil
        quota.take(owner, bytes: size)
        batch.append(Entry(name: name, user: user, fingerprint: snapshot.fingerprint))
        if batch.count == Self.maxBatch {
          try take(batch, report)
          batch = []
          if ContinuousClock.now >= end { return .zero }
        }
      }
    }
    try take(batch, report)
    return next
  }

  /// Reports a quota that an owner has reached, once.
  ///
  /// - Returns: Whether there is one.
  private func refuses(
    _ owner: Owner, _ excess: QueueQuota.Excess?, _ report: (Spool.Event) -> Void
  ) -> Bool {
    guard let excess else { return false }
    if overQuota.updateValue(excess, forKey: owner) == nil { report(.overQuota(owner, excess)) }
    return true
  }

  /// A complete entry of `drop/`.
  private struct Entry {
    let name: String
    let user: UInt32
    let fingerprint: Int
  }

  /// Entries that go through the steps of intake together, and share their flushes. Each takes two descriptors
  /// meanwhile.
  private static let maxBatch = 64

  private func readChanges() {
    for change in watch?.changes() ?? [] {
      switch change {
      case .closed(let name): settling.sawClose(name)
      case .moved(let name): settling.sawMove(name)
      case .other: break
      }
    }
  }

  /// The names that may be those of jobs.
  private func list(_ report: (Spool.Event) -> Void) throws(SystemError) -> [String] {
    let (all, strange) = try spool.drop.namesAndGarbled()
    var names: [String] = []
    for name in all where !DropName.isIgnored(name) {
      if try !isMisnamed(name, report) { names.append(name) }
    }
    misnamed = misnamed.isEmpty ? [] : misnamed.intersection(all.map { Array($0.utf8) })
    let garbled = Set(strange.filter { !DropName.isIgnored($0) })
    let present = Set(names.map { Array($0.utf8) })
    settling.keep(only: present)
    let told = present.union(garbled.map { Array($0.utf8) })
    left = left.filter { told.contains($0.key) }
    for name in garbled.sorted() { leave(name, nil, 0, "its name is not UTF-8", report) }
    return names
  }

  /// Whether no job can have a name, which is reported once.
  private func isMisnamed(
    _ name: String, _ report: (Spool.Event) -> Void
  ) throws(SystemError) -> Bool {
    let key = Array(name.utf8)
    if misnamed.contains(key) { return true }
    guard let violation = DropName.dropViolation(in: name) else { return false }
    misnamed.insert(key)
    let user = try spool.drop.status(of: name)?.st_uid
    report(.left(name, user: user, reason: "its name \(violation)"))
    return true
  }

  /// Orders names by turn: the first of each owner, then the second of each, and so on. An owner with many jobs does
  /// not delay others. Those of an owner are in the order of submission.
  private func inTurns(
    _ names: [String]
  ) throws(SystemError) -> [(name: String, user: UInt32, owner: Owner, isSubmission: Bool)] {
    let bridges = spool.rules.bridgeUsers
    var arrivals: [Arrival] = []
    for name in names {
      guard let about = try spool.drop.status(of: name) else { continue }
      let user = about.st_uid
      let owner = bridges.contains(user) ? self.owner(of: name, user) : Owner(user: user)
      let changed = Int(about.st_ctim.tv_sec) * 1000 + Int(about.st_ctim.tv_nsec) / 1_000_000
      arrivals.append(Arrival(name: name, user: user, owner: owner, changed: changed))
    }
    var counts: [Owner: Int] = [:]
    var turns: [(turn: Int, arrival: Arrival)] = []
    for arrival in arrivals.sorted() {
      turns.append((counts[arrival.owner, default: 0], arrival))
      counts[arrival.owner, default: 0] += 1
    }
    turns.sort { ($0.turn, $0.arrival.owner) < ($1.turn, $1.arrival.owner) }
    return turns.map { _, arrival in
      (arrival.name, arrival.user, arrival.owner, !arrival.token.isEmpty)
    }
  }

  /// A name in `drop/`, which sorts by the time of its submission: that in its token, or that of its last change if it
  /// has no token, or one that was made otherwise and says another day.
  private struct Arrival: Comparable {
    let name: String
    let user: UInt32
    let owner: Owner
    let token: String
    private let time: Int

    private static let day = 86_400_000

    init(name: String, user: UInt32, owner: Owner, changed: Int) {
      self.name = name
      self.user = user
      self.owner = owner
      token = DropName(name)?.token ?? ""
      let submitted = token.isEmpty ? changed : SubmissionToken.time(of: token)
      time = abs(submitted - changed) < Self.day ? submitted : changed
    }

    static func < (one: Arrival, other: Arrival) -> Bool {
      (one.time, one.token, one.name) < (other.time, other.token, other.name)
    }
  }

  /// The owner that a bundle names. It is read again once the bundle is copied: until then it may change.
  private func owner(of name: String, _ user: UInt32) -> Owner {
    guard let bundle = try? spool.drop.folder(name),
      let submission = try? SubmissionOptions(reading: bundle), let tenant = submission.tenant
    else { return Owner(user: user) }
    return Owner(user: user, tenant: tenant) ?? Owner(user: user)
  }

  private enum Decision {
    case take(Tree.Snapshot)
    case wait(Duration)
  }

  /// - Returns: `nil` if the entry is gone or stays in `drop/`.
  private func evaluate(
    _ name: String, _ user: UInt32, _ report: (Spool.Event) -> Void
  ) throws -> Decision? {
    let snapshot: Tree.Snapshot
    let probe: Settling.Probe
    do {
      guard let seen = try inspect(name) else { return nil }
      (snapshot, probe) = seen
    } catch {
      // Gone or replaced during inspection; the next poll sees the new state.
      if error.code == .noSuchFileOrDirectory { return nil }
      guard !error.isTransient else { throw error }
      leave(name, user, 0, error.description, report)
      return nil
    }
    if left[Array(name.utf8)] == snapshot.fingerprint { return nil }
    switch settling.evaluate(name, probe, now: .now, isComplete: { isComplete(name, probe) }) {
    case .wait(let time): return .wait(time)
    case .take: return .take(snapshot)
    }
  }

  /// Reports when pressure begins, changes and ends.
  private func updatePressure(_ now: Pressure?, _ report: (Spool.Event) -> Void) throws {
    guard now != pressure else { return }
    pressure = now
    switch now {
    case .disk, .files: report(.pressure(now, largest: try? spool.largestOwner()))
    case .queue, nil: report(.pressure(now, largest: nil))
    }
  }

  private func take(_ entries: [Entry], _ report: (Spool.Event) -> Void) throws {
    guard !entries.isEmpty else { return }
    for entry in entries { settling.forget(entry.name) }
    let (events, untouchable, error) = try accept(entries)
    for event in events {
      spool.note(event)
      report(event)
    }
    for (entry, reason) in untouchable {
      leave(entry.name, entry.user, entry.fingerprint, reason, report)
    }
    // Not before: the jobs that were accepted already are in the queue.
    if let error { throw error }
  }

  /// Claims and accepts jobs. Their locks end with this call: a slot that the report wakes would otherwise find the
  /// job locked and go back to sleep.
  private func accept(
    _ entries: [Entry]
  ) throws -> (
    events: [Spool.Event], untouchable: [(Entry, reason: String)], error: (any Error)?
  ) {
    var jobs: [SpoolJob] = []
    var untouchable: [(Entry, reason: String)] = []
    for (entry, claim) in zip(entries, try spool.claimDrops(entries.map(\.name))) {
      switch claim {
      case .job(let job): jobs.append(job)
      case .gone: break
      case .untouchable(let reason): untouchable.append((entry, reason))
      }
    }
    let (events, error) = spool.acceptAll(jobs)
    return (events.compactMap(\.self), untouchable, error)
  }

  private func leave(
    _ name: String, _ user: UInt32?, _ fingerprint: Int, _ reason: String,
    _ report: (Spool.Event) -> Void
  ) {
    let key = Array(name.utf8)
    guard left[key] != fingerprint else { return }
    left[key] = fingerprint
    report(.left(name, user: user, reason: reason))
    guard let user, leftReports[user, default: 0] < Self.maxLeftReports else { return }
    leftReports[user, default: 0] += 1
    // The event is in the log, whatever prevents the report.
    try? spool.reportLeft(name, of: user, reason)
  }

  private func inspect(_ name: String) throws(SystemError) -> (Tree.Snapshot, Settling.Probe)? {
    guard let about = try spool.drop.status(of: name) else { return nil }
    let snapshot = try Tree.snapshot(at: name, in: spool.drop)
    let age = Int64(WallClock.milliseconds) - snapshot.changed / 1_000_000
    let isFolder = FileKind(about) == .folder
    return (
      snapshot,
      Settling.Probe(
        fingerprint: snapshot.fingerprint, age: .milliseconds(age), isFolder: isFolder,
        isLinked: !isFolder && about.st_nlink > 1)
    )
  }

  /// Whether a document's JSON is complete or, for a bundle, whether also all files that it names are present.
  private func isComplete(_ name: String, _ probe: Settling.Probe) -> Bool {
    let limit = spool.limits.jobBytes
    guard probe.isFolder else {
      guard let bytes = try? spool.drop.read(name, limit: limit) else { return false }
      return DocumentEnd.isReached(bytes)
    }
    guard let bundle = try? spool.drop.folder(name),
      let bytes = try? bundle.read("job.json", limit: limit), DocumentEnd.isReached(bytes)
    else { return false }
    guard let document = try? Node.parse(bytes) else { return true }
    let limits = spool.limits
    let roots = SourceRoots(allowed: [], files: limits.files, fileBytes: limits.fileBytes)
    return roots.open(document, from: bundle.descriptor, isBundle: true).allSatisfy { opened in
      guard case .unavailable = opened.source else { return true }
      return opened.name.hasPrefix("/") || opened.pinned?.error != nil
    }
  }
}
