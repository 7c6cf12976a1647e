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
    case .extent: "draws nothing outside the extent that it declares"
    case .regions: "reads nothing outside the regions that it declares"
    case .tiles: "drawn in parts it is the same picture"
    case .canvas: "on a larger canvas it is the same picture"
    case .scale: "at scale 2 it is the same picture"
    case .determinism: "drawn again it is the same, byte for byte"
    case .limits: "draws every kind of value that it declares"
    case .emptyText: "draws under a text without words"
    case .onePixel: "draws in a frame of one pixel"
    case .hugeFrame: "draws in a frame far larger than the canvas"
    case .memory: "takes no more memory when it draws over and over"
    }
  }
}
