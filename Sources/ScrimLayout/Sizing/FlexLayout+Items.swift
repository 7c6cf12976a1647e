import ScrimKit

extension FlexLayout {
  /// The group's boxes with their flex base sizes and limits (§9.2).
  func items() throws -> [FlexLine.Item] {
    try sizer.inFlow[index].map(item)
  }

  private func item(_ child: Int) throws -> FlexLine.Item {
    let box = sizer.boxes[child]
    let own = box.item
    var item = FlexLine.Item(index: child, own)
    item.setMargins(own.margin, of: basis.width, axes: axes)
    item.alignment = own.alignSelf ?? flex.alignItems
    let frame = box.frame.box
    let padding = sizer.padding(child, basis)
    let crossSide = isRow ? frame.height : frame.width
    item.stretches =
      item.alignment == .stretch && crossSide == nil && !item.hasAutomaticCrossMargin
    if item.stretches, !isMultiline, let inner = innerCross, !isRow || isDefinite {
      let wanted = max(0, inner - item.crossMargins)
      item.stretchedCross =
        isRow
        ? sizer.heightLimits(child, basis, padding).clamp(wanted)
        : try sizer.widthLimits(child, basis, padding).clamp(wanted)
    }
    item.mainPadding = isRow ? padding.horizontal : padding.vertical
    let ratio = try sizer.ratio(child)
    item.mainFixesCross = ratio != nil && frame.width == nil
    let cross = try definiteCross(of: child, item, padding)
    let (base, isGiven) = try base(of: child, item, ratio, cross: cross, padding)
    item.base = max(base, item.mainPadding)
    item.limits = try mainLimits(of: child, item, ratio, cross: cross, padding)
    item.hypothetical = item.limits.clamp(item.base)
    item.target = item.hypothetical
    item.isInflexible = isGiven && own.grow == 0 && own.shrink == 0
    return item
  }

  /// The cross size of a box before its main size is known, if it has one.
  private func definiteCross(
    of child: Int, _ item: FlexLine.Item, _ padding: Insets
  ) throws -> Double? {
    let frame = sizer.boxes[child].frame.box
    if isRow {
      return sizer.definiteHeight(child, basis, padding) ?? item.stretchedCross
    }
    if let width = frame.width?.length?.pixels(of: basis.width) {
      return try sizer.widthLimits(child, basis, padding).clamp(width)
    }
    return item.stretchedCross
  }

  /// The flex base size, and whether the box's own keys give it.
  private func base(
    of child: Int, _ item: FlexLine.Item, _ ratio: (value: Double, isOfContent: Bool)?,
    cross: Double?, _ padding: Insets
  ) throws -> (Double, Bool) {
    let frame = sizer.boxes[child].frame.box
    let side = isRow ? frame.width : frame.height
    var isContent = false
    switch sizer.boxes[child].item.basis {
    case .length(let length):
      if let base = length.pixels(of: mainBasis) { return (base, true) }
      isContent = true
    case .automatic:
      if let base = side?.length?.pixels(of: mainBasis) { return (base, true) }
    }
    if let ratio, let cross, isContent || side?.isContent != true {
      return (
        isRow
          ? sizer.width(of: child, fromHeight: cross, ratio, padding)
          : sizer.height(of: child, fromWidth: cross, ratio, padding), false
      )
    }
    if isRow { return (try rowBase(of: child, ratio, cross: cross, padding, isContent), false) }
    let width = try columnItemWidth(child, item)
    let base = try sizer.layout(child, width: width, basis: basis, isFree: true).height
    guard let ratio, side == nil || isContent else { return (base, false) }
    let transferred = sizer.height(of: child, fromWidth: width, ratio, padding)
    return (sizer.boxes[child].sizing == .image ? transferred : max(transferred, base), false)
  }

  private func rowBase(
    of child: Int, _ ratio: (value: Double, isOfContent: Bool)?, cross: Double?,
    _ padding: Insets, _ isContent: Bool
  ) throws -> Double {
    var widths = try sizer.contentWidths(child, height: cross)
    // Percentages of padding count once the group has a width.
    let more = padding.horizontal - sizer.padding(child, .unknown).horizontal
    widths.min += more
    widths.max += more
    let width = isContent ? nil : sizer.boxes[child].frame.box.width
    let base: Double =
      switch width {
      case .minContent: widths.min
      case .fitContent: widths.fitting(basis.width)
      default: widths.max
      }
    guard let ratio else { return base }
    return sizer.transferredLimits(child, ratio, basis, padding).clamp(base)
  }

