import ScrimKit

/// Which sides of its parent a frame can't be solved without; what its references need aside.
///
/// A frame that needs one is sized or placed by its parent: it contributes nothing to a parent that is sized by its
/// content.
struct FrameNeeds {
  var width = false
  var height = false
  /// Whether its left edge can't be either.
  var widthForLeft = false
  /// Whether its upper edge can't be either.
  var heightForTop = false

  /// - Parameters:
  ///   - layoutBox: The box.
  ///   - opensWidth: Whether the parent is as wide as its content: then a text without a width has its own.
  init(_ layoutBox: LayoutBox, opensWidth: Bool = false) {
    guard case .box(let box) = layoutBox.frame else { return }
    var (hasNaturalWidth, hasNaturalHeight) = (false, false)
    if case .text(let wraps, _) = layoutBox.sizing {
      (hasNaturalWidth, hasNaturalHeight) = (!wraps || opensWidth, true)
    }
    if box.width?.isContent == true { hasNaturalWidth = true }
    if box.height?.isContent == true { hasNaturalHeight = true }
    let widthFromHeight =
      box.aspectRatio != nil && box.width == nil && box.height != nil || box.hasWidthFromInsets
    let heightFromWidth = box.aspectRatio != nil && box.height == nil
    let isSideEnd = box.sideNeighbour?.endsFrame == true
    width =
      box.x.isPlacedByParent || box.width.isPercent || box.minWidth.isPercent
      || box.maxWidth.isPercent || box.right != nil
      || (box.width == nil && !hasNaturalWidth && !widthFromHeight && !isSideEnd)
    widthForLeft = box.x.isPlacedByParent || (box.right != nil && box.x == nil) || isSideEnd
    height =
      box.y.isPlacedByParent || box.height.isPercent || box.minHeight.isPercent
      || box.maxHeight.isPercent || box.bottom != nil
    heightForTop =
      box.y.isPlacedByParent || (box.bottom != nil && box.y == nil)
      || box.neighbour?.endsFrame == true
    if box.height == nil, !hasNaturalHeight, !heightFromWidth {
      // Above another layer it ends there, and begins at the parent's top.
      if case .above? = box.neighbour { return }
      height = true
    }
  }
}

extension FrameNeeds {
  /// What a frame needs to contribute to a parent that is sized by its content: a flex group has the size of what it
  /// lays out, also where its frame reaches to the far edge later.
  ///
  /// - Parameters:
  ///   - layoutBox: The box.
  ///   - opensWidth: Whether the parent is as wide as its content.
  init(contributing layoutBox: LayoutBox, opensWidth: Bool) {
    self.init(layoutBox.sizedByFlex, opensWidth: opensWidth)
  }
}

extension LayoutBox {
  /// The box with the sizes of its content where it is a flex group without a size of its own.
  var sizedByFlex: LayoutBox {
    guard flex != nil, case .box(var box) = frame else { return self }
    var sized = self
    if box.width == nil, box.aspectRatio == nil { box.width = .fitContent }
    if box.height == nil, box.aspectRatio == nil { box.height = .fitContent }
    sized.frame = .box(box)
    return sized
  }
}

extension Dimension? {
  fileprivate var isPercent: Bool {
    if case .length(.percent)? = self { true } else { false }
  }
}

extension FramePosition? {
  fileprivate var isPlacedByParent: Bool {
    switch self {
    case .center?, .length(.percent)?: true
    default: false
    }
  }
}

extension FrameBox.Neighbour {
  /// Whether the frame ends there, and begins where its height says.
  fileprivate var endsFrame: Bool {
    if case .above = self { true } else { false }
  }
}

extension FrameBox.SideNeighbour {
  /// Whether the frame ends there, and begins where its width says.
  fileprivate var endsFrame: Bool {
    if case .leftOf = self { true } else { false }
  }
}
