/// How the characters of a text are set that are not simply one after the other: upright in columns, or several as one.
struct VerticalRuns {
  /// Characters that are one for line breaks and references.
  struct Unit {
    enum Kind: Hashable {
      /// Side by side in the square of one character.
      case square
      /// A base of ruby with its annotation.
      case ruby(Annotation)
    }

    /// UTF-8 offsets into the text.
    let range: Range<Int>
    let style: InkStyle
    let kind: Kind
    /// Whether its annotation may hang over what is before it and after it.
    var hangsBefore = false
    var hangsAfter = false
  }

  /// The characters that stand upright or have a glyph for vertical text, as UTF-8 offsets into the text.
  private(set) var upright: [Range<Int>] = []
  /// Those of them that are rotated if their font has no glyph for vertical text.
  private(set) var fallsBack: Set<Int> = []
  /// In the order of the text.
  private(set) var units: [Unit] = []

  /// - Parameters:
  ///   - text: The words.
  ///   - spec: Their settings.
  ///   - styles: Their styles.
  ///   - rotated: What is rotated for lack of a glyph, as the starts of clusters.
  init(_ text: StyledString, _ spec: TextSpec, _ styles: InkStyles, rotated: Set<Int>) {
    func made(_ range: Range<Int>, _ kind: Unit.Kind) -> Unit {
      Unit(range: range, style: styles.styles[styles.index(at: range.lowerBound)], kind: kind)
    }
    units = text.rubies.map { made($0.range, .ruby($0.annotation)) }
    defer { findOverhangs(text.string, styles) }
    guard spec.hasCentralBaselines else { return }
    let bases = Set(units.flatMap(\.range))
    units += Self.combined(in: text, spec).filter(bases.isDisjoint).map { made($0, .square) }
    units.sort { $0.range.lowerBound < $1.range.lowerBound }
    var offset = 0
    for cluster in text.string {
      let end = offset + cluster.utf8.count
      let orientation =
        spec.textOrientation == .upright ? .upright : VerticalOrientation(of: cluster)
      // Fonts have no form of the semicolon because it stands as in a row (JLREQ, cl-05), unlike the colon.
      if orientation == .transformedOrRotated, cluster != "；" { fallsBack.insert(offset) }
      if orientation != .rotated, !rotated.contains(offset), unit(at: offset) == nil {
        if upright.last?.upperBound == offset {
          upright[upright.count - 1] = upright[upright.count - 1].lowerBound..<end
        } else {
          upright.append(offset..<end)
        }
      }
      offset = end
    }
  }

  /// Annotations hang over kana of their base's size that have none and no marks (JLREQ §3.3.8).
  private mutating func findOverhangs(_ string: String, _ styles: InkStyles) {
    guard !units.isEmpty else { return }
    let bytes = Array(string.utf8)
    func isFree(_ range: Range<Int>, of style: InkStyle) -> Bool {
      guard let scalar = String(decoding: bytes[range], as: UTF8.self).unicodeScalars.first,
        scalar.isKana, unit(at: range.lowerBound) == nil
      else { return false }
      let own = styles.styles[styles.index(at: range.lowerBound)]
      return own.size == style.size && own.rise == style.rise && own.emphasis.isEmpty
    }
    for index in units.indices {
      guard case .ruby = units[index].kind else { continue }
      let (range, style) = (units[index].range, units[index].style)
      // Kana have three bytes.
      let (before, after) = (
        range.lowerBound - 3..<range.lowerBound, range.upperBound..<range.upperBound + 3
      )
      units[index].hangsBefore = before.lowerBound >= 0 && isFree(before, of: style)
      units[index].hangsAfter = after.upperBound <= bytes.count && isFree(after, of: style)
    }
  }

  /// The characters of the unit that one at an offset belongs to.
  func unit(at offset: Int) -> Range<Int>? {
    guard !units.isEmpty else { return nil }
    var (low, high) = (0, units.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if units[middle].range.lowerBound <= offset { low = middle } else { high = middle }
    }
    return units[low].range.contains(offset) ? units[low].range : nil
  }

  /// What markup combines, and numbers that are short enough (CSS Writing Modes 4 §9.1).
  private static func combined(in text: StyledString, _ spec: TextSpec) -> [Range<Int>] {
    let bytes = Array(text.string.utf8)
    var isMarked = Array(repeating: false, count: bytes.count)
    var found: [Range<Int>] = []
    // Outer ones begin first, and contain inner ones whole.
    for span in text.spans {
      guard case .textCombine(let isCombined) = span.change else { continue }
      for index in span.range { isMarked[index] = true }
      guard isCombined, span.range.lowerBound >= found.last?.upperBound ?? 0,
        !bytes[span.range].contains(UInt8(ascii: "\n"))
      else { continue }
      found.append(span.range)
    }
    var start = 0
    while start < bytes.count {
      let digits = bytes[start...].prefix { (0x30...0x39).contains($0) }
      if !digits.isEmpty, digits.count <= spec.textCombine.mostDigits,
        !isMarked[digits.indices].contains(true)
      {
        found.append(digits.indices)
      }
      start += max(1, digits.count)
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }
}

extension Unicode.Scalar {
  /// Hiragana, katakana and their prolonged sound mark.
  fileprivate var isKana: Bool {
    switch value {
    case 0x3041...0x3096, 0x30a1...0x30fa, 0x30fc, 0x31f0...0x31ff: true
    default: false
    }
  }
}
