/// Reads numbers from untrusted bytes: returns `nil` beyond the end instead of crashing.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer

  /// Reads from a buffer that must outlive the reader.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The number of bytes.
  var count: Int { bytes.count }

  /// Reads a little-endian number at an offset.
  ///
  /// - Parameters:
  ///   - type: The integer type.
  ///   - offset: The offset of its first byte.
  /// - Returns: The number; `nil` if it extends beyond the end.
  func number<N: FixedWidthInteger>(_ type: N.Type, at offset: Int) -> N? {
    let size = MemoryLayout<N>.size
    guard offset >= 0, bytes.count >= size, offset <= bytes.count - size else { return nil }
    return N(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: N.self))
  }

  /// Whether the bytes at an offset equal these.
  func has(_ expected: some Collection<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, bytes.count >= expected.count, offset <= bytes.count - expected.count else {
      return false
    }
    return bytes[offset..<offset + expected.count].elementsEqual(expected)
  }

  /// A range as a reader with its own offsets; `nil` if the range extends beyond the end.
  func part(_ range: Range<Int>) -> ByteReader? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    return ByteReader(UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  /// All bytes.
  var array: [UInt8] { Array(bytes) }

  /// The string up to the first zero byte, or to the end.
  var string: String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
}
