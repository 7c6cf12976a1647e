import ScrimKit

/// A shape that its frame gives.
protocol FrameShape: Content {
  var style: ShapeStyle { get }

  /// The shape, px; empty without an area.
  func outline(in frame: Rect) -> Path
}

extension FrameShape {
  public func extent(in geometry: ContentGeometry) -> Rect {
    style.extent(of: outline(in: geometry.frame))
  }

  public func outline(in geometry: ContentGeometry) -> Path? {
    style.isPlain ? outline(in: geometry.frame) : nil
  }

  public func draw(on canvas: Canvas, in geometry: ContentGeometry) {
    style.draw(outline(in: geometry.frame), on: canvas, in: geometry.frame)
  }
}
