import ScrimKit

extension BoxSizer {
  /// The widths that a flex group's boxes give it, without its padding (§9.9).
  func flexWidths(
    _ index: Int, height: Double?, ignoresHeight: Bool, parentHeight: Double?
  ) throws -> ContentWidths {
    guard let flex = boxes[index].flex else { return ContentWidths(min: 0, max: 0) }
    let padding = padding(index, .unknown)
    let height = height ?? (ignoresHeight ? nil : definiteHeight(index, .unknown, padding))
    let layout = FlexLayout(
      self, index, flex, width: nil, height: height, definite: height,
      heightLimits(index, SizeBasis(width: nil, height: parentHeight), padding), .unknown)
    return layout.isRow ? try rowWidths(layout) : try columnWidths(layout)
  }

  private func rowWidths(_ layout: FlexLayout) throws -> ContentWidths {
    var found = ContentWidths(min: 0, max: 0)
    let items = try layout.items()
    for item in items {
      let own = try contribution(
        item.index, height: layout.basis.height, stretched: item.stretchedCross)
      if layout.isMultiline {
        found.min = max(found.min, own.min + item.mainMargins)
      } else {
        found.min += item.contribution(own.min) + item.mainMargins
      }
      found.max += item.contribution(own.max) + item.mainMargins
    }
    let gaps = layout.mainGap * Double(max(0, items.count - 1))
    found.max += gaps
    if !layout.isMultiline { found.min += gaps }
    found.max = max(found.min, found.max)
    return found
  }

  private func columnWidths(_ layout: FlexLayout) throws -> ContentWidths {
    var found = ContentWidths(min: 0, max: 0)
    for child in inFlow[layout.index] {
      let own = try contribution(child, height: layout.basis.height)
      let margin = boxes[child].item.margin
      let margins =
        (margin.left?.pixels(of: nil) ?? 0) + (margin.right?.pixels(of: nil) ?? 0)
      found.min = max(found.min, own.min + margins)
      found.max = max(found.max, own.max + margins)
    }
    if layout.isMultiline {
      found.max = try layout.columnsWidth { try contribution($0, height: layout.basis.height).max }
      found.min = min(found.min, found.max)
    }
    return found
  }
}

extension FlexLine.Item {
  /// A contribution to the group's width: that of the box, unless its basis is a length from which it can't grow or
  /// shrink to that. Chromium's rule; §9.9.1 also counts other bases.
  fileprivate func contribution(_ width: Double) -> Double {
    guard hasDefiniteBasis else { return width }
    let isFixed = width > base && grow == 0 || width < base && shrink == 0
    return isFixed ? hypothetical : width
  }
}
