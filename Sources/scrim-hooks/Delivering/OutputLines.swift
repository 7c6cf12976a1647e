import Glibc
import ScrimLinux

/// Splits what a program writes into lines, of limited number and length.
struct OutputLines {
  private(set) var isAtEnd = false
  private var left: Int
  private let most: Int
  private var pending: [UInt8] = []

  /// - Parameters:
  ///   - most: Lines; one more says that there were more.
  ///   - bytes: Of a line; the rest of it is dropped.
  init(most: Int, bytes: Int) {
    left = most
    self.most = bytes
  }

  /// Reads what is there, without waiting, and returns the complete lines.
  mutating func read(_ descriptor: OwnedDescriptor) -> [String] {
    var lines: [String] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while !isAtEnd {
      let count = Glibc.read(descriptor.raw, &chunk, chunk.count)
      if count == 0 { isAtEnd = true }
      guard count > 0 else { break }
      for byte in chunk[..<count] {
        if byte == UInt8(ascii: "\n") {
          lines += line()
        } else if pending.count < most {
          pending.append(byte)
        }
      }
    }
    return lines
  }

  /// What was written without a line feed at the end.
  mutating func rest() -> [String] { pending.isEmpty ? [] : line() }

  private mutating func line() -> [String] {
    defer { pending.removeAll() }
    left -= 1
    if left == -1 { return ["more lines dropped"] }
    return left >= 0 ? [String(decoding: pending, as: UTF8.self)] : []
  }
}
