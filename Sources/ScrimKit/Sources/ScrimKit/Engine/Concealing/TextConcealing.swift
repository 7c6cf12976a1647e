extension FontLibrary {
  /// Lays out a text with decoys in place of the concealed part; see `layOut(_:in:)`.
  ///
  /// Only these facts are read from the hidden words: where the visible ones end, the number of hidden lines at the
  /// requested size, their script, and whether markup styles all of them. Nothing else affects the result or the
  /// errors.
  ///
  /// - Parameters:
  ///   - spec: The text and its settings.
  ///   - available: The size that it has to fit in; lines wrap at its width.
  ///   - concealed: The concealed part.
  /// - Returns: The text, not yet positioned in a frame.
  /// - Throws: `TextDiagnostic` as `layOut(_:in:)` does, but not about hidden words; `DrawingError`.
  @_spi(Host) public func layOut(
    _ spec: TextSpec, in available: AvailableSize, concealing concealed: ConcealedPart
  ) throws -> TextLayout {
    let available = available.inLineSpace(of: spec)
    return try TextConcealing(spec, in: available, concealed, library: self).layOut()
  }
}

/// The layout of a text with concealed lines at its end.
private struct TextConcealing {
  let library: FontLibrary
  let spec: TextSpec
  let available: AvailableSize
  let concealed: ConcealedPart
  private let text: StyledString
  /// The number of concealed lines, if the job sets it.
  private let lines: Int?

  /// The words of the visible lines.
  struct Visible {
    /// The words; `nil` if no line is visible.
    let words: StyledString?
    /// Whether the last visible line ends within its paragraph.
    let continues: Bool
    /// Where the hidden words begin in the job's string or markup; `nil` if an ellipsis replaces words before.
    let end: Int?
  }

  /// A layout and the parts of it to check for errors.
  struct Result {
    var layout: TextLayout
    /// The number of readable lines.
    let visibleLines: Int
    let words: StyledString
    let missing: Missing
    /// The visible words; `nil` if all are.
    var visible: Visible?
  }

  typealias Missing = [(scalar: Unicode.Scalar, offset: Int)]

  init(
    _ spec: TextSpec, in available: AvailableSize, _ concealed: ConcealedPart, library: FontLibrary
  ) throws {
    self.library = library
    // Larger letters and other breaks would depend on hidden words.
    var spec = spec
    spec.textWrap = .wrap
    if spec.fit.grows { spec.fit = spec.fit.shrinks ? .shrink : .none }
    self.spec = spec
    self.available = available
    self.concealed = concealed
    lines = concealed.concealments.lazy.compactMap(\.lines).first
    text = try StyledString(of: spec)
  }

  /// The text with decoys, or the normal layout if all of it is readable.
  func layOut() throws -> TextLayout {
    guard lines != nil || !text.string.isEmpty else {
      return try library.layOutLines(spec, in: available)
    }
    let real = try library.set(text, spec, width: available.width)
    let lineCount = real.layout.lines.count
    let script = script(of: real.layout)
    let count = try visibleLines(of: real.layout, spec, script, total: lineCount)
    if lines == nil, try count == lineCount || fitsVisibly(script) {
      return try library.layOutLines(spec, in: available)
    }
    let total = limited(lineCount)
    func finished(_ result: Result) throws -> TextLayout {
      var layout = try self.finished(result)
      layout.concealedFacts = result.visible.map { visible in
        ConcealedFacts(
          start: visible.end, continues: visible.continues,
          lines: lines == nil ? lineCount - count : nil, script: script,
          isScriptRead: concealed.concealments.allSatisfy { $0.script == nil },
          styles: lines == nil ? text.changesOfAll.count : nil)
      }
      return layout
    }
    guard spec.fit.shrinks else {
      return try finished(fixed(spec, real, total, script))
    }
    let first = visible(of: real.layout, text, count: count)
    let (shrunk, sized) = try shrunk(first, total, script)
    if let shrunk { return try finished(shrunk) }
    let smallest = try library.set(text, sized, width: available.width)
    return try finished(fixed(sized, smallest, total, script))
  }

