/// A position in a document.
public struct Position: Sendable, Hashable, Comparable {
  /// The line, from 1. `\n`, `\r\n` and a lone `\r` each end one.
  public var line: Int { Int(storedLine) }
  /// The column, from 1, in Unicode scalars as in most editors.
  public var column: Int { Int(storedColumn) }

  // Stored once or twice per value, so kept small.
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
