import ScrimKit

extension FlexLayout {
  /// The group's boxes with their flex base sizes and limits (§9.2).
  func items() throws -> [FlexLine.Item] {
    try sizer.inFlow[index].map(item)
  }

  private func item(_ child: Int) throws -> FlexLine.Item {
    let own = sizer.boxes[child].item
    var item = FlexLine.Item(index: child, own)
    item.setMargins(own.margin, of: basis.width, axes: axes)
    item.alignment = own.alignSelf ?? flex.alignItems
    let frame = sizer.sides[child]
    let padding = sizer.padding(child, basis)
    let crossSide = isRow ? frame.height : frame.width
    item.stretches =
      item.alignment == .stretch && crossSide == nil && !item.hasAutomaticCrossMargin
    if item.stretches, !isMultiline, let inner = isRow ? basis.height : basis.width {
      let wanted = max(0, inner - item.crossMargins)
      item.stretchedCross =
        isRow
        ? sizer.heightLimits(child, basis, padding).clamp(wanted)
        : try sizer.widthLimits(child, basis, padding).clamp(wanted)
    }
    item.mainPadding = isRow ? padding.horizontal : padding.vertical
    let ratio = try sizer.ratio(child)
    item.hasRatio = ratio != nil
    let cross = try definiteCross(of: child, item, padding)
    let (base, isGiven) = try base(of: child, item, ratio, cross: cross, padding)
    item.base = max(base, item.mainPadding)
    item.limits = try mainLimits(of: child, item, ratio, cross: cross, padding)
    item.hypothetical = item.limits.clamp(item.base)
    item.target = item.hypothetical
    item.hasDefiniteBasis = isGiven
    return item
  }

  /// The cross size of a box before its main size is known, if it has one.
  private func definiteCross(
    of child: Int, _ item: FlexLine.Item, _ padding: Insets
  ) throws -> Double? {
    let frame = sizer.sides[child]
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
    let frame = sizer.sides[child]
    let side = isRow ? frame.width : frame.height
    var isContent = false
    switch sizer.boxes[child].item.basis {
    case .length(let length):
      if let base = length.pixels(of: mainBasis) { return (base, true) }
      isContent = true
    case .automatic:
      if let base = side?.length?.pixels(of: mainBasis) { return (base, true) }
    }
    if let ratio, let cross {
      return (
        isRow
          ? sizer.width(of: child, fromHeight: cross, ratio, padding)
          : sizer.height(of: child, fromWidth: cross, ratio, padding), false
      )
    }
    if isRow { return (try rowBase(of: child, ratio, cross: cross, padding, isContent), false) }
    let height = try contentHeight(child, item, ratio, padding)
    guard let ratio else { return (height, false) }
    return (try crossLimits(child, ratio, padding).clamp(height), false)
  }

  private func rowBase(
    of child: Int, _ ratio: (value: Double, isOfContent: Bool)?, cross: Double?,
    _ padding: Insets, _ isContent: Bool
  ) throws -> Double {
    let widths = try sizer.paddedWidths(child, basis, height: cross)
    let width = isContent ? nil : sizer.sides[child].width
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
    guard let width = basis.width else {
      return try sizer.contribution(child, height: basis.height).max
    }
    let available = max(0, width - item.crossMargins)
    return try sizer.usedWidth(
      child, basis, available: available, stretches: false, ignoresHeight: true)
  }

  /// What percentages of a main size relate to.
  private var mainBasis: Double? { isRow ? basis.width : basis.height }

  /// The limits of the main size, the automatic minimum included (§4.5).
  private func mainLimits(
    of child: Int, _ item: FlexLine.Item, _ ratio: (value: Double, isOfContent: Bool)?,
    cross: Double?, _ padding: Insets
  ) throws -> SizeLimits {
    let frame = sizer.sides[child]
    var limits = SizeLimits(min: item.mainPadding)
    func resolved(_ side: Dimension) throws -> Double? {
      if let length = side.length { return length.pixels(of: mainBasis) }
      guard isRow else { return try contentHeight(child, item, ratio, padding) }
      let widths = try sizer.paddedWidths(child, basis, height: cross)
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
    guard !sizer.boxes[child].hidesOverflow else { return limits }
    let side = isRow ? frame.width : frame.height
    var specified = side?.length?.pixels(of: mainBasis)
    if isRow, let ratio, let cross, side?.isContent == true {
      specified = sizer.width(of: child, fromHeight: cross, ratio, padding)
    }
    var least = try contentMinimum(child, item, ratio, cross: cross, padding)
    // In a row whose cross size is known, Chromium clamps that instead.
    if let ratio, !isRow || cross == nil {
      least = try crossLimits(child, ratio, padding).clamp(least)
    }
    if let specified {
      least = min(specified, least)
    } else if let ratio, sizer.boxes[child].sizing == .image, let cross {
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
    _ child: Int, _ item: FlexLine.Item, _ ratio: (value: Double, isOfContent: Bool)?,
    cross: Double?, _ padding: Insets
  ) throws -> Double {
    guard isRow else { return try contentHeight(child, item, ratio, padding) }
    let least = try sizer.paddedWidths(child, basis, height: cross).min
    guard let ratio, let cross else { return least }
    let transferred = sizer.width(of: child, fromHeight: cross, ratio, padding)
    return sizer.boxes[child].sizing == .image ? transferred : max(transferred, least)
  }

  /// The height that the content of a box in a column gives it; with a ratio that of the width, not less than the
  /// content's where the height is automatic.
  private func contentHeight(
    _ child: Int, _ item: FlexLine.Item, _ ratio: (value: Double, isOfContent: Bool)?,
    _ padding: Insets
  ) throws -> Double {
    let width = try columnItemWidth(child, item)
    guard let ratio else {
      return try sizer.layout(child, width: width, basis: basis, isFree: true).height
    }
    let transferred = sizer.height(of: child, fromWidth: width, ratio, padding)
    if sizer.boxes[child].sizing == .image || sizer.boxes[child].hidesOverflow
      || sizer.sides[child].minHeight != nil || sizer.sides[child].height != nil
    {
      return transferred
    }
    return max(
      transferred, try sizer.layout(child, width: width, basis: basis, isFree: true).height)
  }

  /// The limits of the main size that those of the cross size and the ratio give.
  private func crossLimits(
    _ child: Int, _ ratio: (value: Double, isOfContent: Bool), _ padding: Insets
  ) throws -> SizeLimits {
    if isRow { return sizer.transferredLimits(child, ratio, basis, padding) }
    let frame = sizer.sides[child]
    let limits = try sizer.widthLimits(child, basis, padding)
    return SizeLimits(
      min: frame.minWidth == nil
        ? 0 : sizer.height(of: child, fromWidth: limits.min, ratio, padding),
      max: limits.max.isFinite
        ? sizer.height(of: child, fromWidth: limits.max, ratio, padding) : .infinity)
  }
}