  /// Whether the entire text is readable after shrinking.
  private func fitsVisibly(_ script: String?) throws -> Bool {
    guard spec.fit.shrinks else { return false }
    var plain = spec
    plain.ellipsis = .none
    plain.missingGlyphs = .allow
    plain.fontFallback = .allow
    do {
      let whole = try library.layOutLines(plain, in: available)
      let count = whole.lines.count
      return try available.fits(whole, of: spec)
        && visibleLines(of: whole, whole.spec, script, total: count) == count
    } catch is TextDiagnostic {
      return false
    }
  }

  /// The number of lines shown of a text with `count` lines.
  private func limited(_ count: Int) -> Int {
    guard spec.fit.shrinks || spec.ellipsis != .none else { return count }
    return min(count, spec.maxLines ?? .max)
  }

  private func hiddenLines(of total: Int, after visible: Int) -> Int {
    lines ?? max(1, total - visible)
  }

  // MARK: Sizes

  /// The largest size at which the visible lines and the decoys fit.
  ///
  /// The search starts with the words that are visible at the requested size. At a smaller size more words may be
  /// visible, which may require a still smaller size. From there downwards only text that the result shows is examined.
  ///
  /// - Returns: The text, or `nil` and the smallest size if it does not fit.
  private func shrunk(
    _ first: Visible, _ total: Int, _ script: String?
  ) throws -> (Result?, TextSpec) {
    func assembled(_ sized: TextSpec) throws -> TextLayout {
      try self.assembled(first, sized, script) { hiddenLines(of: total, after: $0) }.layout
    }
    var largest = spec
    if try !available.fits(assembled(spec), of: spec) {
      let found = try library.shrunkSpec(spec, in: available, assembled)
      guard found.fits else { return (nil, found.spec) }
      largest = found.spec
    }
    let least = min(largest.size, spec.minSize ?? ShrinkSizes.minSizeFloor)
    let sizes = ShrinkSizes(from: least, to: largest.size)
    var sized = largest
    for index in (0..<sizes.count).reversed() {
      sized.size = sizes[index]
      let real = try library.set(text, sized, width: available.width)
      let lines = real.layout.lines.count
      let count = try visibleLines(of: real.layout, sized, script, total: total)
      var result = Result(
        layout: real.layout, visibleLines: lines, words: text, missing: real.missing)
      if self.lines != nil || count < lines {
        result = try self.assembled(visible(of: real.layout, text, count: count), sized, script) {
          hiddenLines(of: total, after: $0)
        }
      }
      if available.fits(result.layout, of: spec) { return (result, sized) }
    }
    guard spec.overflow != .error || spec.ellipsis != .none else {
      throw spec.tooLarge(at: least, fits: nil)
    }
    return (nil, sized)
  }

  /// The text at a size, with an ellipsis if the spec requests one.
  ///
  /// - Parameters:
  ///   - sized: The settings with the size.
  ///   - real: The layout of the real words at that size.
  ///   - total: The number of their lines.
  ///   - script: The script of the decoys.
  /// - Returns: The text.
  /// - Throws: `TextDiagnostic` if no font has an ellipsis; `DrawingError`.
  private func fixed(
    _ sized: TextSpec, _ real: (layout: TextLayout, missing: Missing), _ total: Int,
    _ script: String?
  ) throws -> Result {
    var (words, real, total) = (text, real, total)
    if spec.ellipsis == .start || spec.ellipsis == .middle, !available.fits(real.layout, of: spec) {
      let short = try library.shortened(text, sized, in: available, from: real.layout)
      (words, total) = (short.text, short.layout.lines.count)
      real = try library.set(words, sized, width: available.width)
    }
    let lines = real.layout.lines.count
    let count = try visibleLines(of: real.layout, sized, script, total: total)
    if self.lines == nil, count == lines {
      return Result(
        layout: real.layout, visibleLines: lines, words: words, missing: real.missing)
    }
    let visible = visible(of: real.layout, words, count: count)
    let result = try assembled(visible, sized, script) { hiddenLines(of: total, after: $0) }
    guard spec.ellipsis != .none, !available.fits(result.layout, of: spec) else { return result }
    let shown = shownLines(of: result.layout)
    if shown > result.visibleLines || result.visibleLines == 0 {
      return try assembled(visible, sized, script) { max(1, shown - $0) }
    }
    // No decoy fits: the ellipsis is at the end of the readable words.
    var limited = sized
    limited.maxLines = min(result.visibleLines, spec.maxLines ?? .max)
    // Of the words after them no letter may be beside the ellipsis.
    let end = real.layout.lines[count - 1].range.upperBound
    let readable = words.eliding(end..<words.string.utf8.count)
    let whole = try library.set(readable, limited, width: available.width).layout
    var (short, layout) = try library.shortened(readable, limited, in: available, from: whole)
    layout.spec.maxLines = spec.maxLines
    let missing = try library.set(short, sized, width: available.width).missing
    return Result(
      layout: layout, visibleLines: layout.lines.count, words: short, missing: missing,
      visible: visible)
  }

