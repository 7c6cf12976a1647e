/// How the characters of a text are set that are not simply one after the other: upright in columns, or several as one.
struct VerticalRuns {
  /// Characters that are one for line breaks and references.
  struct Unit {
    enum Kind {
      /// Side by side in the square of one character.
      case square
      /// A base of ruby with its annotation.
      case ruby(String)
    }

    /// UTF-8 offsets into the text.
    let range: Range<Int>
    /// The font size, px.
    let size: Double
    let kind: Kind
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
      Unit(range: range, size: styles.styles[styles.index(at: range.lowerBound)].size, kind: kind)
    }
    units = text.rubies.map { made($0.range, .ruby($0.annotation)) }
    guard spec.hasCentralBaselines else { return }
    let bases = units.map(\.range)
    units += Self.combined(in: text, spec).filter { range in
      !bases.contains { $0.overlaps(range) }
    }.map { made($0, .square) }
    units.sort { $0.range.lowerBound < $1.range.lowerBound }
    var offset = 0
    for cluster in text.string {
      let end = offset + cluster.utf8.count
      let orientation =
        spec.textOrientation == .upright ? .upright : VerticalOrientation(of: cluster)
      if orientation == .transformedOrRotated { fallsBack.insert(offset) }
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
    var marked: [(range: Range<Int>, isCombined: Bool)] = []
    for span in text.spans {
      if case .textCombine(let isCombined) = span.change { marked.append((span.range, isCombined)) }
    }
    var found = marked.filter(\.isCombined).map(\.range).filter { range in
      // Neither of several lines, nor one in another.
      !bytes[range].contains(UInt8(ascii: "\n"))
        && !marked.contains { $0.range != range && $0.range.overlaps(range) }
    }
    var start: Int?
    for index in 0...bytes.count {
      let isDigit = index < bytes.count && (0x30...0x39).contains(bytes[index])
      if isDigit {
        start = start ?? index
      } else if let first = start {
        let number = first..<index
        if number.count <= spec.textCombine.mostDigits,
          !marked.contains(where: { $0.range.overlaps(number) })
        {
          found.append(number)
        }
        start = nil
      }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }
}
