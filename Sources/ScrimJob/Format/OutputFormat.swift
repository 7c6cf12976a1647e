import ScrimKit

/// The keys of an output.
enum OutputFormat {
  static let file = Key.text(
    "file",
    "File name below the output folder; the job's name with the format's extension if not given",
    FileName.outputForm)
  static let format = Key.value(
    "format", "File format; taken from the file's extension if not given", Output.Format.self)
  static let quality = Key.whole(
    "quality", "Quality of JPEG and lossy WebP", in: 1...100
  ).defaulting(to: 85)
  static let subsampling = Key.value(
    "subsampling",
    "Colour samples of JPEG; 4:2:0 below quality 90 and 4:4:4 from there on if not given",
    Output.Subsampling.self)
  static let lossless = Key.value(
    "lossless", "Lossless WebP", Bool.self
  ).defaulting(to: false)
  static let compression = Key.value(
    "compression", "PNG compression: fast or small", Output.Compression.self
  ).defaulting(to: .fast)
  static let maxBytes = Key.whole(
    "maxBytes",
    "Most bytes of the file; quality is reduced, or PNG compression raised, if needed",
    in: 1...(256 << 20))
  static let minQuality = Key.whole(
    "minQuality", "Lowest quality for maxBytes; the smaller of 50 and quality if not given",
    in: 1...100)
  static let minColors = Key.whole(
    "minColors", "Fewest colours of a palette that a PNG may get for maxBytes; none if not given",
    in: 2...256)
  static let textLayer = Key.value(
    "textLayer", "Whether a PDF has its words as tagged text that is selected and read aloud",
    Bool.self
  ).defaulting(to: false)
  static let scale = Key.number(
    "scale",
    "Output pixels per px (in PDF and SVG, of rasterised parts); the canvas's scale if not given",
    in: 0.1...8)
  static let background = Key.value(
    "background", "Background under the whole image; white for JPEG (no alpha) if not given",
    Color.self)

  static let object = ObjectFormat(
    .output, "One output file",
    keys: [
      file.format, format.format, quality.format, subsampling.format, lossless.format,
      compression.format,
      maxBytes.format, minQuality.format, minColors.format, textLayer.format, scale.format,
      background.format,
    ])

  /// The keys that are limited to some formats.
  static let limited: [(key: String, formats: [Output.Format])] = [
    (quality.name, [.jpeg, .webp]), (lossless.name, [.webp]), (subsampling.name, [.jpeg]),
    (compression.name, [.png]),
    (minQuality.name, [.jpeg, .webp]), (minColors.name, [.png]),
    (textLayer.name, [.pdf]),
  ]

  /// The rule against a key of quality in a lossless output.
  static func losslessRule(_ key: String) -> String {
    "\"\(key)\" is for lossy WebP; this output is lossless."
  }
  /// The rule against a lowest quality, or fewest colours, without a size to reach.
  static func limitRule(_ key: String) -> String { "\"\(key)\" is for \"maxBytes\": add it." }

  /// The rule against a key in an output of another format.
  static func rule(_ key: String, only formats: [Output.Format], not format: Output.Format)
    -> String
  {
    let names = formats.map(\.displayName).joined(separator: " and ")
    return "\"\(key)\" is for \(names); this output is \(format.displayName)."
  }
}

extension Output.Format {
  var displayName: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    case .pdf: "PDF"
    case .svg: "SVG"
    }
  }

  /// The extensions of such files, without the dot; the first is the usual one.
  var extensions: [String] {
    self == .jpeg ? ["jpg", "jpeg"] : [rawValue]
  }

  /// The format of a file name's extension.
  init?(extensionOf file: String) {
    guard let dot = file.lastIndex(of: "."), !file[dot...].contains("/") else { return nil }
    let ending = file[file.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.extensions.contains(ending) }) else {
      return nil
    }
    self = format
  }
}
