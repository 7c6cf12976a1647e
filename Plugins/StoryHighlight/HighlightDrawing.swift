import ScrimKit

/// The shape of a highlight: contours with a fill and a stroke.
struct HighlightDrawing {
  /// One closed contour per block, px at scale 1.
  let contours: [Path]
  let fill: Paint
  let stroke: HighlightStroke?

  /// The bounds of the shape, px at scale 1.
  var extent: Rect {
    contours.map(\.controlBounds).bounds.grown(by: stroke?.width ?? 0)
  }

  /// Draws the shape.
  ///
  /// - Parameter scale: Device pixels per px, when rasterized.
  /// - Returns: The recorded shape.
  /// - Throws: `DrawingError`.
  func picture(scale: Double) throws -> Picture {
    var picture = Picture(scale: scale)
    let whole = contours.reduce(into: Path()) { $0.append($1) }
    var meeting = CompositeOperator.over
    if let stroke, stroke.width > 0 {
      try picture.draw(in: extent) { canvas in
        // The inner half of the stroke is hidden by the fill.
        canvas.stroke(
          whole, StrokeStyle(width: 2 * stroke.width, join: .miter), with: .color(stroke.color))
      }
      if !fill.isOpaque {
        // Cut out and added per pixel, so that no seam shows between the two.
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
