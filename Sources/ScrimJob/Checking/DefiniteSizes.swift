import ScrimLayout

/// Which sides of layers are known before their contents are measured (CSS Sizing 3, "definite"; CSS Flexbox 1 §9.8).
struct DefiniteSizes {
  enum Side {
    case width, height
  }

  private let entries: [LayerIndex.Entry]
  private let canvasHasHeight: Bool

  init(_ index: LayerIndex) {
    (entries, canvasHasHeight) = (index.entries, index.canvasHasHeight)
  }

  /// Whether a side of a layer does not follow from its content.
  ///
  /// - Parameters:
  ///   - side: The side.
  ///   - index: The layer; `nil` is the canvas.
  /// - Returns: Whether it is known.
  func isDefinite(_ side: Side, of index: Int?) -> Bool {
    guard let index else { return side == .width || canvasHasHeight }
    let (box, parent) = (entries[index].box, entries[index].parent)
    guard case .box(let frame) = box.frame else { return true }
    if let own = side == .width ? frame.width : frame.height { return !own.isContent }
    if frame.aspectRatio != nil, (side == .width ? frame.height : frame.width)?.isContent == false {
      return true
    }
    switch side {
    case .width:
      if frame.x?.isLength == true, frame.right != nil { return true }
    case .height:
      if frame.y?.isLength == true, frame.bottom != nil { return true }
      if frame.aspectRatio != nil { return isDefinite(.width, of: index) }
    }
    if let parent, !box.frame.isOutOfFlow, let flex = entries[parent].box.flex {
      return isStretched(side, box.item, flex) && isDefinite(side, of: parent)
    }
    // Other layers reach to the far edges of what they are in; a text is as high as its words.
    return (side == .width || entries[index].content != .text) && isDefinite(side, of: parent)
  }

  /// Whether a group stretches a layer along a side. One that grows along it first asks for its content's size.
  private func isStretched(_ side: Side, _ item: FlexItem, _ flex: FlexSpec) -> Bool {
    let isRow = flex.direction == .row || flex.direction == .rowReverse
    guard isRow == (side == .height), flex.wrap == .nowrap else { return false }
    let margins =
      isRow ? [item.margin.top, item.margin.bottom] : [item.margin.left, item.margin.right]
    return (item.alignSelf ?? flex.alignItems) == .stretch && !margins.contains(nil)
  }
}
