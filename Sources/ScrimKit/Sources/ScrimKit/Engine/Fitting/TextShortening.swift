extension FontLibrary {
  /// Lays out as much of a text as fits, with an ellipsis in place of the rest.
  ///
  /// Pango applies an ellipsis per paragraph, and counts lines per paragraph; this one is for the entire text.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - spec: Their settings.
  ///   - available: The size that they must fit in.
  ///   - whole: The layout of all words, which does not fit.
  /// - Returns: The shown words and their layout. It overflows only if the ellipsis alone does.
  /// - Throws: `TextDiagnostic` if no font has an ellipsis; `DrawingError`.
  func shortened(
    _ text: StyledString, _ spec: TextSpec, in available: AvailableSize, from whole: TextLayout
  ) throws -> (text: StyledString, layout: TextLayout) {
    var shortening = TextShortening(library: self, spec: spec, available: available)
    var result = (text: text, layout: whole)
    if spec.wrap == .none, let width = available.width {
      result = try shortening.shortenedLines(of: text, whole, to: width)
    }
    if !available.fits(result.layout, of: spec) {
      result = try shortening.shortened(result.text, result.layout)
    }
    if spec.missingGlyphs == .error, shortening.lacksEllipsis {
      throw TextDiagnostic(
        .missingGlyph, at: "ellipsis",
        "no installed font has \"\(StyledString.ellipsis)\" (U+2026). "
          + "Install a font that has it, or set \"missingGlyphs\": \"allow\".")
    }
    result.layout.spec.setWords(result.text.string)
    return result
  }
}

/// The search for the part of a text that fits together with an ellipsis.
private struct TextShortening {
  let library: FontLibrary
  let spec: TextSpec
  let available: AvailableSize
  private(set) var lacksEllipsis = false

  typealias Result = (text: StyledString, layout: TextLayout)

  /// Lays out a shortened text.
  private mutating func set(_ text: StyledString, _ available: AvailableSize) throws -> Result {
    let (layout, missing) = try library.set(text, spec, width: available.width)
    lacksEllipsis = missing.contains { $0.scalar == "…" }
    return (text, layout)
  }

  /// Shortens each line that is too wide with its own ellipsis, if lines do not wrap.
  mutating func shortenedLines(
    of text: StyledString, _ whole: TextLayout, to width: Double
  ) throws -> Result {
    var text = text
    // From the last line, so that the offsets of previous ones stay valid.
    for line in whole.lines.reversed() where line.rectangle.width > width {
      text = try shortened(text, line.range, isWhole: false, in: AvailableSize(width: width))
    }
    return try set(text, available)
  }

  /// Shortens the entire text with one ellipsis.
  mutating func shortened(_ text: StyledString, _ whole: TextLayout) throws -> Result {
    let all = 0..<text.string.utf8.count
    // The remaining words end in the line that overflows, or before it.
    let hint = firstOverflow(of: whole).flatMap {
      spec.ellipsis == .end ? whole.lines[$0].range.upperBound : nil
    }
    return try set(try shortened(text, all, isWhole: true, in: available, before: hint), available)
  }

  private func firstOverflow(of text: TextLayout) -> Int? {
    text.lines.indices.first { index in
      let box = text.lines[index].rectangle
      return index >= spec.maxLines ?? .max || box.bottom > available.height ?? .infinity
        || box.width > available.width ?? .infinity
    }
  }

