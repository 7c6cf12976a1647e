/// Reads numbers out of bytes that nobody vouches for: past the end there is nothing, not a crash.
package struct ByteReader {
  private let bytes: UnsafeRawBufferPointer

  /// Reads from a buffer that must outlive the reader.
  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// How many bytes there are.
  package var count: Int { bytes.count }

  /// The byte at an offset.
  package func byte(at offset: Int) -> UInt8? {
    bytes.indices.contains(offset) ? bytes[offset] : nil
  }

  /// A number that begins at an offset.
  ///
  /// - Parameters:
  ///   - type: How wide it is.
  ///   - offset: Its first byte.
  ///   - bigEndian: Whether its highest byte comes first.
  /// - Returns: The number, or nil if not all of it is there.
  package func number<N: FixedWidthInteger>(_ type: N.Type, at offset: Int, bigEndian: Bool) -> N? {
    let size = MemoryLayout<N>.size
    guard offset >= 0, bytes.count >= size, offset <= bytes.count - size else { return nil }
    let value = bytes.loadUnaligned(fromByteOffset: offset, as: N.self)
    return bigEndian ? N(bigEndian: value) : N(littleEndian: value)
  }

  /// Whether these bytes stand at an offset.
  package func has(_ expected: some Collection<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, bytes.count >= expected.count, offset <= bytes.count - expected.count else {
      return false
    }
    return bytes[offset..<offset + expected.count].elementsEqual(expected)
  }

  /// A part, as a reader with offsets of its own; nil if not all of it is there.
  package func part(_ range: Range<Int>) -> ByteReader? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    return ByteReader(UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  /// All bytes.
  package var array: [UInt8] { Array(bytes) }

  /// The text up to the first zero, or to the end.
  package var string: String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
}
