extension TextLayout {
  /// Justifies the lines to a width, except for the last line of each paragraph.
  ///
  /// Space is added after spaces and between ideographs and kana, as in CSS Text §7.3 for `text-justify: auto`. A line
  /// without either stays unchanged. Pango would instead widen the only space of a Japanese line, and the letter
  /// spacing of a line with a single word.
  mutating func justify(to width: Double) {
    for index in lines.indices where !lines[index].endsParagraph {
      let whole = width - lines[index].indent
      let free = whole - lines[index].rectangle.width
      guard free > 0 else { continue }
      let inside = lines[index].clusters.filter { isInside(cluster: $0, line: lines[index]) }
      let gaps = zip(inside, inside.dropFirst()).filter { opensGap($0, before: $1) }.map(\.0)
      guard !gaps.isEmpty else { continue }
      spread(line: index, by: free / Double(gaps.count), after: Set(gaps))
      lines[index].rectangle.width = whole
    }
  }

  /// Whether a cluster is within the line's rectangle rather than among the spaces at its end.
  func isInside(cluster: Int, line: Line) -> Bool {
    let box = clusters[cluster].rectangle
    return box.right > line.rectangle.left + 0.001 && box.left < line.rectangle.right - 0.001
  }

  private mutating func spread(line index: Int, by gap: Double, after gaps: Set<Int>) {
    var shift = 0.0
    for cluster in lines[index].clusters {
      clusters[cluster].rectangle.x += shift
      for glyph in clusters[cluster].glyphs { glyphs[glyph].origin.x += shift }
      guard gaps.contains(cluster) else { continue }
      clusters[cluster].rectangle.width += gap
      shift += gap
    }
  }

  private func opensGap(_ cluster: Int, before next: Int) -> Bool {
    if clusters[next].continuesUnit { return false }
    let (one, two) = (scalar(of: cluster), scalar(of: next))
    if one.isWordSpace { return true }
    return !two.isWordSpace && (one.isIdeographic || two.isIdeographic)
  }

  private func scalar(of cluster: Int) -> Unicode.Scalar {
    let start = string.utf8.index(
      string.startIndex, offsetBy: clusters[cluster].range.lowerBound)
    return string.unicodeScalars[start]
  }
}

extension Unicode.Scalar {
  /// Spaces that separate words and may be widened.
  fileprivate var isWordSpace: Bool { self == " " || self == "\u{a0}" }

  /// Ideographs, kana, and the punctuation used with them.
  fileprivate var isIdeographic: Bool {
    switch value {
    case 0x2e80...0x30ff, 0x31c0...0x31ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff,
      0xff00...0xffef, 0x1b000...0x1b16f, 0x20000...0x3ffff:
      true
    default: false
    }
  }
}