  /// Shortens a part of the text with an ellipsis to the longest that fits.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - scope: The part.
  ///   - isWhole: Whether the entire text must fit rather than only one line of it.
  ///   - available: The size that it must fit in.
  ///   - hint: An upper bound for the end of the remaining words.
  /// - Returns: The entire text with the part shortened.
  /// - Throws: `DrawingError`.
  private mutating func shortened(
    _ text: StyledString, _ scope: Range<Int>, isWhole: Bool, in available: AvailableSize,
    before hint: Int? = nil
  ) throws -> StyledString {
    let edges = Self.edges(of: text.string, in: scope)
    func cut(_ kept: Int) -> StyledString {
      elided(text, scope, edges: edges, kept: kept)
    }
    func set(_ kept: Int) throws -> TextLayout {
      let shorter = cut(kept)
      guard !isWhole else { return try self.set(shorter, available).layout }
      let end = scope.upperBound + shorter.string.utf8.count - text.string.utf8.count
      return try self.set(shorter.part(scope.lowerBound..<end), available).layout
    }
    var high = edges.count - 1
    if let hint { high = min(high, (edges.firstIndex { $0 >= hint } ?? high) + 1) }
    var most = high
    if isWhole {
      // More words never take fewer lines. But an ellipsis may make the previous word too wide where a longer text,
      // which ends in the next word, fits. So width is checked separately.
      var wide = available
      wide.width = nil
      most = try Self.first(in: 0...high) { !wide.fits(try set($0), of: spec) } - 1
      for kept in (max(0, most - Self.longestWord)...max(0, most)).reversed()
      where try available.fits(set(kept), of: spec) { return cut(kept) }
    }
    return cut(
      max(0, try Self.first(in: 0...max(0, most)) { !available.fits(try set($0), of: spec) } - 1))
  }

  /// In longer words one character more than necessary may be removed.
  private static let longestWord = 48

  /// The first number of a range for which a monotone condition holds; the upper bound plus one if there is none.
  private static func first(
    in range: ClosedRange<Int>, where holds: (Int) throws -> Bool
  ) rethrows -> Int {
    var low = range.lowerBound - 1
    var high = range.upperBound + 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if try holds(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// The text with `kept` characters of the scope.
  private func elided(
    _ text: StyledString, _ scope: Range<Int>, edges: [Int], kept: Int
  ) -> StyledString {
    let last = edges.count - 1
    let hidden: Range<Int>
    switch spec.ellipsis {
    case .start: hidden = edges[0]..<edges[last - kept]
    case .middle: hidden = edges[(kept + 1) / 2]..<edges[last - kept / 2]
    case .end, .none: hidden = edges[kept]..<edges[last]
    }
    let shorter = text.eliding(hidden, within: scope)
    guard spec.direction == .auto, spec.ellipsis != .end else { return shorter }
    return keepingDirection(of: text, in: shorter)
  }

  /// Keeps a paragraph's direction, which is that of its first strong character, if that is hidden.
  private func keepingDirection(of text: StyledString, in shorter: StyledString) -> StyledString {
    guard let mark = shorter.ellipsisOffset else { return shorter }
    let newline = UInt8(ascii: "\n")
    func paragraph(of bytes: [UInt8], around offset: Int) -> Range<Int> {
      let start = (bytes[..<offset].lastIndex(of: newline) ?? -1) + 1
      return start..<(bytes[offset...].firstIndex(of: newline) ?? bytes.count)
    }
    let (bytes, left) = (Array(text.string.utf8), Array(shorter.string.utf8))
    let shown = paragraph(of: left, around: mark)
    // The paragraph is the one of the words before the ellipsis, or else of those after it.
    let end = left.count - mark - StyledString.ellipsis.utf8.count
    let whole = paragraph(of: bytes, around: shown.lowerBound < mark ? mark - 1 : bytes.count - end)
    guard let wanted = ParagraphDirection(of: bytes[whole]),
      ParagraphDirection(of: left[shown]) != wanted
    else { return shorter }
    return shorter.directed(at: shown.lowerBound, isRightToLeft: wanted == .rightToLeft)
  }

  /// The boundaries of the grapheme clusters in a scope.
  private static func edges(of string: String, in scope: Range<Int>) -> [Int] {
    let start = string.utf8.index(string.startIndex, offsetBy: scope.lowerBound)
    let end = string.utf8.index(start, offsetBy: scope.count)
    var edges = [scope.lowerBound]
    for character in string[start..<end] {
      edges.append(edges[edges.count - 1] + character.utf8.count)
    }
    return edges
  }
}
