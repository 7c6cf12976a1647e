import ScrimKit

/// The image composed so far, bottom up: layers are drawn onto it, and their effects read it as the backdrop.
protocol RenderTarget: AnyObject {
  /// Fills the drawable area, below everything that follows.
  ///
  /// - Parameters:
  ///   - paint: The paint.
  ///   - box: The box that a gradient spans, px at scale 1.
  /// - Throws: `DrawingError`.
  func fill(with paint: Paint, box: Rect) throws

  /// Composites the finished image of a layer onto the target.
  ///
  /// - Parameters:
  ///   - picture: The image.
  ///   - opacity: 0…1, of the image as a whole.
  ///   - blend: The blend mode of the image as a whole.
  /// - Throws: `DrawingError`.
  func draw(_ picture: Picture, opacity: Double, blend: BlendMode) throws

  /// The backdrop of an effect.
  ///
  /// - Parameter region: px at scale 1.
  /// - Returns: At least the region, limited to the drawable area; later drawing does not change it.
  /// - Throws: `DrawingError`.
  func picture(in region: Rect) throws -> Picture

  /// The backdrop of an effect in a transformed layer, in the layer's untransformed space.
  ///
  /// - Parameters:
  ///   - region: px at scale 1 of the layer, before transform.
  ///   - transform: From the layer's space to that of the target.
  /// - Returns: At least the region, transformed so that it is back in its position once the layer is transformed.
  /// - Throws: `DrawingError`.
  func picture(in region: Rect, transformedBack transform: Transform) throws -> Picture

  /// Clips the drawing of `body` to a path. Backdrops and blending are unaffected. At the path's antialiased edge,
  /// the new state of the target is mixed with the old one.
  ///
  /// - Parameters:
  ///   - path: The clip path.
  ///   - body: Draws on this target.
  /// - Throws: Errors of `body`; `DrawingError`.
  func clip(to path: Path, _ body: () throws -> Void) throws
}
