import ScrimLinux
import ScrimRecords
import SystemPackage

/// How many jobs stand in each state: states are folders, and a job is an entry of its state's.
struct SpoolCensus {
  let counts: [(state: State, jobs: [String])]

  init(of spool: FilePath) {
    counts = State.allCases.map { state in
      let names = (try? Folder.names(at: spool.appending(state.rawValue).string)) ?? []
      // Dotfiles are still being written.
      return (state, names.filter { !$0.hasPrefix(".") }.sorted())
    }
  }

  /// The jobs that are not through yet.
  var waiting: Int {
    counts.filter(\.state.isUnfinished).reduce(0) { $0 + $1.jobs.count }
  }

  /// The jobs that need an operator.
  var stuck: Int {
    counts.filter(\.state.needsAttention).reduce(0) { $0 + $1.jobs.count }
  }
}
