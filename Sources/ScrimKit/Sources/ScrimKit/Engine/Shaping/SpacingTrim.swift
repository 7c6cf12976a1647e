/// Fullwidth punctuation that loses its empty half next to other punctuation and at line ends: `text-spacing-trim:
/// normal` of CSS Text 4 ("Fullwidth Punctuation Kerning"), as Chromium has it. The font's feature `halt` does it.
struct SpacingTrim {
  /// What a character is to its neighbours.
  fileprivate enum Mark {
    case open, close, middle
    /// Brackets and quotation marks without an empty half.
    case openNarrow, closeNarrow
    case other
  }

  /// A character with its mark.
  fileprivate struct Place {
    let range: Range<Int>
    let mark: Mark
    let isSpace: Bool
    /// px.
    let width: Double
    /// What it loses, px.
    let trim: Double
    /// Whether Chromium trims it at a line's end: brackets and quotation marks, but no stops.
    let endsLines: Bool
  }

  private let places: [Place]
  private let breaks: Set<Int>
  private let spec: TextSpec
  /// The offsets of paragraphs.
  private let starts: Set<Int>
  /// What is trimmed next to other punctuation, as UTF-8 offsets.
  private var pairs: Set<Int> = []
  /// What is trimmed at the ends of lines.
  private var ends: Set<Int> = []

  /// Fails if nothing can be trimmed.
  ///
  /// - Parameter layout: The text without anything trimmed, and with its breaks.
  init?(_ layout: TextLayout) {
    guard layout.fonts.contains(where: \.hasHalfWidths),
      !layout.lines.contains(where: \.isRightToLeft)
    else { return nil }
    let bytes = Array(layout.string.utf8)
    places = layout.clusters.map { Place($0, of: layout, bytes) }
    guard places.contains(where: { $0.trim > 0 }) else { return nil }
    spec = layout.spec
    breaks = Set(layout.breaks)
    let lines = layout.lines
    starts = Set(
      lines.indices.filter { $0 == 0 || lines[$0 - 1].endsParagraph }.map {
        lines[$0].range.lowerBound
      })
    for (last, next) in zip(places, places.dropFirst())
    where last.range.upperBound == next.range.lowerBound {
      if last.trim > 0, last.mark == .close,
        [.close, .middle, .closeNarrow].contains(next.mark)
      {
        pairs.insert(last.range.lowerBound)
      } else if next.trim > 0, next.mark == .open,
        [.open, .middle, .close, .openNarrow].contains(last.mark)
      {
        pairs.insert(next.range.lowerBound)
      }
    }
  }

  /// Whether words may have anything to trim.
  static func concerns(_ string: String, _ spec: TextSpec) -> Bool {
    guard spec.textSpacingTrim == .normal, string.utf8.contains(where: { $0 >= 0xe2 }) else {
      return false
    }
    if let features = spec.features {
      let setsWidths = exclusive.contains { features.isOn($0) == true }
      guard features.isOn("halt") == nil, !setsWidths else { return false }
    }
    return string.unicodeScalars.contains { $0.isFullwidthPunctuation }
  }

  /// Features that set widths of their own. Trimming itself is done by `halt`, which a job may turn off, too.
  private static let exclusive = ["hwid", "palt", "pwid", "qwid", "twid"]

  /// What to trim, with the lines as full as possible.
  ///
  /// - Parameter width: The width at which lines wrap, px; `nil` wraps only at newlines.
  /// - Returns: UTF-8 offsets.
  mutating func trimmed(at width: Double?) -> Set<Int> {
    guard let width, spec.wrap != .none else { return pairs }
    var trimmed = pairs
    var (start, rest, used) = (0, 0, 0.0)
    var next: Int?
    while rest < places.count {
      let place = places[rest]
      let offset = place.range.lowerBound
      if starts.contains(offset) { (start, used, next) = (rest, spec.textIndent, nil) }
      if rest == start, place.mark == .open { trimmed.remove(offset) }
      let isTrimmed = trimmed.contains(offset)
      let end = used + place.width - (isTrimmed ? place.trim : 0)
      let mayEnd =
        breaks.contains(place.range.upperBound) || rest + 1 == places.count
        || starts.contains(places[rest + 1].range.lowerBound)
      if end > width + 0.001, !place.isSpace, rest > start {
        if place.endsLines, !isTrimmed, mayEnd, end - place.trim <= width + 0.001 {
          trimmed.insert(offset)
          ends.insert(offset)
          (start, rest, used, next) = (rest + 1, rest + 1, 0, nil)
          continue
        }
        if let line = next {
          (start, rest, used, next) = (line, line, 0, nil)
          continue
        }
      }
      used = end
      rest += 1
      if mayEnd { next = rest }
    }
    return trimmed
  }

