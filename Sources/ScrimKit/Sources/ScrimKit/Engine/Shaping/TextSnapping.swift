extension TextLayout {
  /// The text as it is drawn on a grid: baselines are on it; positions along the lines stay.
  ///
  /// Everything on a line moves with its baseline. Words with a rise have a baseline of their own.
  ///
  /// - Parameters:
  ///   - grid: The grid.
  ///   - offset: How far the text is moved before, px.
  /// - Returns: The text to draw.
  @_spi(Host) public func snapped(to grid: PixelGrid, offset: Point = .zero) -> TextLayout {
    if isTurned {
      let moved = paintBox.offset(dx: offset.x, dy: offset.y)
      var copy = inLineSpace().snapped(to: grid.inside, offset: turn.inverse(offset)).turned()
      copy.grid = grid
      copy.paintBox = grid.snap(moved)
      return copy
    }
    var copy = self
    copy.grid = grid
    copy.box = box.offset(dx: offset.x, dy: offset.y)
    let frame = paintBox.offset(dx: offset.x, dy: offset.y)
    copy.paintBox = grid.snap(frame)
    copy.frameShift = copy.paintBox.y - frame.y
    for index in lines.indices {
      let line = lines[index]
      let baseline = line.baseline + offset.y
      let shift =
        grid.baseline(
          ofLineAt: line.rectangle.y + offset.y,
          rows: grid.scale.flatMap { line.boxes.rows(scale: $0) }, laidOutAt: baseline) - baseline
      copy.move(line: index, dx: offset.x, dy: offset.y + shift)
      copy.lines[index].laidOutBottom = line.rectangle.bottom + offset.y
      for cluster in line.clusters where clusters[cluster].rise != 0 {
        let baseline = copy.lines[index].baseline - clusters[cluster].rise
        let own = grid.snap(baseline) - baseline
        copy.clusters[cluster].rise -= own
        for glyph in clusters[cluster].glyphs { copy.glyphs[glyph].origin.y += own }
      }
    }
    // Lines that touch still do, whichever way each was moved: nothing that follows them may have a seam.
    let order =
      spec.writingMode == .verticalLR ? lines.indices.reversed() : Array(lines.indices)
    for (index, next) in zip(order, order.dropFirst())
    where abs(lines[index].rectangle.bottom - lines[next].rectangle.top) < 1e-6 {
      let height = copy.lines[next].rectangle.top - copy.lines[index].rectangle.top
      copy.lines[index].rectangle.height = height
      for cluster in lines[index].clusters { copy.clusters[cluster].rectangle.height = height }
    }
    return copy
  }
}
