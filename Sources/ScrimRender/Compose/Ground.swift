import ScrimKit

/// What has been drawn so far, bottom up: layers are laid on it, and their effects look at it.
protocol Ground: AnyObject {
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
  /// - Throws: `DrawingError`.
  func draw(_ picture: Picture, opacity: Double) throws

  /// What is there, for an effect that looks at it.
  ///
  /// - Parameter region: px at scale 1.
  /// - Returns: At least the region, as far as it can be drawn on; it stays as it is when more is drawn.
  /// - Throws: `DrawingError`.
  func picture(in region: Rect) throws -> Picture
}