  /// The width at which the content of a box in a column is measured.
  func columnItemWidth(_ child: Int, _ item: FlexLine.Item) throws -> Double {
    if let stretched = item.stretchedCross { return stretched }
    let available = (basis.width ?? columnWidth).map { max(0, $0 - item.crossMargins) }
    return try sizer.usedWidth(child, basis, available: available, stretches: false)
  }

  /// What percentages of a main size relate to.
  private var mainBasis: Double? { isRow ? basis.width : basis.height }

  /// The limits of the main size, the automatic minimum included (§4.5).
  private func mainLimits(
    of child: Int, _ item: FlexLine.Item, _ ratio: (value: Double, isOfContent: Bool)?,
    cross: Double?, _ padding: Insets
  ) throws -> SizeLimits {
    let box = sizer.boxes[child]
    let frame = box.frame.box
    var limits = SizeLimits(min: item.mainPadding)
    func resolved(_ side: Dimension) throws -> Double? {
      if let length = side.length { return length.pixels(of: mainBasis) }
      guard isRow else { return try contentHeight(child, item) }
      let widths = try sizer.contentWidths(child)
      switch side {
      case .minContent: return widths.min
      case .maxContent: return widths.max
      default: return widths.fitting(basis.width)
      }
    }
    if let most = isRow ? frame.maxWidth : frame.maxHeight, let most = try resolved(most) {
      limits.max = max(most, item.mainPadding)
    }
    if let least = isRow ? frame.minWidth : frame.minHeight {
      limits.min = max(limits.min, try resolved(least) ?? 0)
      return limits
    }
    guard !box.hidesOverflow else { return limits }
    let side = isRow ? frame.width : frame.height
    let specified = side?.length?.pixels(of: mainBasis)
    var least = try contentMinimum(child, item, cross: cross, padding)
    if let ratio { least = crossLimits(child, ratio, padding).clamp(least) }
    if let specified {
      least = min(specified, least)
    } else if let ratio, box.sizing == .image, let cross {
      let transferred =
        isRow
        ? sizer.width(of: child, fromHeight: cross, ratio, padding)
        : sizer.height(of: child, fromWidth: cross, ratio, padding)
      least = min(transferred, least)
    }
    limits.min = max(limits.min, min(least, limits.max))
    return limits
  }

  /// The content size suggestion.
  private func contentMinimum(
    _ child: Int, _ item: FlexLine.Item, cross: Double?, _ padding: Insets
  ) throws -> Double {
    if sizer.boxes[child].sizing == .image, let cross, let ratio = try sizer.ratio(child) {
      return isRow
        ? sizer.width(of: child, fromHeight: cross, ratio, padding)
        : sizer.height(of: child, fromWidth: cross, ratio, padding)
    }
    guard isRow else { return try contentHeight(child, item) }
    let more = padding.horizontal - sizer.padding(child, .unknown).horizontal
    return try sizer.contentWidths(child, height: cross).min + more
  }

  private func contentHeight(_ child: Int, _ item: FlexLine.Item) throws -> Double {
    let width = try columnItemWidth(child, item)
    return try sizer.layout(child, width: width, basis: basis, isFree: true).height
  }

  /// The limits of the main size that those of the cross size and the ratio give.
  private func crossLimits(
    _ child: Int, _ ratio: (value: Double, isOfContent: Bool), _ padding: Insets
  ) -> SizeLimits {
    if isRow { return sizer.transferredLimits(child, ratio, basis, padding) }
    let frame = sizer.boxes[child].frame.box
    func height(_ side: Dimension?) -> Double? {
      side?.length?.pixels(of: basis.width).map {
        sizer.height(of: child, fromWidth: $0, ratio, padding)
      }
    }
    return SizeLimits(min: height(frame.minWidth) ?? 0, max: height(frame.maxWidth) ?? .infinity)
  }
}