  /// The number of lines that fit.
  private func shownLines(of layout: TextLayout) -> Int {
    let most = min(layout.lines.count, spec.maxLines ?? .max)
    guard let height = available.height else { return most }
    return layout.lines.prefix(most).prefix {
      $0.rectangle.bottom - layout.bounds.top <= height + AvailableSize.tolerance
    }.count
  }

  // MARK: Visible lines

  /// The number of readable lines.
  ///
  /// - Parameters:
  ///   - layout: The layout of the real words.
  ///   - sized: Their settings.
  ///   - script: The script of the decoys.
  ///   - total: The total number of lines; ignored if the job sets the number of concealed ones.
  /// - Returns: The number of lines, from the first.
  /// - Throws: `DrawingError`.
  private func visibleLines(
    of layout: TextLayout, _ sized: TextSpec, _ script: String?, total: Int
  ) throws -> Int {
    try concealed.concealments.map { concealment in
      switch concealment.visible {
      case .lines(let count): return min(count, layout.lines.count)
      case .height(let height):
        let decoys = try decoys(for: nil, sized, script, width: 0)
        let pitch = decoys.above + decoys.below + sized.lineSpacing
        return layout.lines.indices.prefix { index in
          // Of the lines after this one only the number is used.
          let bottom = layout.lines[index].rectangle.bottom
          let rest = lines ?? max(0, total - index - 1)
          let top = concealed.top(bottom + Double(rest) * pitch)
          return top + bottom <= height + Self.tolerance
        }.count
      }
    }.min() ?? layout.lines.count
  }

  /// The words of the first lines of a layout, without trailing spaces.
  private func visible(of layout: TextLayout, _ text: StyledString, count: Int) -> Visible {
    guard count > 0, count <= layout.lines.count else {
      return Visible(words: nil, continues: false, end: text.ellipsisOffset == nil ? 0 : nil)
    }
    let line = layout.lines[count - 1]
    let hyphens = try? Hyphenation(text, layout.spec).breaks
    let words = text.prefix(
      to: line.range, isBroken: !line.endsParagraph,
      isDivided: hyphens?.contains(line.range.upperBound) == true)
    let end = text.ellipsisOffset == nil ? text.source(of: line.range.upperBound) : nil
    return Visible(words: words, continues: !line.endsParagraph, end: end)
  }

  /// The script of the decoys: that of the words hidden at the requested size, or of all words if none are hidden.
  private func script(of layout: TextLayout) -> String? {
    if let script = concealed.concealments.lazy.compactMap(\.script).first { return script }
    let count =
      concealed.concealments.map { concealment in
        switch concealment.visible {
        case .lines(let count): min(count, layout.lines.count)
        // The block's position in a taller frame is unknown without the decoys.
        case .height(let height): layout.lines.prefix { $0.rectangle.bottom <= height }.count
        }
      }.min() ?? 0
    let hidden =
      count < layout.lines.count
      ? text.suffix(from: layout.lines[count].range.lowerBound) : text.string
    return TextLayout.script(of: hidden)
  }

  /// Tolerance for sums of line heights, px.
  private static let tolerance = 1e-6

  // MARK: Decoys

