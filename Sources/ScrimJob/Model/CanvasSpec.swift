package import ScrimKit

/// The size of the canvas and its background.
package struct CanvasSpec: Sendable, Hashable {
  package enum Size: Sendable, Hashable {
    /// px at scale 1, 1…16384 each.
    case fixed(width: Double, height: Double)
    /// A side that is `nil` ends `padding` px beyond the farthest edge of any layer.
    case automatic(width: Double?, height: Double?, padding: Double)
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
