import ScrimLinux

/// Reads lines of bounded length.
struct MessageReader {
  enum Line {
    case message([UInt8])
    /// One that exceeds the limit. Its bytes are skipped, not stored.
    case tooLong
  }

  private let input: OwnedDescriptor
  private let limit: Int
  /// What has been read and not returned.
  private var buffer: [UInt8] = []
  /// The bytes of ``buffer`` that are known to have no line feed.
  private var searched = 0
  private var isSkipping = false
  private var isAtEnd = false

  private static let chunk = 1 << 16

  /// - Parameters:
  ///   - input: A pipe, socket or file.
  ///   - limit: Bytes of a line.
  init(_ input: OwnedDescriptor, limit: Int) {
    self.input = input
    self.limit = limit
  }

  /// Waits for the next line, which may be without a line feed at the end of the input.
  ///
  /// - Returns: The line, which is not empty; `nil` at the end of the input.
  /// - Throws: `SystemError`.
  mutating func next() throws(SystemError) -> Line? {
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        searched = 0
        if isSkipping {
          isSkipping = false
        } else if line.count > limit {
          return .tooLong
        } else if line.contains(where: { !Self.space.contains($0) }) {
          return .message(line)
        }
        continue
      }
      searched = buffer.count
      if isAtEnd {
        let rest = buffer
        (buffer, searched) = ([], 0)
        let hasMessage = !isSkipping && rest.contains { !Self.space.contains($0) }
        return hasMessage ? .message(rest) : nil
      }
      if isSkipping { (buffer, searched) = ([], 0) }
      if buffer.count > limit {
        (buffer, searched, isSkipping) = ([], 0, true)
        return .tooLong
      }
      let read = try input.readNext(Self.chunk, of: "standard input")
      isAtEnd = read.isEmpty
      buffer += read
    }
  }

  private static let space: Set<UInt8> = [0x20, 0x09, 0x0D]
}
