import ScrimKit

extension FlexLayout {
  /// Where a box that the group doesn't lay out is along an axis without a position: as if it were the group's only
  /// box (§4.1), also if it is larger than the group.
  ///
  /// - Parameters:
  ///   - child: The box.
  ///   - group: The group.
  ///   - sizer: Sizes the boxes.
  ///   - size: The size of the box, px.
  ///   - content: The group's frame without padding, px.
  /// - Returns: The box's upper left corner, px.
  static func position(
    of child: Int, in group: Int, _ sizer: BoxSizer, size: Size, content: Rect
  ) -> Point {
    guard let flex = sizer.boxes[group].flex else { return Point(x: content.x, y: content.y) }
    let layout = FlexLayout(
      sizer, group, flex, width: content.width, height: content.height, definite: content.height,
      SizeLimits(), .unknown)
    let axes = layout.axes
    let main = axes.isRow ? content.width - size.width : content.height - size.height
    let cross = axes.isRow ? content.height - size.height : content.width - size.width
    // An axis along which words run begins at the right where they read from right to left.
    let isRightToLeft =
      axes.isRow
      ? axes.isMainReversed != flex.direction.isReverse
      : axes.isCrossReversed != (flex.wrap == .wrapReverse)
    func start(_ free: Double, isInline: Bool) -> Double {
      isInline && isRightToLeft ? free : 0
    }
    let along: Double =
      switch flex.justifyContent {
      case .start: start(main, isInline: axes.isRow)
      case .end: main - start(main, isInline: axes.isRow)
      case .center, .spaceAround, .spaceEvenly: main / 2
      case .spaceBetween, nil: axes.isMainReversed ? main : 0
      }
    let across: Double =
      switch sizer.boxes[child].item.alignSelf ?? flex.alignItems {
      case .stretch: axes.isCrossReversed ? cross : 0
      case .start, .baseline: start(cross, isInline: !axes.isRow)
      case .end: cross - start(cross, isInline: !axes.isRow)
      case .center: cross / 2
      }
    return axes.isRow
      ? Point(x: content.x + along, y: content.y + across)
      : Point(x: content.x + across, y: content.y + along)
  }
}
