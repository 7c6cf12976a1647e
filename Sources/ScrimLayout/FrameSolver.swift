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

  /// Inset of the content in the frame, px.
  package let padding: Insets
  private let box: FrameBox
  private let parent: Rect
  private let around: Rect?
  /// Where an edge or the centre of the frame is because of a reference, along x and along y.
  private let horizontal: FrameEdge?
  private let vertical: FrameEdge?
  /// Whether the frame reaches to the far edge although the content has a height.
  private let fills: Bool

  /// - Parameters:
  ///   - spec: The frame as the job declares it; sides that follow from the content are taken as not given.
  ///   - padding: Inset of the content, px.
  ///   - containing: What percentages and far edges relate to, px.
  ///   - anchors: The bounds of each of the frame's references.
  ///   - fills: Whether it has no height of its own and reaches to the far edge, whatever the content's height is.
  init(
    _ spec: FrameSpec, padding: Insets = Insets(0), in containing: Rect,
    anchors: [Reference: Rect] = [:], fills: Bool = false
  ) {
    self.padding = padding
    parent = containing
    self.fills = fills
    switch spec {
    case .around(let reference, let inset):
      box = FrameBox()
      around = (anchors[reference] ?? .empty).shrunk(by: inset)
      horizontal = nil
      vertical = nil
    case .box(let box):
      self.box = box
      around = nil
      horizontal = FrameEdge(alongX: box, anchors, in: containing)
      vertical = FrameEdge(alongY: box, anchors, in: containing)
    }
  }

  /// A frame that is known.
  init(_ frame: Rect, padding: Insets) {
    self.padding = padding
    box = FrameBox()
    parent = frame
    around = frame
    horizontal = nil
    vertical = nil
    fills = false
  }

  /// Whether the job says how wide the frame is.
  package var fixesWidth: Bool {
    around != nil || box.width?.length != nil || (box.x != nil && box.right != nil)
      || (box.aspectRatio != nil && box.height?.length != nil) || box.hasWidthFromInsets
  }

  /// Whether the job says how high the frame is.
  package var fixesHeight: Bool {
    fills || around != nil || box.height?.length != nil || (box.y != nil && box.bottom != nil)
      || box.aspectRatio != nil
  }

  /// The height that the frame must not exceed, px; `nil` if there is no limit.
  package var mostHeight: Double? { box.maxHeight?.length?.resolved(of: parent.height) }

  /// The frame's width, px.
  ///
  /// - Parameter natural: The content's own; `nil` takes what there is up to the far edge.
  /// - Returns: At least 0.
  package func width(natural: Double?) -> Double {
    if let around { return around.width }
    return clamp(unlimitedWidth(natural: natural), box.minWidth, box.maxWidth, of: parent.width)
  }

  private func unlimitedWidth(natural: Double?) -> Double {
    if let width = box.width?.length { return width.resolved(of: parent.width) }
    if let ratio = box.aspectRatio, let height = box.height?.length,
      !(box.x != nil && box.right != nil)
    {
      return clamp(
        height.resolved(of: parent.height), box.minHeight, box.maxHeight, of: parent.height)
        * ratio
    }
    if box.hasWidthFromInsets, let ratio = box.aspectRatio {
      return heightAndTop(natural: nil, width: 0).height * ratio
    }
    if let natural, !fixesWidth { return natural }
    switch horizontal {
    case .start(let left)?:
      let right = box.right?.resolved(of: parent.width) ?? 0
      return max(0, parent.right - right - left)
    case .end(let right)?:
      let left = box.x?.length?.resolved(of: parent.width) ?? 0
      return max(0, right - parent.x - left)
    case .center?: return parent.width
    case nil:
      let left = box.x?.length?.resolved(of: parent.width) ?? 0
      let right = box.right?.resolved(of: parent.width) ?? 0
      return max(0, parent.width - left - right)
    }
  }

  /// The frame, px on the canvas.
  package func frame(_ natural: Natural?) -> Rect {
    if let around { return around }
    let width = width(natural: natural?.width)
    let left: Double
    if let horizontal {
      left = horizontal.start(of: width)
    } else if let x = box.x?.length {
      left = parent.x + x.resolved(of: parent.width)
    } else if let right = box.right {
      left = parent.x + parent.width - right.resolved(of: parent.width) - width
    } else {
      left = parent.x
    }
    let (top, height) = heightAndTop(natural: natural?.height, width: width)
    return Rect(x: left, y: top, width: width, height: height)
  }

  /// The frame's top on the canvas and its height.
  private func heightAndTop(natural: Double?, width: Double) -> (top: Double, height: Double) {
    func limited(_ height: Double) -> Double {
      clamp(height, box.minHeight, box.maxHeight, of: parent.height)
    }
    let fixed =
      box.height?.length?.resolved(of: parent.height)
      ?? box.aspectRatio.flatMap { box.y != nil && box.bottom != nil ? nil : width / $0 }
    if case .center(let middle)? = vertical {
      let height = limited(fixed ?? (fills ? nil : natural) ?? parent.height)
      return (middle - height / 2, height)
    }
    var y = box.y?.length.map { parent.y + $0.resolved(of: parent.height) }
    var bottom = box.bottom.map { parent.bottom - $0.resolved(of: parent.height) }
    switch vertical {
    case .start(let edge)?: y = edge
    case .end(let edge)?: bottom = edge
    default: break
    }
    if let y, let bottom, fixed == nil { return (y, limited(bottom - y)) }
    if let own = fixed ?? (fills ? nil : natural) {
      let height = limited(own)
      return (y ?? bottom.map { $0 - height } ?? parent.y, height)
    }
    // Nothing says how high: from the one edge that is known to the parent's other.
    let top = y ?? parent.y
    return (top, limited((bottom ?? parent.bottom) - top))
  }

  /// A size within its limits, at least 0; the minimum takes precedence.
  private func clamp(
    _ size: Double, _ least: Dimension?, _ most: Dimension?, of whole: Double
  ) -> Double {
    let most = most?.length?.resolved(of: whole) ?? .infinity
    return max(least?.length?.resolved(of: whole) ?? 0, min(size, most), 0)
  }
}

