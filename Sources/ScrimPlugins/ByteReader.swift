/// Reads numbers out of bytes that nobody vouches for: past the end there is nothing, not a crash.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer

  /// Reads from a buffer that must outlive the reader.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// How many bytes there are.
  var count: Int { bytes.count }

  /// A number that begins at an offset, its lowest byte first.
  ///
  /// - Parameters:
  ///   - type: How wide it is.
  ///   - offset: Its first byte.
  /// - Returns: The number, or nil if not all of it is there.
  func number<N: FixedWidthInteger>(_ type: N.Type, at offset: Int) -> N? {
    let size = MemoryLayout<N>.size
    guard offset >= 0, bytes.count >= size, offset <= bytes.count - size else { return nil }
    return N(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: N.self))
  }

  /// Whether these bytes stand at an offset.
  func has(_ expected: some Collection<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, bytes.count >= expected.count, offset <= bytes.count - expected.count else {
      return false
    }
    return bytes[offset..<offset + expected.count].elementsEqual(expected)
  }

  /// A part, as a reader with offsets of its own; nil if not all of it is there.
  func part(_ range: Range<Int>) -> ByteReader? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    return ByteReader(UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  /// All bytes.
  var array: [UInt8] { Array(bytes) }

  /// The text up to the first zero, or to the end.
  var string: String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
}