  /// The visible lines followed by decoys.
  ///
  /// - Parameters:
  ///   - visible: The visible words.
  ///   - sized: Their settings.
  ///   - script: The script of the decoys.
  ///   - hidden: Returns the number of decoy lines for a number of visible lines.
  /// - Returns: The text.
  /// - Throws: `TextDiagnostic` if no font has an ellipsis; `DrawingError`.
  private func assembled(
    _ visible: Visible, _ sized: TextSpec, _ script: String?, hidden: (Int) -> Int
  ) throws -> Result {
    var layout = TextLayout(nothing: sized, library: library)
    var missing: Missing = []
    if let words = visible.words {
      (layout, missing) = try library.set(words, sized, width: available.width)
      let width = AvailableSize(width: available.width)
      if spec.ellipsis == .end, !width.fits(layout, of: sized) {
        layout = try library.shortened(words, sized, in: width, from: layout).layout
      }
      if visible.continues { layout.lines[layout.lines.count - 1].endsParagraph = false }
    }
    let visibleLines = layout.lines.count
    let width =
      available.width ?? (layout.naturalWidth > 0 ? layout.naturalWidth : Self.ems * sized.size)
    var decoys = try decoys(for: visible.words, sized, script, width: width)
    let direction = layout.lines.last.map { $0.isRightToLeft ? TextDirection.rtl : .ltr }
    var continues = visible.continues
    let count = hidden(visibleLines)
    for number in 0..<count {
      let ends = spec.wrap == .none || number == count - 1 || decoys.endsParagraph(number)
      // Digits have no direction of their own.
      let hasDirection = script != nil && script != "Zyyy"
      let line = try decoys.line(
        number, direction: continues || !hasDirection ? direction ?? .auto : .auto,
        endsParagraph: ends)
      layout.append(decoys: line, above: decoys.above, below: decoys.below, endsParagraph: ends)
      if ends { continues = false }
    }
    layout.spec.setWords(layout.string)
    // A glyph wider than a very narrow frame is not the author's error.
    let decoyWidths = layout.lines.dropFirst(visibleLines).map { min($0.rectangle.width, width) }
    layout.naturalWidth = max(layout.naturalWidth, decoyWidths.max() ?? 0)
    return Result(
      layout: layout, visibleLines: visibleLines,
      words: visible.words ?? StyledString(plain: ""), missing: missing, visible: visible)
  }

  /// Width of decoy lines if neither frame nor visible words give one, as a multiple of the font size.
  private static let ems = 16.0

  private func decoys(
    for visible: StyledString?, _ sized: TextSpec, _ script: String?, width: Double
  ) throws -> DecoyLines {
    // The first effect generates the words; `concealments` is never empty.
    let words = concealed.concealments.first?.words ?? { _, _, _ in "" }
    let style = DecoyStyle(
      // If the job sets the number of lines, nothing is read from hidden words.
      whole: lines == nil ? text.changesOfAll : [],
      choices: visible.map {
        text.styleRuns(ofFirst: $0.string.utf8.count, includesAll: lines != nil)
      } ?? [])
    return try DecoyLines(
      DecoyLines.Setting(
        library: library, spec: sized, style: style, script: script, width: width, words: words),
      seed: concealed.seed)
  }

  /// - Throws: `TextDiagnostic` with all missing fonts and glyphs of visible words.
  private func finished(_ result: Result) throws -> TextLayout {
    // Markup of the entire text also applies to visible words if there are none.
    let families =
      library.missingFamilies(of: spec, result.words)
      + (result.visibleLines == 0 && lines == nil
        ? library.missingFamilies(of: spec, text.keepingChangesOfAll).filter { $0.key != "font" }
        : [])
    if let diagnostic = TextDiagnostic(
      families + library.missingGlyphs(result.missing, of: spec, result.words))
    {
      throw diagnostic
    }
    var layout = result.layout
    layout.spec.wrap = spec.wrap
    if spec.align == .justify, spec.wrap != .none, let width = available.width {
      layout.justify(to: width)
    }
    layout.trim = BoxTrim(layout)
    return layout
  }
}

extension TextSpec {
  /// Where a character of the laid-out words is written.
  ///
  /// - Parameter offset: A UTF-8 offset in the words that the layout has before anything of them is concealed.
  /// - Returns: The UTF-8 offset in the job's string or markup; `nil` for invalid markup.
  @_spi(Host) public func writtenOffset(of offset: Int) -> Int? {
    (try? StyledString(of: self))?.source(of: offset)
  }
}