  /// What to trim where the lines are other ones than expected.
  func trimmed(in lines: [TextLayout.Line]) -> Set<Int> {
    var trimmed = pairs
    var index = 0
    for line in lines {
      var last: Int?
      if index < places.count, places[index].mark == .open {
        trimmed.remove(places[index].range.lowerBound)
      }
      while index < places.count, places[index].range.lowerBound < line.range.upperBound {
        if !places[index].isSpace { last = places[index].range.lowerBound }
        index += 1
      }
      if let last, ends.contains(last) { trimmed.insert(last) }
    }
    return trimmed
  }
}

extension SpacingTrim.Place {
  fileprivate init(_ cluster: TextLayout.Cluster, of layout: TextLayout, _ bytes: [UInt8]) {
    let words = String(decoding: bytes[cluster.range], as: UTF8.self)
    let scalar = words.unicodeScalars.first ?? " "
    let font = layout.fonts[cluster.font]
    range = cluster.range
    width = cluster.rectangle.width
    isSpace = scalar.properties.isWhitespace
    var mark = SpacingTrim.Mark(scalar)
    if scalar.isFullwidthStop || scalar.isQuotationMark,
      let glyph = cluster.glyphs.first.map({ layout.glyphs[$0] })
    {
      let ink = font.ink(glyph)
      let left = glyph.origin.x - cluster.rectangle.x + ink.left
      mark = SpacingTrim.Mark(scalar, ink: left...left + ink.width, in: width)
    }
    self.mark = mark
    let isFullwidth = width > 0.9 * font.size && font.hasHalfWidths
    trim = isFullwidth && (mark == .open || mark == .close) ? font.size / 2 : 0
    endsLines = trim > 0 && mark == .close && !scalar.isFullwidthStop
  }
}

extension SpacingTrim.Mark {
  /// The mark of characters that look alike in all languages.
  fileprivate init(_ scalar: Unicode.Scalar) {
    let isWide = scalar.value & ~0x3f == 0x3000 || (0xff01...0xff60).contains(scalar.value)
    switch scalar.properties.generalCategory {
    case .openPunctuation: self = isWide ? .open : .openNarrow
    case .closePunctuation: self = isWide ? .close : .closeNarrow
    default:
      let isDot = ["\u{3000}", "\u{b7}", "\u{2027}", "\u{30fb}"].contains(scalar)
      self = isDot ? .middle : .other
    }
  }

  /// The mark of characters whose ink is at the left in some languages, and in the middle in others.
  ///
  /// - Parameters:
  ///   - scalar: The character.
  ///   - ink: Where the ink is, px from the character's origin.
  ///   - width: The character's advance, px.
  fileprivate init(_ scalar: Unicode.Scalar, ink: ClosedRange<Double>, in width: Double) {
    let half = width / 2
    switch scalar {
    case "\u{2018}", "\u{201c}": self = ink.lowerBound >= half ? .open : .openNarrow
    case "\u{2019}", "\u{201d}": self = ink.upperBound <= half ? .close : .closeNarrow
    default:
      let isNarrow = ink.upperBound - ink.lowerBound <= half
      self =
        ink.upperBound <= half ? .close : isNarrow && ink.lowerBound >= half / 2 ? .middle : .other
    }
  }
}

extension Unicode.Scalar {
  /// CSS's "fullwidth dot punctuation" and "fullwidth colon punctuation".
  fileprivate var isFullwidthStop: Bool {
    ["\u{3001}", "\u{3002}", "\u{ff0c}", "\u{ff0e}", "\u{ff1a}", "\u{ff1b}"].contains(self)
  }

  fileprivate var isQuotationMark: Bool {
    ["\u{2018}", "\u{2019}", "\u{201c}", "\u{201d}"].contains(self)
  }

  /// Whether it may be punctuation that has an empty half.
  fileprivate var isFullwidthPunctuation: Bool {
    (0x3001...0x301f).contains(value) || (0xff08...0xff60).contains(value) || isQuotationMark
  }
}
