import SystemPackage

/// How many jobs stand in each state: states are folders, and a job is an entry of its state's.
struct SpoolCensus {
  /// The states through which a job passes, in order, then those in which it stays.
  private static let states = [
    "drop", "ingest", "queue", "active", "ready", "done", "failed", "corrupt", "hold",
  ]
  private static let inWork: Set = ["drop", "ingest", "queue", "active", "ready"]

  let counts: [(state: String, jobs: [String])]

  init(of spool: FilePath) {
    counts = Self.states.map { state in
      let names = FolderListing.names(in: spool.appending(state))
      // Dotfiles are still being written.
      return (state, names.filter { !$0.hasPrefix(".") }.sorted())
    }
  }

  /// The jobs that are not through yet.
  var waiting: Int {
    counts.filter { Self.inWork.contains($0.state) }.reduce(0) { $0 + $1.jobs.count }
  }

  /// The jobs that need somebody to look at them.
  var stuck: Int {
    counts.filter { $0.state == "hold" || $0.state == "corrupt" }.reduce(0) { $0 + $1.jobs.count }
  }
}
