import ScrimKit

/// What has been drawn so far, bottom up: layers are laid on it, and their effects look at it.
protocol Ground: AnyObject {
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

  /// Lets what is drawn meanwhile show only inside a path, while it sees and mixes with what is there
  /// as ever. At the path's edge the ground as it is then is mixed with what it was.
  ///
  /// - Parameters:
  ///   - path: Where.
  ///   - body: Draws on this ground.
  /// - Throws: What `body` throws; `DrawingError`.
  func clip(to path: Path, _ body: () throws -> Void) throws
}
