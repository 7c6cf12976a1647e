internal import CCodecs

/// The colours that a PNG's chunks describe, except a profile (PNG third edition §4.3).
///
/// In order of precedence: cICP, iCCP, sRGB, gAMA with cHRM, gAMA alone. cHRM alone is ignored, as in browsers, since
/// it is unusable without a curve. The chunks are not read with libpng, which drops all of them and the profile if
/// one is invalid.
enum PNGColors {
  /// Reads the chunks.
  ///
  /// - Parameter chunks: The chunks before the image data.
  /// - Returns: The colours for the decoder.
  /// - Throws: `CodecError` if the colours have a high dynamic range.
  static func colors(of chunks: scrim_png_chunks) throws(CodecError) -> scrim_colors {
    if chunks.cicp.count == 4, let colors = try coded(Array(chunks.cicp.buffer)) { return colors }
    guard chunks.srgb.count == 0, let gamma = chunks.gama.fractions.first, gamma > 0 else {
      return scrim_colors()
    }
    // The value that sRGB encoders add for old readers; libpng's tolerance is 5 %, too.
    let isUsual = abs(gamma - 0.45455) < 0.05 * 0.45455
    let primaries = Primaries(chunks.chrm.fractions) ?? .sRGB
    if isUsual, primaries.isSRGB { return scrim_colors() }
    return primaries.colors(gamma: 1 / gamma)
  }

  /// Reads cICP, whose numbers are those of ITU-T H.273.
  ///
  /// - Parameter coding: Primaries, transfer, matrix, full-range flag.
  /// - Returns: The colours; `nil` if the numbers are unknown or invalid in a PNG.
  /// - Throws: `CodecError` if they have a high dynamic range.
  private static func coded(_ coding: [UInt8]) throws(CodecError) -> scrim_colors? {
    let known: [UInt8: Primaries] = [1: .sRGB, 9: .bt2020, 12: .displayP3]
    // 13 is the curve of sRGB; 1 and similar curves are displayed by BT.1886.
    let curves: [UInt8: Double] = [
      1: 2.4, 4: 2.2, 5: 2.8, 6: 2.4, 8: 1, 13: 0, 14: 2.4, 15: 2.4,
    ]
    guard coding[2] == 0, coding[3] == 1, let primaries = known[coding[0]] else { return nil }
    guard ![16, 18].contains(coding[1]) else {
      throw CodecError(
        .notAvailable,
        "HDR PNG (PQ or HLG) is not available in this version: save it as sRGB.")
    }
    guard let gamma = curves[coding[1]] else { return nil }
    var colors = primaries.colors(gamma: gamma)
    colors.overrides_profile = 1
    if gamma == 0, primaries.isSRGB { colors.are_told = 0 }
    return colors
  }
}

/// The white point and the primaries of a colour space: x and y of each (CIE 1931).
private struct Primaries {
  private let values: [Double]

  /// IEC 61966-2-1.
  static let sRGB = Primaries(known: [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06])
  /// ITU-R BT.2020.
  static let bt2020 = Primaries(known: [0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046])
  /// SMPTE EG 432-1, with the white point of sRGB.
  static let displayP3 = Primaries(known: [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06])

  private init(known: [Double]) { values = known }

  /// Takes the numbers of a chunk; `nil` if they are not colours or span no triangle.
  init?(_ values: [Double]) {
    guard values.count == 8,
      stride(from: 0, to: 8, by: 2).allSatisfy({
        values[$0] <= 1 && values[$0 + 1] <= 1 && values[$0] + values[$0 + 1] <= 1
      }), values[0] > 0.1, values[1] > 0.1
    else { return nil }
    let (redX, redY) = (values[2] - values[6], values[3] - values[7])
    let (greenX, greenY) = (values[4] - values[6], values[5] - values[7])
    guard abs(redX * greenY - redY * greenX) > 0.01 else { return nil }
    self.values = values
  }

  /// Whether these are sRGB's, within the rounding of encoders.
  var isSRGB: Bool { zip(values, Self.sRGB.values).allSatisfy { abs($0 - $1) <= 0.001 } }

  /// The colour space with these primaries and a curve.
  ///
  /// - Parameter gamma: The exponent from samples to light; 0 for the curve of sRGB.
  /// - Returns: The colours for the decoder.
  func colors(gamma: Double) -> scrim_colors {
    scrim_colors(
      are_told: 1, overrides_profile: 0, white: (values[0], values[1]),
      red: (values[2], values[3]), green: (values[4], values[5]), blue: (values[6], values[7]),
      gamma: gamma)
  }
}

extension scrim_bytes {
  /// The numbers of a gAMA or cHRM chunk: multiples of 1/100,000, four bytes each.
  fileprivate var fractions: [Double] {
    stride(from: 0, to: count / 4 * 4, by: 4).map { offset in
      Double(buffer[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }) / 100_000
    }
  }
}
