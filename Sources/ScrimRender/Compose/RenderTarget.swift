import ScrimKit

/// What has been drawn so far, bottom up: layers are laid on it, and their effects look at it.
protocol RenderTarget: AnyObject {
  /// Lays a paint under everything that follows, over all that can be drawn on.
  ///
  /// - Parameters:
  ///   - paint: What to lay.
  ///   - box: What a gradient spans, px at scale 1.
  /// - Throws: `DrawingError`.
  func fill(with paint: Paint, box: Rect) throws

  /// Lays the finished picture of a layer on what is there.
  ///
  /// - Parameters:
  ///   - picture: What to lay.
  ///   - opacity: 0…1, of the picture as a whole.
  ///   - blend: How the picture as a whole is mixed with what is there.
  /// - Throws: `DrawingError`.
  func draw(_ picture: Picture, opacity: Double, blend: BlendMode) throws

  /// What is there, for an effect that looks at it.
  ///
  /// - Parameter region: px at scale 1.
  /// - Returns: At least the region, as far as it can be drawn on; it stays as it is when more is drawn.
  /// - Throws: `DrawingError`.
  func picture(in region: Rect) throws -> Picture

  /// What is there, for an effect of a layer that is turned: not turned with it.
  ///
  /// - Parameters:
  ///   - region: px at scale 1 of the layer, before it is turned.
  ///   - rotation: From there to here.
  /// - Returns: At least the region, so turned that it comes to lie where it is when the layer is
  ///   turned.
  /// - Throws: `DrawingError`.
  func picture(in region: Rect, rotatedBack rotation: Rotation) throws -> Picture

  /// Lets what is drawn meanwhile show only inside a path, while it sees and mixes with what is there
  /// as ever. At the path's edge the ground as it is then is mixed with what it was.
  ///
  /// - Parameters:
  ///   - path: Where.
  ///   - body: Draws on this ground.
  /// - Throws: What `body` throws; `DrawingError`.
  func clip(to path: Path, _ body: () throws -> Void) throws
}
