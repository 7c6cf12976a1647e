import ScrimKit

/// The position and shape of the glass on the canvas.
struct Panel {
  /// The outline of the glass at its current position.
  let shape: Path
  /// The bounds of the glass, px: inside the layer's frame.
  let bounds: Rect
  /// The frame at the panel's current position, px.
  let frame: Rect
  /// The displacement from its final position; `nil` without a reveal.
  let offset: Point?
  /// Its corner radii, clockwise from the top left, px.
  let radii: [Double]
  let cornerShape: CornerShape
  /// The outline at its final position, which also clips a panel that slides in.
  private let opening: Path

  init(_ effect: FrostedPanel, in geometry: EffectGeometry) {
    var radii = effect.cornerRadius ?? geometry.cornerRadii
    radii.shape = geometry.cornerRadii.shape
    offset = (effect.reveal?.offset(in: geometry.frame)).map(geometry.grid.snap)
    frame = geometry.frame.offset(dx: offset?.x ?? 0, dy: offset?.y ?? 0)
    bounds = frame.intersection(geometry.frame)
    shape = Path(rect: frame, radii: radii)
    opening = Path(rect: geometry.frame, radii: radii)
    self.radii = radii.fitted(to: frame)
    cornerShape = radii.shape
  }

  var smallestRadius: Double { radii.min() ?? 0 }

  /// Draws clipped to the glass.
  ///
  /// - Throws: Errors of `body`.
  func clip(_ canvas: Canvas, _ body: (Canvas) throws -> Void) rethrows {
    guard offset != nil else { return try canvas.clipped(to: shape, body) }
    try canvas.clipped(to: opening) { try $0.clipped(to: shape, body) }
  }

  /// The layer's content at the panel's current position.
  ///
  /// - Throws: `DrawingError`.
  func moved(_ picture: Picture, by offset: Point) throws -> Picture {
    var moved = Picture(like: picture)
    let extent = picture.extent.offset(dx: offset.x, dy: offset.y).intersection(bounds)
    try moved.draw(in: extent) { canvas in
      canvas.clipped(to: opening) { canvas in
        canvas.transformed(origin: offset, scale: 1) { $0.draw(picture) }
      }
    }
    return moved
  }
}
