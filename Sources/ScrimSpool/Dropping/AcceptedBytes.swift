import ScrimLinux
import ScrimRecords
import Synchronization

/// Bytes of the accepted jobs that have not ended, by owner: for quotas. A cache of what the jobs' tickets record.
struct AcceptedBytes {
  private var sizes: [JobID: Int] = [:]
  private(set) var byOwner: [Owner: Int] = [:]
  private var time: ContinuousClock.Instant?

  /// Time since the jobs were last listed; `nil` if they never were.
  func age(at now: ContinuousClock.Instant) -> Duration? { time.map { now - $0 } }

  func knows(_ id: JobID) -> Bool { sizes[id] != nil }

  /// Bytes of a job; 0 if it is not known.
  func bytes(of id: JobID) -> Int { sizes[id] ?? 0 }

  mutating func add(_ bytes: Int, of id: JobID) {
    guard sizes.updateValue(bytes, forKey: id) == nil else { return }
    byOwner[id.owner, default: 0] += bytes
  }

  /// Drops the jobs that are not listed any more.
  mutating func keep(only present: [JobID], at now: ContinuousClock.Instant = .now) {
    time = now
    var (sizes, byOwner): ([JobID: Int], [Owner: Int]) = ([:], [:])
    for id in present {
      guard let bytes = self.sizes[id], sizes.updateValue(bytes, forKey: id) == nil else {
        continue
      }
      byOwner[id.owner, default: 0] += bytes
    }
    (self.sizes, self.byOwner) = (sizes, byOwner)
  }
}

extension Spool {
  /// Maximum age of ``AcceptedBytes``.
  private static let longestAge = Duration.seconds(5)
  /// Tickets that are read each time; those of jobs that another process accepted, such as an earlier daemon.
  private static let maxReads = 10_000

  /// Bytes of the accepted jobs that have not ended, at most a few seconds old.
  ///
  /// - Throws: ``SystemError``.
  func acceptedBytes() throws -> [Owner: Int] {
    let (age, known) = accepted.withLock { ($0.age(at: .now), $0.byOwner) }
    if let age, age < Self.longestAge { return known }
    // A chunk has the bytes of its batch.
    let entries = try entries(in: [.queue, .active, .hold, .batches]) { $0.rows == nil }
    var reads = 0
    for entry in entries where reads < Self.maxReads {
      guard !accepted.withLock({ $0.knows(entry.id) }) else { continue }
      reads += 1
      let bytes = try? folder(of: entry.state).folder(entry.child)
        .read(JobFile.ticket, limit: RecordLimits.ticket)
      let size = bytes.flatMap(Ticket.init(bytes:))?.bytes ?? 0
      accepted.withLock { $0.add(size, of: entry.id) }
    }
    return accepted.withLock {
      $0.keep(only: entries.map(\.id))
      return $0.byOwner
    }
  }
}
