import ScrimKit

extension FlexLayout {
  /// Where a box that the group doesn't lay out is along an axis without a position: as if it were the group's only
  /// box (§4.1).
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
    let isWrapReverse = flex.wrap == .wrapReverse
    var along = Spaces(
      flex.justifyContent?.distribution, free: max(0, main), count: 1,
      startsAtEnd: flex.direction.isReverse
    ).before
    if flex.justifyContent == .center { along = main / 2 }
    if flex.justifyContent == .end, !flex.direction.isReverse { along = main }
    var across: Double
    switch sizer.boxes[child].item.alignSelf ?? flex.alignItems {
    case .stretch, .baseline: across = 0
    case .start: across = isWrapReverse ? cross : 0
    case .end: across = isWrapReverse ? 0 : cross
    case .center: across = cross / 2
    }
    if axes.isMainReversed { along = main - along }
    if axes.isCrossReversed { across = cross - across }
    return axes.isRow
      ? Point(x: content.x + along, y: content.y + across)
      : Point(x: content.x + across, y: content.y + along)
  }
}
