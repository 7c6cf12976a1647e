package import ScrimKit

/// The size of the canvas and its background.
package struct CanvasSpec: Sendable, Hashable {
  package enum Size: Sendable, Hashable {
    /// px at scale 1, 1…16384 each.
    case fixed(width: Double, height: Double)
    /// The lowest edge of any layer plus `padding` px.
    case autoHeight(width: Double, padding: Double)
    /// The size of the lowest image, after Exif orientation, divided by `scale`.
    case lowestImage
  }

  package var size: Size
  /// Device pixels per px, 0.1…8; an output may override it.
  package var scale: Double
  package var background: Paint

  package init(size: Size = .lowestImage, scale: Double = 1, background: Paint? = nil) {
    self.size = size
    self.scale = scale
    self.background = background ?? .color(.transparent)
  }
}
