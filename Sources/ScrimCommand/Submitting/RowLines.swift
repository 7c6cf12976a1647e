package import ScrimLinux

/// The lines of a `NAME.rows.jsonl`, which may have 1,000,000.
package enum RowLines {
  private static let chunk = 1 << 18
  /// A line has 20 errors at most, each of which quotes a part of the data.
  private static let longest = 16 << 20

  /// A line that no daemon has written.
  package struct TooLong: Error {}

  /// Passes the lines one after the other, without their ends.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - name: Its name, for errors.
  ///   - body: Takes each line.
  /// - Throws: `SystemError`; ``TooLong``; what `body` throws.
  package static func each(
    of file: OwnedDescriptor, named name: String, _ body: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    var rest: [UInt8] = []
    var offset = 0
    while true {
      let bytes = try file.bytes(at: offset, count: chunk, of: name)
      offset += bytes.count
      rest += bytes
      var start = 0
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        try body(rest[start..<end])
        start = end + 1
      }
      rest.removeSubrange(..<start)
      guard rest.count <= longest else { throw TooLong() }
      if bytes.count < chunk { break }
    }
    if !rest.isEmpty { try body(rest[...]) }
  }
}
