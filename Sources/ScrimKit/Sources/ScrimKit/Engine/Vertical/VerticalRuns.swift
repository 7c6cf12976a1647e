/// How the characters of a vertical text stand.
struct VerticalRuns {
  /// Characters that are set side by side in the square of one.
  struct Combined {
    /// UTF-8 offsets into the text.
    let range: Range<Int>
    /// The side of the square, px.
    let size: Double
  }

  /// The characters that stand upright or have a glyph for vertical text, as UTF-8 offsets into the text.
  private(set) var upright: [Range<Int>] = []
  /// Those of them that are rotated if their font has no glyph for vertical text.
  private(set) var fallsBack: Set<Int> = []
  /// In the order of the text.
  private(set) var combined: [Combined] = []

  /// - Parameters:
  ///   - text: The words.
  ///   - spec: Their settings.
  ///   - styles: Their styles.
  ///   - rotated: What is rotated for lack of a glyph, as the starts of clusters.
  init(_ text: StyledString, _ spec: TextSpec, _ styles: InkStyles, rotated: Set<Int>) {
    guard spec.hasCentralBaselines else { return }
    combined = Self.combined(in: text, spec).map {
      Combined(range: $0, size: styles.styles[styles.index(at: $0.lowerBound)].size)
    }
    var offset = 0
    for cluster in text.string {
      let end = offset + cluster.utf8.count
      let orientation =
        spec.textOrientation == .upright ? .upright : VerticalOrientation(of: cluster)
      if orientation == .transformedOrRotated { fallsBack.insert(offset) }
      if orientation != .rotated, !rotated.contains(offset), combined(at: offset) == nil {
        if upright.last?.upperBound == offset {
          upright[upright.count - 1] = upright[upright.count - 1].lowerBound..<end
        } else {
          upright.append(offset..<end)
        }
      }
      offset = end
    }
  }

  /// The characters, combined with others, of which one is at an offset.
  func combined(at offset: Int) -> Range<Int>? {
    guard !combined.isEmpty else { return nil }
    var (low, high) = (0, combined.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if combined[middle].range.lowerBound <= offset { low = middle } else { high = middle }
    }
    return combined[low].range.contains(offset) ? combined[low].range : nil
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
