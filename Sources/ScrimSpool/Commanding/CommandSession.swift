/// What is kept between the requests of one client.
package final class CommandSession {
  var listing: JobListing?

  package init() {}
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
