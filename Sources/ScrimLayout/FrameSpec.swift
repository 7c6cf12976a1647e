package import ScrimKit

/// The position of a layer, as the job gives it. Percentages are of the width or height of the canvas,
/// or of the frame of the group that the layer is in.
package enum FrameSpec: Sendable, Hashable {
  /// Indirect: a frame is asked for single values far more often than it is made, and has references to retain.
  indirect case box(FrameBox)
  /// The bounds of a reference, with each edge moved in by the insets, px; negative ones grow it.
  case around(Reference, inset: Insets)

  /// Whether nothing says how high it is, not even a minimum.
  package var hasOpenHeight: Bool {
    guard case .box(let box) = self else { return false }
    return box.height == nil && box.minHeight == nil && box.aspectRatio == nil
      && (box.y == nil || box.bottom == nil)
  }

  /// The height that it has whatever is in it, px; `nil` if that depends on something.
  package var fixedHeight: Double? {
    guard case .pixels(let height)? = box.height?.length else { return nil }
    return height
  }

  /// The rectangles that it is solved next to, each with the key that names it.
  package var references: [(key: String, reference: Reference)] {
    switch self {
    case .around(let reference, _): return [("of", reference)]
    case .box(let box):
      var found: [(key: String, reference: Reference)] = []
      switch box.neighbour {
      case .below(let reference, _): found.append(("below", reference))
      case .above(let reference, _): found.append(("above", reference))
      case nil: break
      }
      switch box.sideNeighbour {
      case .rightOf(let reference, _): found.append(("rightOf", reference))
      case .leftOf(let reference, _): found.append(("leftOf", reference))
      case nil: break
      }
      if let anchor = box.anchor { found.append(("anchor", anchor.reference)) }
      return found
    }
  }

  /// The box; of a frame around a reference an empty one.
  package var box: FrameBox {
    if case .box(let box) = self { box } else { FrameBox() }
  }

  /// Whether a flex group does not lay it out: it has a position (CSS `position: absolute`).
  package var isOutOfFlow: Bool {
    guard case .box(let box) = self else { return true }
    return box.x != nil || box.y != nil || box.right != nil || box.bottom != nil
      || box.neighbour != nil || box.sideNeighbour != nil || box.anchor != nil
  }
}

/// A width or a height, or a limit of one.
package enum Dimension: Sendable, Hashable {
  case length(Length)
  case fitContent, minContent, maxContent

  package var length: Length? {
    if case .length(let length) = self { length } else { nil }
  }

  /// Whether it follows from the content.
  package var isContent: Bool { length == nil }
}

/// The distance of a frame from the left or upper edge.
package enum FramePosition: Sendable, Hashable {
  case length(Length)
  /// Centred in the parent.
  case center

  package var length: Length? {
    if case .length(let length) = self { length } else { nil }
  }

  package var isLength: Bool { length != nil }
}

/// An edge or centre of a frame that is on the same one of a reference, or a frame beside a reference.
package struct FrameAnchor: Sendable, Hashable {
  package enum Edge: String, ParameterChoice {
    case start, center, end
  }

  package enum Side: String, ParameterChoice {
    case top, right, bottom, left
  }

  package var reference: Reference
  package var x: Edge
  package var y: Edge
  /// px.
  package var dx: Double
  package var dy: Double
  /// The side of the reference that it is beside, in place of `x` or `y`.
  package var outside: Side?

  package init(
    to reference: Reference, x: Edge = .center, y: Edge = .center, dx: Double = 0, dy: Double = 0,
    outside: Side? = nil
  ) {
    self.reference = reference
    (self.x, self.y, self.dx, self.dy) = (x, y, dx, dy)
    self.outside = outside
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

  /// In place of `x`: beside the bounds of a reference.
  package enum SideNeighbour: Sendable, Hashable {
    /// The left edge is `gap` px to the right of it.
    case rightOf(Reference, gap: Double)
    /// The right edge is `gap` px to the left of it.
    case leftOf(Reference, gap: Double)
  }

  /// Distance from the left edge.
  package var x: FramePosition?
  /// Distance from the right edge.
  package var right: Length?
  /// Distance from the upper edge.
  package var y: FramePosition?
  /// Distance from the lower edge.
  package var bottom: Length?
  package var width: Dimension?
  package var height: Dimension?
  package var minWidth: Dimension?
  package var maxWidth: Dimension?
  package var minHeight: Dimension?
  package var maxHeight: Dimension?
  /// Width by height, more than 0; for a side that nothing else gives.
  package var aspectRatio: Double?
  package var neighbour: Neighbour?
  package var sideNeighbour: SideNeighbour?
  package var anchor: FrameAnchor?

  /// Whether its width follows from its ratio and the height between `y` and `bottom`.
  var hasWidthFromInsets: Bool {
    aspectRatio != nil && width == nil && height == nil && y?.length != nil && bottom != nil
      && !(x != nil && right != nil)
  }

  package init() {}
}