/// Where a frame is along one axis because of a reference or the parent's centre, px.
private enum FrameEdge {
  case start(Double)
  case center(Double)
  case end(Double)

  init?(alongX box: FrameBox, _ anchors: [Reference: Rect], in parent: Rect) {
    if let anchor = box.anchor, let rect = anchors[anchor.reference] {
      switch anchor.outside {
      case .left?: self = .end(rect.left + anchor.dx)
      case .right?: self = .start(rect.right + anchor.dx)
      default: self.init(anchor.x, rect.left, rect.right, anchor.dx)
      }
      return
    }
    switch box.sideNeighbour {
    case .rightOf(let reference, let gap)?:
      self = .start((anchors[reference] ?? .empty).right + gap)
    case .leftOf(let reference, let gap)?: self = .end((anchors[reference] ?? .empty).left - gap)
    case nil:
      guard box.x == .center else { return nil }
      self = .center(parent.x + parent.width / 2)
    }
  }

  init?(alongY box: FrameBox, _ anchors: [Reference: Rect], in parent: Rect) {
    if let anchor = box.anchor, let rect = anchors[anchor.reference] {
      switch anchor.outside {
      case .top?: self = .end(rect.top + anchor.dy)
      case .bottom?: self = .start(rect.bottom + anchor.dy)
      default: self.init(anchor.y, rect.top, rect.bottom, anchor.dy)
      }
      return
    }
    switch box.neighbour {
    case .below(let reference, let gap)?: self = .start((anchors[reference] ?? .empty).bottom + gap)
    case .above(let reference, let gap)?: self = .end((anchors[reference] ?? .empty).top - gap)
    case nil:
      guard box.y == .center else { return nil }
      self = .center(parent.y + parent.height / 2)
    }
  }

  private init(_ edge: FrameAnchor.Edge, _ start: Double, _ end: Double, _ distance: Double) {
    switch edge {
    case .start: self = .start(start + distance)
    case .center: self = .center((start + end) / 2 + distance)
    case .end: self = .end(end + distance)
    }
  }

  /// The upper or left edge of a frame of a size.
  func start(of size: Double) -> Double {
    switch self {
    case .start(let edge): edge
    case .center(let middle): middle - size / 2
    case .end(let edge): edge - size
    }
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
