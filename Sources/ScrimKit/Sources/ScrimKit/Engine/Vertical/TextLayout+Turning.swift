extension TextLayout {
  /// From line space, where lines are horizontal and one below the other, to the canvas.
  ///
  /// It is `none` for horizontal text. In vertical text it rotates, so that glyphs keep their left and right; in
  /// `vertical-lr` lines are then one above the other.
  var turn: Transform { isTurned ? Self.quarter : .none }

  private static let quarter = Transform(degrees: 90, about: .zero)

  /// The vertical text as on the canvas, of one that is in line space.
  func turned() -> TextLayout {
    guard spec.writingMode.isVertical, !isTurned else { return self }
    return mapped(by: Self.quarter, quarters: 1)
  }

  /// The text in line space, of one on the canvas.
  func inLineSpace() -> TextLayout {
    guard isTurned else { return self }
    return mapped(by: Self.quarter.inverse, quarters: -1)
  }

  private func mapped(by transform: Transform, quarters: Int) -> TextLayout {
    var copy = self
    copy.isTurned.toggle()
    copy.box = transform.bounds(of: box)
    copy.paintBox = transform.bounds(of: paintBox)
    if isTurned { copy.grid = grid.inside }
    for index in lines.indices {
      copy.lines[index].rectangle = transform.bounds(of: lines[index].rectangle)
      copy.lines[index].baseline = -lines[index].baseline
    }
    for index in clusters.indices {
      copy.clusters[index].rectangle = transform.bounds(of: clusters[index].rectangle)
    }
    for index in glyphs.indices {
      copy.glyphs[index].origin = transform(glyphs[index].origin)
      copy.glyphs[index].form = glyphs[index].form.turned(by: quarters)
    }
    return copy
  }

  /// Does what is defined in line space.
  func inLineSpace<E>(_ body: (TextLayout) throws(E) -> TextLayout) throws(E) -> TextLayout {
    isTurned ? try body(inLineSpace()).turned(on: grid) : try body(self)
  }

  private func turned(on grid: PixelGrid) -> TextLayout {
    var copy = turned()
    copy.grid = grid
    return copy
  }

  /// The same block in line space with its first line at the bottom, as `vertical-lr` has it.
  func flipped() -> TextLayout {
    let bounds = bounds
    var copy = self
    for index in lines.indices {
      let box = lines[index].rectangle
      copy.move(line: index, dx: 0, dy: bounds.top + bounds.bottom - box.top - box.bottom)
    }
    copy.trim = BoxTrim(top: trim.bottom, bottom: trim.top)
    return copy
  }
}

extension AvailableSize {
  /// The size in line space of a text that has this size on the canvas: along the lines, and across them.
  func inLineSpace(of spec: TextSpec) -> AvailableSize {
    spec.writingMode.isVertical ? AvailableSize(width: height, height: width) : self
  }
}
