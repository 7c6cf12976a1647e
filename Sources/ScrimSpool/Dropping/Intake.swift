import Glibc
import ScrimDocument
public import ScrimLinux
import SystemPackage

/// Takes in what is dropped: looks, waits until it is whole, claims it, accepts it.
///
/// Used by one thread.
public final class Intake {
  private let spool: Spool
  private let watch: DropWatch?
  private var settling: Settling
  /// What was left where it is and told about once: the name, and what it looked like.
  private var left: [String: Int] = [:]
  private var overQuota: Set<UInt32> = []
  /// Why nothing is taken in for now; `nil` when there is room.
  public private(set) var pressure: Pressure?

  /// Without `watching`, or where inotify cannot be had, the scan alone has to do.
  public init(_ spool: Spool, watching: Bool) {
    self.spool = spool
    watch = watching ? try? DropWatch(spool.drop) : nil
    settling = Settling(settle: spool.limits.settle, blind: spool.limits.settleBlind)
  }

  /// Readable when there is something to look at; `nil` when nothing is watched.
  public var descriptor: OwnedDescriptor? { watch?.descriptor }

  /// Looks at `drop/` and accepts what is whole.
  ///
  /// - Returns: When to look again, because of something that is still settling.
  /// - Throws: ``SystemError``.
  public func look(_ report: (Spool.Event) -> Void) throws -> Duration? {
    for change in watch?.changes() ?? [] {
      switch change {
      case .closed(let name): settling.sawClose(name)
      case .moved(let name): settling.sawMove(name)
      case .other: break
      }
    }
    let names = try spool.drop.names().filter { !DropName.isIgnored($0) }
    let garbled = try spool.drop.garbledNames().filter { !DropName.isIgnored($0) }
    let present = Set(names)
    settling.keep(only: present)
    left = left.filter { present.contains($0.key) || garbled.contains($0.key) }
    for name in garbled { leave(name, 0, "its name is not UTF-8", report) }
    try feel(spool.diskPressure(), report)
    guard !names.isEmpty, pressure == nil else { return nil }

    var next: Duration?
    var room = try Room(spool)
    for name in names.sorted() {
      let look: Tree.Look
      let sight: Settling.Sight
      do {
        guard let seen = try see(name) else { continue }
        (look, sight) = seen
      } catch {
        guard error.code == .permissionDenied else { throw error }
        leave(name, 0, error.description, report)
        continue
      }
      if left[name] == look.fingerprint { continue }
      if let trouble = DropName.troubleInDrop(with: name) {
        leave(name, look.fingerprint, "its name \(trouble)", report)
        continue
      }
      let verdict = settling.judge(name, sight, now: .now) { isComplete(name, sight) }
      switch verdict {
      case .wait(let time): next = min(next ?? time, time)
      case .take:
        guard room.isLeft else {
          try feel(.queue(jobs: spool.limits.waiting), report)
          return next
        }
        let user = try spool.drop.status(of: name)?.st_uid ?? 0
        guard room.take(user) else {
          if overQuota.insert(user).inserted {
            report(.overQuota(user: user, jobs: spool.limits.waitingPerUser))
          }
          continue
        }
        overQuota.remove(user)
        try take(name, look.fingerprint, report)
      }
    }
    return next
  }

  /// Tells when pressure begins, changes and ends.
  private func feel(_ now: Pressure?, _ report: (Spool.Event) -> Void) throws {
    guard now != pressure else { return }
    pressure = now
    report(.pressure(now))
  }

  private func take(
    _ name: String, _ fingerprint: Int, _ report: (Spool.Event) -> Void
  ) throws {
    settling.forget(name)
    do {
      if let event = try acceptLocked(name) { report(event) }
    } catch let error as SpoolError where error.code == .untouchable {
      leave(name, fingerprint, error.message, report)
    }
  }

  /// Claims and accepts. The job's lock ends with this call: whoever is woken by the report of it
  /// would find the job taken otherwise, and go back to sleep.
  private func acceptLocked(_ name: String) throws -> Spool.Event? {
    guard let job = try spool.claimDrop(name) else { return nil }
    return try spool.acceptOrSetAside(job)
  }

  private func leave(
    _ name: String, _ fingerprint: Int, _ reason: String, _ report: (Spool.Event) -> Void
  ) {
    guard left[name] != fingerprint else { return }
    left[name] = fingerprint
    report(.left(name, reason: reason))
  }

  private func see(_ name: String) throws(SystemError) -> (Tree.Look, Settling.Sight)? {
    guard let about = try spool.drop.status(of: name) else { return nil }
    let look = try Tree.look(at: name, in: spool.drop)
    let age = Int64(Clock.now) - look.changed / 1_000_000
    let isFolder = about.st_mode & S_IFMT == S_IFDIR
    return (
      look,
      Settling.Sight(
        fingerprint: look.fingerprint, age: .milliseconds(age), isFolder: isFolder,
        isLinked: !isFolder && about.st_nlink > 1)
    )
  }

  /// A document, when its JSON has come to its end; a bundle, when its document has and all files
  /// that it names are there.
  private func isComplete(_ name: String, _ sight: Settling.Sight) -> Bool {
    let limit = spool.limits.jobBytes
    guard sight.isFolder else {
      guard let bytes = try? spool.drop.read(name, limit: limit) else { return false }
      return DocumentEnd.isReached(bytes)
    }
    guard let bundle = try? spool.drop.folder(name),
      let bytes = try? bundle.read("job.json", limit: limit), DocumentEnd.isReached(bytes)
    else { return false }
    guard let document = try? Node.parse(bytes) else { return true }
    return SourceRoots().open(document, from: bundle.descriptor).allSatisfy { name, source in
      if case .unavailable = source { return name.hasPrefix("/") }
      return true
    }
  }
}

/// How many more jobs may wait, and of each user. What finds no room stays in `drop/` for a later
/// look.
private struct Room {
  private var waiting: [UInt32: Int]
  private var all: Int
  private let limits: SpoolLimits

  init(_ spool: Spool) throws(SystemError) {
    limits = spool.limits
    waiting = try spool.queue.names().compactMap(AttemptName.init)
      .reduce(into: [:]) { $0[$1.id.user, default: 0] += 1 }
    all = waiting.values.reduce(0, +)
  }

  var isLeft: Bool { all < limits.waiting }

  mutating func take(_ user: UInt32) -> Bool {
    guard waiting[user, default: 0] < limits.waitingPerUser else { return false }
    waiting[user, default: 0] += 1
    all += 1
    return true
  }
}
