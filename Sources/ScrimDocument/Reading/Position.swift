/// A place in a document.
public struct Position: Sendable, Hashable, Comparable {
  /// The line, from 1. `\n`, `\r\n` and a lone `\r` each end one.
  public var line: Int { Int(storedLine) }
  /// The column, from 1, counted in Unicode scalars as most editors do.
  public var column: Int { Int(storedColumn) }

  // Two places stand beside every value, so their size is felt.
  private let storedLine: UInt32
  private let storedColumn: UInt32

  public init(line: Int, column: Int) {
    storedLine = UInt32(clamping: line)
    storedColumn = UInt32(clamping: column)
  }

  public static func < (one: Position, other: Position) -> Bool {
    (one.line, one.column) < (other.line, other.column)
  }
}

/// What a reader of documents accepts before it refuses.
public struct Limits: Sendable, Hashable {
  /// The most bytes of a document.
  public var bytes: Int
  /// The most levels of nested arrays and objects.
  public var depth: Int

  public init(bytes: Int = 4 << 20, depth: Int = 64) {
    self.bytes = bytes
    self.depth = depth
  }

  /// 4 MiB and 64 levels, as for a job.
  public static let standard = Limits()
}
