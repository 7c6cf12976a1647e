/// The checks of every effect.
package enum ConformanceCheck: String, CaseIterable, Sendable, Hashable {
  /// Nothing is drawn outside the declared extent.
  case extent
  /// Pixels outside the declared regions do not affect the image.
  case regions
  /// An image rendered in tiles equals the image rendered as a whole.
  case tiles
  /// A layer at another position on a larger canvas looks the same.
  case canvas
  /// At scale 2 the image is the same, with twice the pixels per side.
  case scale
  /// The same job gives the same bytes, independent of earlier jobs.
  case determinism
  /// Every declared value gives an image of valid pixels.
  case limits
  /// A text without words gives an image of valid pixels.
  case emptyText = "empty text"
  /// A frame of one pixel gives an image of valid pixels.
  case onePixel = "one pixel"
  /// A frame much larger than the canvas gives an image of valid pixels.
  case hugeFrame = "huge frame"
  /// Repeated rendering does not increase memory use.
  case memory

  /// A one-line description.
  package var summary: String {
    switch self {
    case .extent: "draws nothing outside its declared extent"
    case .regions: "reads nothing outside its declared regions"
    case .tiles: "rendering in tiles gives the same image"
    case .canvas: "rendering on a larger canvas gives the same image"
    case .scale: "rendering at scale 2 gives the same image"
    case .determinism: "rendering again gives the same bytes"
    case .limits: "accepts every kind of value that it declares"
    case .emptyText: "handles empty text"
    case .onePixel: "handles a frame of one pixel"
    case .hugeFrame: "handles a frame much larger than the canvas"
    case .memory: "memory does not grow over repeated renders"
    }
  }
}
