extension TextLayout {
  /// Removes the words of the line at `index` and keeps its box.
  mutating func appendNothing(to index: Int) {
    let end = string.utf8.count
    lines[index].clusters = clusters.count..<clusters.count
    lines[index].range = end..<end
    lines[index].isConcealed = true
  }

  /// This text with the lines whose words differ between `new` and `old`.
  ///
  /// - Parameters:
  ///   - new: The result of an effect on `old`.
  ///   - old: A text with as many lines as this one.
  /// - Returns: The text with the paint and visibility of this one.
  @_spi(Host) public func taking(_ new: TextLayout, changedFrom old: TextLayout) -> TextLayout {
    let (new, old) = (new.inLineSpace(), old.inLineSpace())
    return inLineSpace { $0.takingLines(of: new, changedFrom: old) }
  }

  private func takingLines(of new: TextLayout, changedFrom old: TextLayout) -> TextLayout {
    rebuilt { copy, index in
      let (line, before) = (new.lines[index], old.lines[index])
      guard
        line.isConcealed != before.isConcealed
          || new.words(ofLine: index) != old.words(ofLine: index)
      else { return false }
      copy.append(new, line: index, at: line.rectangle.x, baseline: line.baseline, to: index)
      copy.lines[index].isConcealed = line.isConcealed
      return true
    }
  }

  /// This text with the paint of `other`, and without the ink of lines that `other` does not draw.
  @_spi(Host) public func drawn(as other: TextLayout) -> TextLayout {
    var copy = self
    copy.paint = other.paint
    copy.keepsColors = other.keepsColors
    copy.showsBackgrounds = other.showsBackgrounds
    for (index, line) in zip(lines.indices, other.lines) where !line.isDrawn {
      copy.lines[index].isDrawn = false
    }
    return copy
  }

  /// Builds a copy line by line, so that it contains nothing of replaced lines.
  ///
  /// - Parameter body: Adds the line at an index to the copy; `false` keeps the line unchanged.
  /// - Returns: The copy.
  /// - Throws: Errors of `body`.
  func rebuilt<E: Error>(
    _ body: (inout TextLayout, Int) throws(E) -> Bool
  ) throws(E) -> TextLayout {
    var copy = self
    copy.string = ""
    copy.clusters = []
    copy.glyphs = []
    copy.fonts = []
    copy.styles = []
    var wasChanged = false
    for index in lines.indices {
      // A soft wrap after an unchanged line is not a newline, so that matches across it are still found.
      if index > 0, wasChanged || lines[index - 1].endsParagraph { copy.string += "\n" }
      wasChanged = try body(&copy, index)
      if !wasChanged {
        let line = lines[index]
        copy.append(self, line: index, at: line.rectangle.x, baseline: line.baseline, to: index)
      }
    }
    copy.spec.setWords(copy.string)
    return copy
  }

  /// Appends a line of decoys below the last line, at the left.
  ///
  /// - Parameters:
  ///   - decoys: A text of one line.
  ///   - above: The line's extent above its baseline, px.
  ///   - below: The line's extent below its baseline, px.
  ///   - endsParagraph: Whether it is the last line of its paragraph.
  mutating func append(
    decoys: TextLayout, above: Double, below: Double, endsParagraph: Bool
  ) {
    guard let line = decoys.lines.first else { return }
    let top = lines.last.map { $0.rectangle.bottom + spec.lineSpacing } ?? 0
    if !lines.isEmpty { string += "\n" }
    lines.append(
      Line(
        rectangle: Rect(x: 0, y: top, width: 0, height: above + below), baseline: top + above,
        range: 0..<0, clusters: 0..<0, isRightToLeft: line.isRightToLeft,
        endsParagraph: endsParagraph, isConcealed: true, boxes: line.boxes))
    append(decoys, line: 0, at: 0, baseline: top + above, to: lines.count - 1)
  }

  /// Copies a line of another layout to the line at `index`.
  mutating func append(
    _ other: TextLayout, line number: Int, at x: Double, baseline: Double, to index: Int
  ) {
    let line = other.lines[number]
    let dx = x - line.rectangle.x
    let dy = baseline - line.baseline
    let shift = string.utf8.count - line.range.lowerBound
    let firstCluster = clusters.count
    string += other.words(ofLine: number)
    let places = other.fonts.map { font in
      fonts.firstIndex { $0 === font } ?? fonts.appended(font)
    }
    // Only the styles in use are copied; those of hidden words are dropped.
    var styleIndices: [Int: Int] = [:]
    for cluster in other.clusters[line.clusters] where styleIndices[cluster.style] == nil {
      let style = other.styles[cluster.style]
      styleIndices[cluster.style] = styles.firstIndex(of: style) ?? styles.appended(style)
    }
    for cluster in other.clusters[line.clusters] {
      let firstGlyph = glyphs.count
      for var glyph in other.glyphs[cluster.glyphs] {
        glyph.font = places[glyph.font]
        glyph.origin.x += dx
        glyph.origin.y += dy
        glyphs.append(glyph)
      }
      var moved = cluster
      moved.glyphs = firstGlyph..<glyphs.count
      moved.font = places[cluster.font]
      moved.style = styleIndices[cluster.style] ?? 0
      moved.range = cluster.range.lowerBound + shift..<cluster.range.upperBound + shift
      moved.rectangle = Rect(
        x: cluster.rectangle.x + dx, y: lines[index].rectangle.y, width: cluster.rectangle.width,
        height: lines[index].rectangle.height)
      clusters.append(moved)
    }
    lines[index].clusters = firstCluster..<clusters.count
    lines[index].range = line.range.lowerBound + shift..<line.range.upperBound + shift
    lines[index].rectangle.x = x
    lines[index].rectangle.width = line.rectangle.width
  }
}

extension Array {
  /// Appends an element.
  ///
  /// - Returns: Its index.
  fileprivate mutating func appended(_ element: Element) -> Int {
    append(element)
    return count - 1
  }
}
