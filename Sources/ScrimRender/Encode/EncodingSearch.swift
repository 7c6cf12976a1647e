package import ScrimCodecs
package import ScrimJob

/// How an output can be encoded.
package enum EncodingSetting: Hashable {
  /// JPEG and lossy WebP.
  case quality(Int)
  case compression(PNGEncoding.Compression)
  /// PNG with a palette of at most so many colours.
  case colors(Int)
  /// Formats without a choice.
  case only

  /// The quality, of formats that have one.
  package var quality: Int? {
    guard case .quality(let quality) = self else { return nil }
    return quality
  }

  /// The most colours, of a palette.
  package var colors: Int? {
    guard case .colors(let colors) = self else { return nil }
    return colors
  }

  /// In messages, after a number of bytes.
  var words: String {
    switch self {
    case .quality(let quality): " at quality \(quality)"
    case .compression(let compression): " with compression \(compression.rawValue)"
    case .colors(let colors): " with \(colors) colours"
    case .only: ""
    }
  }
}

/// An output that cannot have as few bytes as its `maxBytes`.
package struct OverBudget: Error {
  package let message: String
}

extension Output {
  /// The default of `minQuality`, unless `quality` is lower.
  private static let lowestQuality = 50

  /// Its encodings from the best to the smallest; one if it has no `maxBytes`.
  var settings: [EncodingSetting] {
    switch format {
    case .jpeg: qualities
    case .webp: lossless ? [.only] : qualities
    case .png:
      (compression == .small ? [] : [.compression(.fast)])
        + (compression == .small || maxBytes != nil ? [.compression(.small)] : [])
        + (minColors.map { least in
          Self.palettes.filter { $0 > least } + [least]
        } ?? []).map(EncodingSetting.colors)
    case .pdf, .svg: [.only]
    }
  }

  /// The numbers of colours that are tried: the most of each depth of a pixel, and what is between.
  private static let palettes = [256, 128, 64, 32, 16, 8, 4, 2]

  private var qualities: [EncodingSetting] {
    let lowest = maxBytes == nil ? quality : minQuality ?? min(Self.lowestQuality, quality)
    return (lowest...max(lowest, quality)).reversed().map(EncodingSetting.quality)
  }

  /// Encodes within `maxBytes`: with the best setting or, if that is too large, with the one that a bisection of the
  /// others finds. Larger quality does not always mean more bytes, so it need not be the best that is small enough;
  /// but equal pixels give the same setting. Of 100 qualities at most 8 are tried.
  ///
  /// - Parameter encode: Encodes with a setting.
  /// - Returns: The file, and its setting.
  /// - Throws: `OverBudget` if no file that was tried is small enough; errors of `encode`.
  package func search(
    _ encode: (EncodingSetting) throws -> [UInt8]
  ) throws -> (bytes: [UInt8], setting: EncodingSetting) {
    let settings = settings
    let first = (bytes: try encode(settings[0]), setting: settings[0])
    guard let maxBytes, first.bytes.count > maxBytes else { return first }
    var smallest = (count: first.bytes.count, setting: first.setting)
    var found: (bytes: [UInt8], setting: EncodingSetting)?
    var rest = settings[1...]
    while !rest.isEmpty {
      let middle = rest.startIndex + rest.count / 2
      let bytes = try encode(rest[middle])
      if bytes.count <= maxBytes {
        found = (bytes, rest[middle])
        rest = rest[..<middle]
      } else {
        if bytes.count < smallest.count { smallest = (bytes.count, rest[middle]) }
        rest = rest[(middle + 1)...]
      }
    }
    if let found { return found }
    let advice =
      switch first.setting {
      case .quality: ", lower \"minQuality\", or reduce the scale"
      case .compression, .colors:
        switch minColors {
        case nil: ", set \"minColors\" for a palette, reduce the scale, or use WebP"
        case 2?: ", reduce the scale, or use WebP"
        default: ", lower \"minColors\", reduce the scale, or use WebP"
        }
      case .only:
        format == .webp
          ? ", leave out \"lossless\", or reduce the scale" : " or simplify the page"
      }
    throw OverBudget(
      message: "\(file) has \(smallest.count) bytes\(smallest.setting.words), the nearest size; "
        + "\(maxBytes) are allowed. Allow \(smallest.count)\(advice).")
  }
}
