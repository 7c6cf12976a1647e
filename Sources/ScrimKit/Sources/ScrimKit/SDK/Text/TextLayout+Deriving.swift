extension TextLayout {
  /// The same layout with another fill for the glyphs.
  ///
  /// - Parameter paint: The fill, also of words coloured by markup; `nil` draws only colour emoji. These always keep
  ///   their colours.
  /// - Returns: The layout with that fill.
  public func painted(with paint: Paint?) -> TextLayout {
    var copy = self
    copy.paint = paint
    copy.keepsColors = false
    return copy
  }

  /// The same layout without the backgrounds from markup.
  public func withoutBackgrounds() -> TextLayout {
    var copy = self
    copy.showsBackgrounds = false
    return copy
  }

  /// The same layout with the ink of only some lines; all boxes stay.
  ///
  /// - Parameter isShown: Whether to draw the line at an index.
  /// - Returns: The layout with less ink.
  public func showing(_ isShown: (Int) -> Bool) -> TextLayout {
    var copy = self
    for index in lines.indices where !isShown(index) { copy.lines[index].isDrawn = false }
    return copy
  }

  /// The same layout with other words on some lines, which are then concealed.
  ///
  /// Baselines and the heights of the boxes stay. The old words are removed from the value.
  ///
  /// - Parameter words: The new words by line index, each laid out on one line.
  /// - Returns: The layout with other words.
  /// - Throws: `TextDiagnostic`, `DrawingError`.
  public func replacing(_ words: [Int: String]) throws -> TextLayout {
    try inLineSpace { try $0.replacingLines(words) }
  }

  private func replacingLines(_ words: [Int: String]) throws -> TextLayout {
    try rebuilt { copy, index in
      guard let new = words[index] else { return false }
      let old = lines[index]
      var single = spec
      single.wrap = .none
      single.setWords(new)
      single.ellipsis = .none
      single.fit = .none
      single.textWrap = .wrap
      single.textBoxTrim = .none
      single.missingGlyphs = .allow
      let layout = try library.layOut(single, width: nil)
      guard let line = layout.lines.first else {
        // If layout yields no line, the old words must still be removed.
        copy.appendNothing(to: index)
        return true
      }
      let free = old.rectangle.width - line.rectangle.width
      let x = old.rectangle.x + free * spec.align.share(isRightToLeft: old.isRightToLeft)
      copy.append(layout, line: 0, at: x, baseline: old.baseline, to: index)
      copy.lines[index].isConcealed = true
      return true
    }
  }

  /// The same layout without the words of some lines, which are then concealed. Their boxes stay, but empty.
  ///
  /// - Parameter isConcealed: Whether the line at an index loses its words.
  /// - Returns: The layout with fewer words.
  public func concealing(_ isConcealed: (Int) -> Bool) -> TextLayout {
    inLineSpace { text in
      text.rebuilt { copy, index in
        guard isConcealed(index) else { return false }
        copy.appendNothing(to: index)
        return true
      }
    }
  }
}
