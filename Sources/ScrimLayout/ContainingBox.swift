package import ScrimKit

/// The rectangle that frames are solved in (CSS 2 §10.1): the canvas, or the frame of a group without its padding.
package enum ContainingBox: Hashable, Sendable {
  case known(Rect)
  /// A side follows from the boxes in it, and is 0 in the rectangle.
  case open(Rect, width: Bool, height: Bool)
  case unknown

  /// Whether its width follows from the boxes in it.
  var opensWidth: Bool { if case .open(_, true, _) = self { true } else { false } }

  /// Whether its height follows from the boxes in it.
  var opensHeight: Bool { if case .open(_, _, true) = self { true } else { false } }

  /// As far as it is known; otherwise empty.
  var rect: Rect {
    switch self {
    case .known(let rect), .open(let rect, _, _): rect
    case .unknown: .empty
    }
  }

  /// Canvases that it may turn out to be, px. What is the same for the smallest and the largest does not depend on
  /// the canvas.
  var candidates: [Rect] {
    let range = CanvasSide.range
    return switch self {
    case .known(let rect): [rect]
    case .open(let rect, let width, let height):
      [range.lowerBound, range.upperBound].map {
        Rect(x: 0, y: 0, width: width ? $0 : rect.width, height: height ? $0 : rect.height)
      }
    case .unknown:
      [range.lowerBound, range.upperBound].map { Rect(x: 0, y: 0, width: $0, height: $0) }
    }
  }

  /// What a value that depends on it is as long as it is not known.
  func missing<Value>() -> Resolution<Value> {
    if case .open = self { .pending } else { .unavailable }
  }
}
