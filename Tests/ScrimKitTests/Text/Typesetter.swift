@_spi(Host) import ScrimKit
import Testing

/// All that sets text, one test at a time: Pango's fonts are made for one thread.
@Suite(.serialized) enum TextTests {}

/// Sets text in the fonts that the tests need.
struct Typesetter {
  static let mono = "DejaVu Sans Mono"
  static let latin = "DejaVu Sans"
  static let noto = "Noto Sans"
  static let japanese = "Noto Sans CJK JP"
  static let arabic = "Noto Sans Arabic"
  static let kufi = "Noto Kufi Arabic"
  static let devanagari = "Noto Sans Devanagari"
  static let emoji = "Noto Color Emoji"
  /// What DejaVu Sans Mono's letters advance, in ems: 1233 of 2048 units.
  static let monoAdvance = 1233.0 / 2048

  struct MissingFonts: Error, CustomStringConvertible {
    let description: String
  }

  let library = FontLibrary()

  init() throws {
    let needed = [
      Self.mono, Self.latin, Self.noto, Self.japanese, Self.arabic, Self.kufi, Self.devanagari,
      Self.emoji,
    ]
    let missing = Set(needed).subtracting(library.familyNames).sorted()
    guard missing.isEmpty else {
      throw MissingFonts(
        description: "These tests need fonts that are not installed: "
          + "\(missing.joined(separator: ", ")). `etc/packaging/setup fonts` installs them.")
    }
  }

  /// A text at 20 px, placed in `box` if one is given.
  func set(
    _ string: String, _ font: String = Typesetter.mono, width: Double? = nil, in box: Rect? = nil,
    _ change: (inout TextSpec) -> Void = { _ in }
  ) throws -> TextLayout {
    let layout = try library.layOut(
      spec(string, font, change), width: width ?? box?.width)
    guard let box else { return layout }
    return layout.placed(in: box, paintBox: box)
  }
}

extension Typesetter {
  /// A text in markup at 20 px, placed in `box` if one is given.
  func set(
    markup: String, _ font: String = Typesetter.mono, in box: Rect? = nil,
    _ change: (inout TextSpec) -> Void = { _ in }
  ) throws -> TextLayout {
    try set("", font, in: box) {
      $0.string = nil
      $0.markup = markup
      change(&$0)
    }
  }

  /// A text at 20 px in some room.
  func set(
    _ string: String, _ font: String = Typesetter.mono, available: AvailableSize,
    _ change: (inout TextSpec) -> Void = { _ in }
  ) throws -> TextLayout {
    try library.layOut(spec(string, font, change), in: available)
  }

  private func spec(
    _ string: String, _ font: String, _ change: (inout TextSpec) -> Void
  ) -> TextSpec {
    var spec = TextSpec()
    spec.string = string
    spec.font = FontFamilies([font])
    spec.size = 20
    change(&spec)
    return spec
  }
}

extension TextLayout {
  var words: [String] { lines.indices.map { String(words(ofLine: $0)) } }

  /// The characters of each cluster, from left to right.
  var clusterTexts: [String] {
    let bytes = Array(string.utf8)
    return clusters.map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  /// The text's pixels over `area`.
  func drawn(over area: Rect, scale: Double = 1) throws -> Raster {
    var raster = try Raster(area: PixelRect(covering: area, scale: scale), scale: scale)
    try raster.draw { try $0.draw(self) }
    return raster
  }
}

func isNear(_ a: Double, _ b: Double, within limit: Double = 0.01) -> Bool { abs(a - b) <= limit }
