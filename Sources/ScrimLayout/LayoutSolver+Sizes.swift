import ScrimKit

extension LayoutSolver {
  /// Solves a frame with the sides that its content gives it.
  mutating func sizedSolver(
    of index: Int, in containing: ContainingBox, padding: Insets, anchors: [Reference: Rect]
  ) throws -> FrameSolver {
    let box = boxes[index]
    let parent = parentRect(of: index, containing)
    let isFree = isFreeInFlex(index)
    if box.sizing == .group, box.traits.isSizedByContent || isFree {
      noteOrigin(of: index, in: parent, padding: padding, anchors: anchors)
    }
    // It has a copy of the solver.
    defer { sizer.outside = { _, _ in nil } }
    var spec = box.frame
    if box.needsSizing || isFree || box.isText && containing.opensWidth {
      spec = try sizer.sized(
        index, in: parent, opensWidth: containing.opensWidth, opensHeight: containing.opensHeight,
        anchors: anchors, takesContent: isFree)
    }
    if isFree, case .box(var sized) = spec {
      // CSS's border-box is at least as large as its padding.
      sized.minWidth = sized.minWidth.atLeast(padding.left + padding.right, of: parent.width)
      sized.minHeight = sized.minHeight.atLeast(padding.top + padding.bottom, of: parent.height)
      spec = .box(sized)
    }
    if nesting.parents[index] == nil, case .box(var frame) = spec {
      // As far as the other boxes, and not into the padding of the canvas.
      if let contentRight, box.fillsOpenWidth, frame.right == nil {
        frame.right = .pixels(containing.rect.right - contentRight)
      }
      if let contentBottom, box.fillsOpenHeightByFlex, frame.bottom == nil {
        frame.bottom = .pixels(containing.rect.bottom - contentBottom)
      }
      spec = .box(frame)
    }
    var fills = false
    if case .known = containing, !isFree { fills = box.fillsOpenHeight }
    let solver = FrameSolver(spec, padding: padding, in: parent, anchors: anchors, fills: fills)
    guard isFree, case .box(var placed) = spec, let group = nesting.parents[index] else {
      return solver
    }
    // Without a position along an axis it is where it would be as the only box of the group.
    let size = try staticSize(of: index, solver, padding: padding)
    let content = containing.rect
    let position = FlexLayout.position(
      of: index, in: group, sizer, size: size, content: content)
    if placed.x == nil, placed.right == nil, placed.sideNeighbour == nil,
      placed.anchor == nil
    {
      placed.x = .length(.pixels(position.x - parent.x))
    }
    if placed.y == nil, placed.bottom == nil, placed.neighbour == nil,
      placed.anchor == nil
    {
      placed.y = .length(.pixels(position.y - parent.y))
    }
    return FrameSolver(.box(placed), padding: padding, in: parent, anchors: anchors)
  }

  func staticSize(
    of index: Int, _ solver: FrameSolver, padding: Insets
  ) throws -> Size {
    var natural = FrameSolver.Natural()
    if boxes[index].isText {
      let inside = max(0, solver.width(natural: nil) - padding.left - padding.right)
      natural.height = try sizer.text(index, .wrapped(inside)).height + padding.top + padding.bottom
    }
    let frame = solver.frame(natural)
    return Size(width: frame.width, height: frame.height)
  }

  /// What a frame is solved in: of a flex group its whole frame (CSS's padding box), and so for a fill without a frame
  /// in a group that is sized by its content.
  func parentRect(of index: Int, _ containing: ContainingBox) -> Rect {
    guard let group = nesting.parents[index], let frame = frames[group].value else {
      return containing.rect
    }
    let isBackground =
      boxes[group].flex == nil && boxes[group].traits.isSizedByContent
      && boxes[index].sizing == .frame
      && boxes[index].frame == .box(FrameBox())
    return isFreeInFlex(index) || isBackground ? frame : containing.rect
  }

  /// Lets the boxes in a group refer to others before the group has a size, if its place doesn't depend on that.
  func noteOrigin(
    of index: Int, in parent: Rect, padding: Insets, anchors: [Reference: Rect]
  ) {
    guard case .box(var frame) = boxes[index].frame,
      nesting.children[index].contains(where: { boxes[$0].traits.hasReferences })
    else { return }
    frame.width = .length(.pixels(0))
    frame.height = .length(.pixels(0))
    let corner = FrameSolver(.box(frame), in: parent, anchors: anchors).frame(nil)
    sizer.origins[index] = Point(x: corner.x + padding.left, y: corner.y + padding.top)
    let solver = self
    sizer.outside = { reference, box in
      let found = try? solver.rectangles(of: reference, in: .around(box)).value
      return found.map { $0.count == 1 ? $0[0] : $0.bounds }
    }
  }
}

extension Dimension? {
  /// A minimum that is a length, px, or at least so much.
  fileprivate func atLeast(_ length: Double, of whole: Double) -> Dimension {
    .length(.pixels(max(self?.length?.resolved(of: whole) ?? 0, length)))
  }
}

extension LayoutBox {
  /// Whether its frame has to be measured before it can be solved.
  fileprivate var needsSizing: Bool {
    if traits.asksForContent { return true }
    guard isText, case .box(let box) = frame else { return false }
    return box.width == nil
      && (box.x == .center || box.anchor != nil || box.sideNeighbour != nil)
  }
}
