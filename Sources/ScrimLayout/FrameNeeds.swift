import ScrimKit

/// Which sides of its parent a frame can't be solved without; what its reference needs aside.
struct FrameNeeds {
  var width = false
  var height = false
  /// Whether its upper edge can't be either.
  var heightForTop = false

  init(_ layoutBox: LayoutBox) {
    guard case .box(let box) = layoutBox.frame else { return }
    var (hasNaturalWidth, hasNaturalHeight) = (false, false)
    if case .text(let wraps, _) = layoutBox.sizing {
      (hasNaturalWidth, hasNaturalHeight) = (!wraps, true)
    }
    width =
      box.x.isPercent || box.width.isPercent || box.right != nil
      || (box.width == nil && !hasNaturalWidth)
    height = box.y.isPercent || box.height.isPercent || box.minHeight.isPercent || box.bottom != nil
    heightForTop =
      box.y.isPercent || (box.bottom != nil && box.y == nil) || box.neighbour?.endsFrame == true
    if box.height == nil, !hasNaturalHeight {
      // Above another layer it ends there, and begins at the parent's top.
      if case .above? = box.neighbour { return }
      height = true
    }
  }
}

extension Length? {
  fileprivate var isPercent: Bool {
    if case .percent? = self { true } else { false }
  }
}

extension FrameBox.Neighbour {
  /// Whether the frame ends there, and begins where its height says.
  fileprivate var endsFrame: Bool {
    if case .above = self { true } else { false }
  }
}
