import ScrimKit

/// The size of a content without its padding, px.
package struct ContentSize: Sendable, Hashable {
  package var width: Double
  package var height: Double
  /// Distance of the first baseline from the top; `nil` if there is none.
  package var baseline: Double?

  package init(width: Double, height: Double, baseline: Double? = nil) {
    (self.width, self.height, self.baseline) = (width, height, baseline)
  }
}

/// The width that a text is measured for.
package enum ContentWidth: Hashable, Sendable {
  /// As narrow as possible: its longest word.
  case minContent
  /// Without soft wraps.
  case maxContent
  /// Wrapped at so many px.
  case wrapped(Double)
}

/// What percentages relate to: the size of the containing box, px; `nil` where it is not known yet.
struct SizeBasis: Hashable {
  var width: Double?
  var height: Double?

  static let unknown = SizeBasis()
}

/// A box with its size, and the boxes that it lays out.
final class SizedBox: Sendable {
  struct Child: Sendable {
    let index: Int
    /// px from the upper left corner of the box's frame.
    let frame: Rect
    let box: SizedBox
  }

  let width: Double
  let height: Double
  /// Distance of the first baseline from the top; `nil` if there is none.
  let baseline: Double?
  /// The height that the boxes in a flex group would give it, px.
  let contentHeight: Double
  let children: [Child]

  /// A box that has not been sized yet.
  static let empty = SizedBox(width: 0, height: 0)

  init(
    width: Double, height: Double, baseline: Double? = nil, contentHeight: Double? = nil,
    children: [Child] = []
  ) {
    (self.width, self.height, self.baseline, self.children) = (width, height, baseline, children)
    self.contentHeight = contentHeight ?? height
  }
}

/// A minimum and a maximum, px; the minimum takes precedence.
struct SizeLimits: Hashable {
  var min = 0.0
  var max = Double.infinity

  func clamp(_ value: Double) -> Double { Swift.max(min, Swift.min(max, value)) }
}

/// The widths of a content: as narrow and as wide as it gets, px.
struct ContentWidths: Hashable {
  var min: Double
  var max: Double

  /// CSS's `fit-content`.
  func fitting(_ available: Double?) -> Double {
    guard let available else { return max }
    return Swift.min(max, Swift.max(min, available))
  }
}
