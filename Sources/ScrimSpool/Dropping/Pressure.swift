/// Why intake from `drop/` is suspended.
package enum Pressure: Sendable, Hashable, CustomStringConvertible {
  /// Free disk space is below this number of bytes.
  case disk(bytes: Int)
  /// Free inodes are below this percentage.
  case files(percent: Int)
  /// The queue has reached this number of jobs.
  case queue(jobs: Int)

  package var description: String {
    switch self {
    case .disk(let bytes): "less than \(bytes) bytes are free on the spool's file system"
    case .files(let percent):
      "less than \(percent) % of the inodes are free on the spool's file system"
    case .queue(let jobs): "\(jobs) jobs are waiting"
    }
  }
}
