/// Sixteen 16-bit numbers, processed at a time.
///
/// Images are blurred in fixed point: 0…255 of a channel is 0…32,640 with 7 fraction bits. Integers give the same
/// pixels on every CPU, and 16 of them fill a register of AVX2 (or two of SSE2).
typealias Lanes = SIMD16<UInt16>

// `SIMD16<UInt32>(truncatingIfNeeded:)` and similar initializers call a function for each vector. With explicit lanes,
// each function below compiles to the intended single instruction: vpmulhuw, vpmovzxbw and vpackuswb. (A weight must be
// loaded from memory where it is used. If it is kept in a register, it is widened before the loop, and the compiler no
// longer recognises the multiplication.)
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

  /// Widens bytes to 16 bits.
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

extension SIMD16<UInt16> {
  /// Interleaves these numbers with those of `other`.
  @inline(__always)
  func interleaved(with other: Lanes) -> (Lanes, Lanes) {
    (
      Lanes(
        self[0], other[0], self[1], other[1], self[2], other[2], self[3], other[3],
        self[4], other[4], self[5], other[5], self[6], other[6], self[7], other[7]),
      Lanes(
        self[8], other[8], self[9], other[9], self[10], other[10], self[11], other[11],
        self[12], other[12], self[13], other[13], self[14], other[14], self[15], other[15])
    )
  }
}

// Four pixels with four channels.
extension SIMD16<UInt16> {
  /// Each pixel as one number.
  @inline(__always)
  var pixels: SIMD4<UInt64> { unsafeBitCast(self, to: SIMD4<UInt64>.self) }

  /// Four pixels, each given as one number.
  @inline(__always)
  init(pixels: SIMD4<UInt64>) { self = unsafeBitCast(pixels, to: Lanes.self) }

  /// Interleaves these pixels with those of `other`.
  @inline(__always)
  func interleavedPixels(with other: Lanes) -> (Lanes, Lanes) {
    let (a, b) = (pixels, other.pixels)
    return (
      Lanes(pixels: SIMD4(a[0], b[0], a[1], b[1])), Lanes(pixels: SIMD4(a[2], b[2], a[3], b[3]))
    )
  }

  private var pairs: SIMD8<UInt32> { unsafeBitCast(self, to: SIMD8<UInt32>.self) }

  /// Interleaves the first two channels of these pixels with those of `other`.
  @inline(__always)
  func evenPairs(with other: Lanes) -> Lanes {
    let (a, b) = (pairs, other.pairs)
    return unsafeBitCast(
      SIMD8(a[0], b[0], a[2], b[2], a[4], b[4], a[6], b[6]), to: Lanes.self)
  }

  /// Interleaves the last two channels of these pixels with those of `other`.
  @inline(__always)
  func oddPairs(with other: Lanes) -> Lanes {
    let (a, b) = (pairs, other.pairs)
    return unsafeBitCast(
      SIMD8(a[1], b[1], a[3], b[3], a[5], b[5], a[7], b[7]), to: Lanes.self)
  }
}

extension UnsafeRawPointer {
  /// Loads lanes at a byte offset, which need not be aligned.
  @inline(__always)
  func lanes(_ offset: Int) -> Lanes { loadUnaligned(fromByteOffset: offset, as: Lanes.self) }
}

extension UnsafeMutableRawPointer {
  /// Loads lanes at a byte offset, which need not be aligned.
  @inline(__always)
  func lanes(_ offset: Int) -> Lanes { loadUnaligned(fromByteOffset: offset, as: Lanes.self) }

  /// Stores lanes at a byte offset.
  @inline(__always)
  func store(_ lanes: Lanes, _ offset: Int) {
    storeBytes(of: lanes, toByteOffset: offset, as: Lanes.self)
  }
}
