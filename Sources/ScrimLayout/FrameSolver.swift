package import ScrimKit

/// Solves the edges of one frame.
package struct FrameSolver {
  /// The size that a text takes by itself, px; `nil` where the frame decides.
  package struct Natural {
    package var width: Double?
    package var height: Double?

    package init(width: Double? = nil, height: Double? = nil) {
      self.width = width
      self.height = height
    }
  }

  private let box: FrameBox
  private let parent: Rect
  private let around: Rect?
  /// The y at which the frame starts or ends because of a neighbour.
  private let neighbourTop: Double?
  private let neighbourBottom: Double?
  /// Whether the frame reaches to the far edge although the content has a height.
  private let fills: Bool

  /// - Parameters:
  ///   - spec: The frame as the job declares it.
  ///   - containing: What percentages and far edges relate to, px.
  ///   - anchor: The bounds of the frame's reference, if it has one.
  ///   - fills: Whether it has no height of its own and reaches to the far edge, whatever the content's height is.
  init(_ spec: FrameSpec, in containing: Rect, anchor: Rect, fills: Bool = false) {
    parent = containing
    self.fills = fills
    switch spec {
    case .around(_, let inset):
      box = FrameBox()
      around = anchor.shrunk(by: inset)
      neighbourTop = nil
      neighbourBottom = nil
    case .box(let box):
      self.box = box
      around = nil
      switch box.neighbour {
      case .below(_, let gap):
        neighbourTop = anchor.bottom + gap
        neighbourBottom = nil
      case .above(_, let gap):
        neighbourTop = nil
        neighbourBottom = anchor.top - gap
      case nil:
        neighbourTop = nil
        neighbourBottom = nil
      }
    }
  }

  /// Whether the job says how wide the frame is.
  package var fixesWidth: Bool {
    around != nil || box.width != nil || (box.x != nil && box.right != nil)
  }

  /// Whether the job says how high the frame is.
  package var fixesHeight: Bool {
    fills || around != nil || box.height != nil || (box.y != nil && box.bottom != nil)
  }

  /// The frame's width, px.
  ///
  /// - Parameter natural: The content's own; `nil` takes what there is up to the far edge.
  /// - Returns: At least 0.
  package func width(natural: Double?) -> Double {
    if let around { return around.width }
    if let width = box.width { return width.resolved(of: parent.width) }
    if let natural, !fixesWidth { return natural }
    let left = box.x?.resolved(of: parent.width) ?? 0
    let right = box.right?.resolved(of: parent.width) ?? 0
    return max(0, parent.width - left - right)
  }

  /// The frame, px on the canvas.
  package func frame(_ natural: Natural?) -> Rect {
    if let around { return around }
    let width = width(natural: natural?.width)
    let left: Double
    if let x = box.x {
      left = x.resolved(of: parent.width)
    } else if let right = box.right {
      left = parent.width - right.resolved(of: parent.width) - width
    } else {
      left = 0
    }
    let (top, height) = vertical(natural: natural?.height)
    return Rect(x: parent.x + left, y: top, width: width, height: height)
  }

  /// The frame's top on the canvas and its height.
  private func vertical(natural: Double?) -> (top: Double, height: Double) {
    let least = box.minHeight?.resolved(of: parent.height) ?? 0
    let fixed = box.height?.resolved(of: parent.height)
    let y = neighbourTop ?? box.y.map { parent.y + $0.resolved(of: parent.height) }
    let bottom =
      neighbourBottom ?? box.bottom.map { parent.bottom - $0.resolved(of: parent.height) }
    if let y, let bottom, fixed == nil { return (y, max(least, bottom - y)) }
    if let own = fixed ?? (fills ? nil : natural) {
      let height = max(least, own)
      return (y ?? bottom.map { $0 - height } ?? parent.y, height)
    }
    // Nothing says how high: from the one edge that is known to the parent's other.
    let top = y ?? parent.y
    return (top, max(least, (bottom ?? parent.bottom) - top))
  }
}

extension Rect {
  /// The rectangle with each edge moved in; at most to a line, which keeps its place.
  package func shrunk(by inset: Insets) -> Rect {
    let left = min(x + inset.left, right)
    let top = min(y + inset.top, bottom)
    return Rect(
      left: left, top: top, right: max(left, right - inset.right),
      bottom: max(top, bottom - inset.bottom))
  }
}
