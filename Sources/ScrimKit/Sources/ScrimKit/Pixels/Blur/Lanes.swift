/// Sixteen 16-bit numbers, which the kernels take at a time.
///
/// Pictures are blurred in fixed point: a channel's 0…255 is a number 0…32,640 with 7 bits behind the
/// point. Whole numbers give the same pixels on every processor, and 16 of them fill a register of
/// AVX2 (or two of SSE2).
typealias Lanes = SIMD16<UInt16>

// `SIMD16<UInt32>(truncatingIfNeeded:)` and its like call a function for each vector. With the lanes
// spelt out, each function below becomes the one instruction that is meant: vpmulhuw, vpmovzxbw and
// vpackuswb. (A weight must come from memory where it is used: one that is kept in a register is
// widened before the loop, and the multiplication is no longer recognised.)
extension SIMD16<UInt16> {
  /// The upper halves of the products: `self` × `other` / 65,536, rounded down.
  @inline(__always)
  func multipliedHigh(_ other: Lanes) -> Lanes {
    func high(_ i: Int) -> UInt16 {
      UInt16(truncatingIfNeeded: (UInt32(self[i]) &* UInt32(other[i])) &>> 16)
    }
    return SIMD16(
      high(0), high(1), high(2), high(3), high(4), high(5), high(6), high(7),
      high(8), high(9), high(10), high(11), high(12), high(13), high(14), high(15))
  }

  /// The numbers of bytes.
  @inline(__always)
  init(widening bytes: SIMD16<UInt8>) {
    self.init(
      UInt16(bytes[0]), UInt16(bytes[1]), UInt16(bytes[2]), UInt16(bytes[3]),
      UInt16(bytes[4]), UInt16(bytes[5]), UInt16(bytes[6]), UInt16(bytes[7]),
      UInt16(bytes[8]), UInt16(bytes[9]), UInt16(bytes[10]), UInt16(bytes[11]),
      UInt16(bytes[12]), UInt16(bytes[13]), UInt16(bytes[14]), UInt16(bytes[15]))
  }

  /// The lower byte of each number.
  @inline(__always)
  var bytes: SIMD16<UInt8> {
    func low(_ i: Int) -> UInt8 { UInt8(truncatingIfNeeded: self[i]) }
    return SIMD16<UInt8>(
      low(0), low(1), low(2), low(3), low(4), low(5), low(6), low(7),
      low(8), low(9), low(10), low(11), low(12), low(13), low(14), low(15))
  }
}

extension UnsafeRawPointer {
  /// The lanes from `offset` bytes on, wherever that is.
  @inline(__always)
  func lanes(_ offset: Int) -> Lanes { loadUnaligned(fromByteOffset: offset, as: Lanes.self) }
}

extension UnsafeMutableRawPointer {
  /// The lanes from `offset` bytes on, wherever that is.
  @inline(__always)
  func lanes(_ offset: Int) -> Lanes { loadUnaligned(fromByteOffset: offset, as: Lanes.self) }

  /// Stores lanes from `offset` bytes on.
  @inline(__always)
  func store(_ lanes: Lanes, _ offset: Int) {
    storeBytes(of: lanes, toByteOffset: offset, as: Lanes.self)
  }
}
