/// A number that stands for a content in every process (FNV-1a, 64 bits, of which 53 are used: JSON's
/// numbers have no more). Two contents may have the same one; it says what may be worth keeping, and nothing of
/// what is found.
struct ContentMark {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// 0..<2^53.
  var value: Int { Int(truncatingIfNeeded: state >> 11) }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  mutating func add(_ number: Int) {
    withUnsafeBytes(of: number.littleEndian) { add($0) }
  }
}
