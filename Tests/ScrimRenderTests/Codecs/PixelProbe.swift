import ScrimCodecs
import ScrimKit
import Testing

/// A pixel as its bytes: blue, green, red, alpha, premultiplied.
struct BGRA: Hashable, CustomStringConvertible {
  var blue: UInt8
  var green: UInt8
  var red: UInt8
  var alpha: UInt8

  var description: String { "(b \(blue), g \(green), r \(red), a \(alpha))" }

  /// Premultiplies straight components, rounding to nearest.
  static func straight(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) -> BGRA {
    func part(_ value: Int) -> UInt8 { UInt8((2 * value * alpha + 255) / 510) }
    return BGRA(blue: part(blue), green: part(green), red: part(red), alpha: UInt8(alpha))
  }

  /// The maximum difference of a channel.
  func distance(to other: BGRA) -> Int {
    zip([blue, green, red, alpha], [other.blue, other.green, other.red, other.alpha])
      .map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}

extension Pixels {
  subscript(x: Int, y: Int) -> BGRA {
    withBytes { bytes in
      let at = y * bytesPerRow + x * 4
      return BGRA(blue: bytes[at], green: bytes[at + 1], red: bytes[at + 2], alpha: bytes[at + 3])
    }
  }

  /// An image from a rule.
  static func make(_ width: Int, _ height: Int, _ rule: (Int, Int) -> BGRA) -> Pixels {
    do {
      var pixels = try Pixels(width: width, height: height)
      let bytesPerRow = pixels.bytesPerRow
      try pixels.withMutableBytes { bytes in
        for y in 0..<height {
          for x in 0..<width {
            let pixel = rule(x, y)
            let at = y * bytesPerRow + x * 4
            (bytes[at], bytes[at + 1]) = (pixel.blue, pixel.green)
            (bytes[at + 2], bytes[at + 3]) = (pixel.red, pixel.alpha)
          }
        }
      }
      return pixels
    } catch {
      preconditionFailure("the test has no memory: \(error)")
    }
  }

  /// The first pixel that differs from the rule.
  func firstDifference(within tolerance: Int = 0, from rule: (Int, Int) -> BGRA) -> String? {
    for y in 0..<height {
      for x in 0..<width where self[x, y].distance(to: rule(x, y)) > tolerance {
        return "at \(x), \(y): \(self[x, y]) instead of \(rule(x, y))"
      }
    }
    return nil
  }
}

func decode(_ bytes: [UInt8], limits: DecodingLimits = .standard) throws(CodecError) -> Pixels {
  let result: Result<Pixels, CodecError> = bytes.withUnsafeBytes { buffer in
    Result { () throws(CodecError) in try ImageDecoding.decode(buffer, limits: limits) }
  }
  return try result.get()
}

func header(_ bytes: [UInt8]) throws(CodecError) -> ImageHeader {
  let result: Result<ImageHeader, CodecError> = bytes.withUnsafeBytes { buffer in
    Result { () throws(CodecError) in try ImageDecoding.header(of: buffer) }
  }
  return try result.get()
}

/// Pseudo-random numbers that are the same in every run (splitmix64).
struct Noise {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }

  mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// A pseudo-random number by position.
  static func at(_ x: Int, _ y: Int, _ c: Int = 0) -> Int {
    var noise = Noise(UInt64(x) << 40 ^ UInt64(y) << 16 ^ UInt64(c))
    return Int(noise.next() >> 1)
  }
}
