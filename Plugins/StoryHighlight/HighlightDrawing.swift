import ScrimKit

/// The shape of a highlight: contours with a fill and a line around them.
struct HighlightDrawing {
  /// One closed contour a block, px at scale 1.
  let contours: [Path]
  let fill: Paint
  let stroke: HighlightStroke?

  /// What it covers, px at scale 1.
  var extent: Rect {
    contours.map(\.controlBounds).bounds.grown(by: stroke?.width ?? 0)
  }

  /// Draws it.
  ///
  /// - Parameter scale: Device pixels a px, where pixels are asked for.
  /// - Returns: The shape, recorded.
  /// - Throws: `DrawingError`.
  func picture(scale: Double) throws -> Picture {
    var picture = Picture(scale: scale)
    let whole = contours.reduce(into: Path()) { $0.append($1) }
    var meeting = CompositeOperator.over
    if let stroke, stroke.width > 0 {
      try picture.draw(in: extent) { canvas in
        // Its inner half goes under the fill.
        canvas.stroke(
          whole, StrokeStyle(width: 2 * stroke.width, join: .miter), with: .color(stroke.color))
      }
      if !fill.isOpaque {
        // Cut out and filled pixel by pixel, so that nothing shows between the two.
        try picture.draw(.destinationOut, in: extent) { $0.fill(whole, with: .black) }
        meeting = .add
      }
    }
    try picture.draw(meeting, in: extent) { canvas in
      if case .color = fill {
        canvas.fill(whole, with: fill)
      } else {
        for contour in contours { canvas.fill(contour, with: fill) }
      }
    }
    return picture
  }
}
