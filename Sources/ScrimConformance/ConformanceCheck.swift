/// What every effect is held to.
package enum ConformanceCheck: String, CaseIterable, Sendable, Hashable {
  /// Nothing is drawn outside the extent that the effect declares.
  case extent
  /// What lies outside the regions that it says it must see makes no difference.
  case regions
  /// A picture that is asked for in parts is the picture that is asked for as a whole.
  case tiles
  /// A layer that stands elsewhere on a larger canvas looks the same.
  case canvas
  /// At scale 2 it is the same picture with twice the pixels a side.
  case scale
  /// The same job gives the same bytes, whatever was drawn before.
  case determinism
  /// Every value that is declared gives a picture of possible pixels.
  case limits
  /// So does a text without words.
  case emptyText = "empty text"
  /// So does a frame of one pixel.
  case onePixel = "one pixel"
  /// So does a frame that is much larger than the canvas.
  case hugeFrame = "huge frame"
  /// Drawing over and over takes no more memory.
  case memory

  /// What is meant, in a line.
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
