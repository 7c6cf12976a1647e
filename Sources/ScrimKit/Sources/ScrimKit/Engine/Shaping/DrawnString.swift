/// The string that is shaped for a text: its letters in the case that they are drawn in, with breaks that Pango would
/// not find.
struct DrawnString {
  private(set) var string = ""
  /// What is added to the text, as offsets into `string`.
  private(set) var additions: [Range<Int>] = []
  private var starts: Set<Int> = []
  /// Where lines must not break, as offsets into the text.
  private(set) var unbreakable: [Range<Int>] = []
  /// For each offset into `string` and its end, that into the text; empty if both are the same.
  private var written: [Int] = []
  /// For each offset into the text and its end, that into `string`.
  private var drawn: [Int] = []

  private static let objectReplacement = "\u{fffc}"

  /// - Parameters:
  ///   - text: The words as written.
  ///   - spec: The settings of the entire text.
  ///   - hyphenation: Where its words may be divided.
  ///   - vertical: How its characters are set. A unit is one character in place of several.
  /// - Throws: `TextDiagnostic` if the letters' case cannot be changed.
  init(
    _ text: StyledString, _ spec: TextSpec, _ hyphenation: Hyphenation, _ vertical: VerticalRuns
  ) throws(TextDiagnostic) {
    let breaks = LineBreaks(text.string, spec)
    unbreakable = breaks.forbidden
    let letters = try CaseMapping(text, spec).drawn
    let hyphens = hyphenation.breaks
    guard
      letters != nil || !breaks.added.isEmpty || !hyphens.isEmpty
        || !vertical.units.isEmpty
    else {
      string = text.string
      return
    }
    var (offset, cluster) = (0, 0)
    for (index, scalar) in text.string.unicodeScalars.enumerated() {
      let isHyphen = hyphens.contains(offset)
      let unit = vertical.unit(at: offset)
      let isInside = unit.map { $0.lowerBound < offset } ?? false
      if isHyphen || breaks.added.contains(offset), !isInside {
        // It belongs to the letter before it, as a part of its cluster.
        let start = string.utf8.count
        string.unicodeScalars.append(isHyphen ? softHyphen : LineBreaks.zeroWidthSpace)
        additions.append(start..<string.utf8.count)
        starts.insert(start)
        written += additions[additions.count - 1].map { _ in cluster }
      }
      drawn += Array(repeating: string.utf8.count, count: UTF8.width(scalar))
      let letter =
        unit == nil
        ? letters?[index] ?? String(scalar) : isInside ? "" : Self.objectReplacement
      string += letter
      written += Array(repeating: offset, count: letter.utf8.count)
      cluster = offset
      offset += UTF8.width(scalar)
    }
    written.append(offset)
    drawn.append(string.utf8.count)
  }

  /// Whether what is added to the text begins at an offset into `string`.
  func isAdded(_ offset: Int) -> Bool { starts.contains(offset) }

  /// The offset into the text of one into `string`.
  func written(_ offset: Int) -> Int { written.isEmpty ? offset : written[offset] }

  /// The part of `string` that draws one of the text.
  func drawn(_ range: Range<Int>) -> Range<Int> {
    drawn.isEmpty ? range : drawn[range.lowerBound]..<drawn[range.upperBound]
  }
}
