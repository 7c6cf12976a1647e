import ScrimKit

/// Where the glass is on the canvas.
struct Panel {
  /// The outline of the glass where it has been pulled to.
  let shape: Path
  /// What the glass may touch, px: inside the layer's frame.
  let bounds: Rect
  /// The frame where the panel has been pulled to, px.
  let frame: Rect
  /// How far it has been pulled from its place; `nil` if it is not pulled.
  let offset: Point?
  /// The outline in its place, which a panel that is being pulled does not leave.
  private let opening: Path

  init(_ effect: FrostedPanel, in geometry: EffectGeometry) {
    let radii = effect.cornerRadius ?? geometry.cornerRadii
    offset = effect.reveal?.offset(in: geometry.frame)
    frame = geometry.frame.offset(dx: offset?.x ?? 0, dy: offset?.y ?? 0)
    bounds = frame.intersection(geometry.frame)
    shape = Path(rect: frame, radii: radii)
    opening = Path(rect: geometry.frame, radii: radii)
  }

  /// Draws `body` inside the glass only.
  ///
  /// - Throws: What `body` throws.
  func clip(_ canvas: Canvas, _ body: (Canvas) throws -> Void) rethrows {
    guard offset != nil else { return try canvas.clipped(to: shape, body) }
    try canvas.clipped(to: opening) { try $0.clipped(to: shape, body) }
  }

  /// The layer's content where the panel has been pulled to.
  ///
  /// - Throws: `DrawingError`.
  func moved(_ picture: Picture, by offset: Point) throws -> Picture {
    var moved = Picture(scale: picture.scale)
    let extent = picture.extent.offset(dx: offset.x, dy: offset.y).intersection(bounds)
    try moved.draw(in: extent) { canvas in
      canvas.clipped(to: opening) { canvas in
        canvas.transformed(origin: offset, scale: 1) { $0.draw(picture) }
      }
    }
    return moved
  }
}
