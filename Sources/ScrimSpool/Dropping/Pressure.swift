/// Why nothing is taken from `drop/` for now.
public enum Pressure: Sendable, Hashable, CustomStringConvertible {
  /// Less than so many bytes of the disk are free.
  case disk(bytes: Int)
  /// Less than so many per cent of the disk's files and folders can still be made.
  case files(percent: Int)
  /// So many jobs are waiting.
  case queue(jobs: Int)

  public var description: String {
    switch self {
    case .disk(let bytes): "less than \(bytes) bytes are free on the spool's file system"
    case .files(let percent):
      "less than \(percent) % of the inodes are free on the spool's file system"
    case .queue(let jobs): "\(jobs) jobs are waiting"
    }
  }
}
