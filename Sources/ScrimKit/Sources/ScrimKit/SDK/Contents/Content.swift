/// What a layer shows, by a plugin: a shape, a code, a chart.
///
/// A content is drawn in the layer's frame without its padding, behind effects and masks like a text or an image. It is
/// recorded, so that it stays vectors in documents.
public protocol Content: Parameterized {
  /// The size that it has by itself, px, with the ratio of its sides: for `fit-content`, for a side that follows from
  /// the other one, and in flex groups. By default `nil`: it takes what there is.
  func naturalSize() -> Size?

  /// The bounds of what it draws. By default the frame. Drawing is clipped to them.
  ///
  /// - Throws: `EffectError` with a message for the job's author.
  func extent(in geometry: ContentGeometry) throws -> Rect

  /// Draws it.
  ///
  /// - Parameters:
  ///   - canvas: Empty.
  ///   - geometry: Where it is drawn.
  /// - Throws: `EffectError` with a message for the job's author.
  func draw(on canvas: Canvas, in geometry: ContentGeometry) throws
}

extension Content {
  /// No size of its own.
  public func naturalSize() -> Size? { nil }

  /// The frame.
  public func extent(in geometry: ContentGeometry) throws -> Rect { geometry.frame }
}

/// Where a content is drawn.
public struct ContentGeometry: Sendable {
  /// The layer's frame without its padding, px at scale 1, on `grid`.
  public let frame: Rect
  /// Device pixels per px.
  public let scale: Double
  /// The device pixels that it is drawn on: snap what should be sharp.
  public let grid: PixelGrid

  /// Creates a geometry; called by the host, and by tests.
  public init(frame: Rect, scale: Double = 1, grid: PixelGrid = .none) {
    self.frame = frame
    self.scale = scale
    self.grid = grid
  }
}
