import ScrimRecords
import Synchronization

/// State between the requests of one client, which are carried out one after the other.
package final class CommandSession: Sendable {
  private let listing = Mutex<JobListing?>(nil)

  package init() {}

  /// Whether it has the rest of a list.
  package var hasListing: Bool { listing.withLock { $0 != nil } }

  /// Forgets the rest of a list; if it is continued, the folders are listed again.
  package func forget() { listing.withLock { $0 = nil } }

  func takeListing() -> JobListing? { listing.withLock { $0.take() } }

  func keep(_ rest: JobListing?) { listing.withLock { $0 = rest } }
}

/// The rest of a list of jobs, so that the next part needs no other listing of the folders.
package struct JobListing {
  /// What was asked for.
  let states: [State]
  let user: UInt32?
  /// The last job of the part before.
  var last: JobID?
  var entries: ArraySlice<JobEntry>
  /// False if there are more jobs than ``longest``.
  let isComplete: Bool

  /// Jobs in memory for a client; after these the folders are listed again.
  static let longest = 10_000
}
