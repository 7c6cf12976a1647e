package import ScrimKit

/// The rectangle that frames are solved in (CSS 2 §10.1): the canvas, or the frame of a group without its padding.
package enum ContainingBox: Hashable, Sendable {
  case known(Rect)
  /// The height follows from the boxes in it: a rectangle of height 0.
  case openHeight(Rect)
  case unknown

  /// As far as it is known; otherwise empty.
  var rect: Rect {
    switch self {
    case .known(let rect), .openHeight(let rect): rect
    case .unknown: .empty
    }
  }

  /// Canvases that it may turn out to be, px. What is the same for the smallest and the largest does not depend on
  /// the canvas.
  var candidates: [Rect] {
    let range = CanvasHeight.range
    return switch self {
    case .known(let rect): [rect]
    case .openHeight(let rect):
      [range.lowerBound, range.upperBound].map { Rect(x: 0, y: 0, width: rect.width, height: $0) }
    case .unknown:
      [range.lowerBound, range.upperBound].map { Rect(x: 0, y: 0, width: $0, height: $0) }
    }
  }

  /// What a value that depends on it is as long as it is not known.
  func missing<Value>() -> Resolution<Value> {
    if case .openHeight = self { .pending } else { .unavailable }
  }
}
