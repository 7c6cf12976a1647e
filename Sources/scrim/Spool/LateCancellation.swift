import ScrimCommand
import ScrimLinux
import ScrimRecords
import SystemPackage

/// Cancels jobs of a command whose time is over.
struct LateCancellation {
  /// Whether the jobs have a key: an earlier job with it is not this command's to cancel.
  private let hasKey: Bool
  /// When the command began: UTC, milliseconds since 1970.
  private let begin = WallClock.milliseconds

  /// Create it before the jobs are dropped.
  init(hasKey: Bool) {
    self.hasKey = hasKey
  }

  /// Cancels a job, and prints what became of it.
  ///
  /// - Parameters:
  ///   - token: The token of the job's submission.
  ///   - name: The job's name.
  ///   - spool: The spool.
  ///   - console: Where it is printed.
  func cancel(_ token: String, name: String, in spool: FilePath, _ console: Console) {
    let control = SpoolPlace(spool, command: "submit")
    do {
      if hasKey, let id = try control.details(of: .token(token)).summary.id, id.time < begin {
        return console.note("\(name): not cancelled: \(id) is an earlier job with the same key.")
      }
      _ = try control.change([.token(token)], .cancel).first?.result.get()
      console.note("\(name): cancelled, since the time of --timeout is over.")
    } catch {
      console.note("\(name): not cancelled: \((error as? Failure)?.message ?? "\(error)")")
    }
  }
}
