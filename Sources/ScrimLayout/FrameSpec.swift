package import ScrimKit

/// The position of a layer, as the job gives it. Percentages are of the width or height of the canvas,
/// or of the frame of the group that the layer is in.
package enum FrameSpec: Sendable, Hashable {
  case box(FrameBox)
  /// The bounds of a reference, with each edge moved in by the insets, px; negative ones grow it.
  case around(Reference, inset: Insets)

  /// Whether nothing says how high it is, not even a minimum.
  package var hasOpenHeight: Bool {
    guard case .box(let box) = self else { return false }
    return box.height == nil && box.minHeight == nil && (box.y == nil || box.bottom == nil)
  }

  /// The rectangles that it is solved next to.
  package var reference: Reference? {
    switch self {
    case .around(let reference, _): reference
    case .box(let box):
      switch box.neighbour {
      case .below(let reference, _), .above(let reference, _): reference
      case nil: nil
      }
    }
  }
}

/// A frame by its edges; what is not given is 0, 0 and up to the far edge (or a text's own size).
///
/// `x` and `right` stand together only without `width`, likewise `y` and `bottom` without `height`.
package struct FrameBox: Sendable, Hashable {
  /// In place of `y`: beside the bounds of a reference.
  package enum Neighbour: Sendable, Hashable {
    /// The upper edge is `gap` px below it.
    case below(Reference, gap: Double)
    /// The lower edge is `gap` px above it.
    case above(Reference, gap: Double)
  }

  /// Distance from the left edge.
  package var x: Length?
  /// Distance from the right edge.
  package var right: Length?
  /// Distance from the upper edge.
  package var y: Length?
  /// Distance from the lower edge.
  package var bottom: Length?
  /// 0 or more.
  package var width: Length?
  /// 0 or more.
  package var height: Length?
  /// 0 or more.
  package var minHeight: Length?
  package var neighbour: Neighbour?

  package init() {}
}
