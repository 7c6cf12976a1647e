import ScrimKit

/// Lays out the boxes of one flex group (CSS Flexible Box Layout §9).
///
/// It works along the main and the cross axis, from their starts; where an axis is reversed, the result is mirrored.
struct FlexLayout {
  let sizer: BoxSizer
  let index: Int
  let flex: FlexSpec
  /// The group's frame, px; its height is `nil` where that follows from its boxes.
  let width: Double?
  let height: Double?
  /// Of the group's height.
  let limits: SizeLimits
  let padding: Insets
  /// What percentages of the boxes relate to.
  let basis: SizeBasis

  /// - Parameters:
  ///   - sizer: Sizes the boxes in it.
  ///   - index: The group.
  ///   - flex: How it lays out its boxes.
  ///   - width: The width of its frame, px; `nil` while its content is measured.
  ///   - height: The height of its frame, px; `nil` if that follows from its boxes.
  ///   - definite: The height of its frame that percentages relate to, px; `nil` if there is none.
  ///   - limits: The limits of its height.
  ///   - basis: The size of its containing box.
  init(
    _ sizer: BoxSizer, _ index: Int, _ flex: FlexSpec, width: Double?, height: Double?,
    definite: Double?, _ limits: SizeLimits, _ basis: SizeBasis
  ) {
    self.sizer = sizer
    self.index = index
    self.flex = flex
    self.width = width
    self.height = height
    self.limits = limits
    padding = sizer.padding(index, basis)
    let padding = padding
    self.basis = SizeBasis(
      width: width.map { max(0, $0 - padding.horizontal) },
      height: definite.map { max(0, $0 - padding.vertical) })
  }

  var isRow: Bool { flex.direction.isRow }
  var isMultiline: Bool { flex.wrap != .nowrap }

  /// The directions of its axes.
  var axes: FlexAxes {
    let isRightToLeft = sizer.isRightToLeft[index]
    let isWrapReverse = flex.wrap == .wrapReverse
    return FlexAxes(
      isRow: isRow,
      isMainReversed: isRow
        ? flex.direction.isReverse != isRightToLeft : flex.direction.isReverse,
      isCrossReversed: isRow ? isWrapReverse : isWrapReverse != isRightToLeft)
  }

  private var innerHeight: Double? { height.map { max(0, $0 - padding.vertical) } }
  var innerMain: Double? { isRow ? basis.width : innerHeight }
  var innerCross: Double? { isRow ? innerHeight : basis.width }
  private var rowGap: Double { max(0, flex.rowGap.pixels(of: basis.height) ?? 0) }
  private var columnGap: Double { max(0, flex.columnGap.pixels(of: basis.width) ?? 0) }
  var mainGap: Double { isRow ? columnGap : rowGap }
  private var crossGap: Double { isRow ? rowGap : columnGap }

  /// The limits of the group's height without padding.
  private var innerLimits: SizeLimits {
    SizeLimits(
      min: max(0, limits.min - padding.vertical), max: max(0, limits.max - padding.vertical))
  }

  // MARK: The group

  /// The group with its boxes in place.
  func solved() throws -> SizedBox {
    var lines = lines(of: try items())
    let main: Double
    if let innerMain {
      main = innerMain
    } else {
      let longest = lines.map { $0.hypotheticalLength(gap: mainGap) }.max() ?? 0
      main = innerLimits.clamp(longest)
    }
    for line in lines.indices {
      lines[line].resolveLengths(main: main, gap: mainGap)
      for item in lines[line].items.indices {
        try sizeAcross(&lines[line].items[item])
      }
    }
    let natural = naturalHeight(of: lines)
    let cross = stretchLines(&lines)
    for line in lines.indices {
      for item in lines[line].items.indices { try stretch(&lines[line].items[item], lines[line]) }
      lines[line].place(
        main: main, gap: mainGap, justify: flex.justifyContent?.distribution,
        isReverse: flex.direction.isReverse, isWrapReverse: flex.wrap == .wrapReverse)
    }
    let frames = frames(of: lines, main: main, cross: cross)
    let own = isRow ? cross : main
    let height = height ?? limits.clamp(own + padding.vertical)
    var baseline = baseline(of: lines, frames)
    if sizer.boxes[index].hidesOverflow {
      // The baseline of a scroll container is within its border (CSS Box Alignment §9.1).
      baseline = baseline.map { min(max($0, 0), height) }
    }
    return SizedBox(
      width: width ?? 0, height: height, baseline: baseline,
      contentHeight: natural + padding.vertical, children: frames)
  }

  /// The height that boxes which are not yet flexed along a column, or stretched in a row of several lines, take.
  private func naturalHeight(of lines: [FlexLine]) -> Double {
    guard isRow else { return lines.map { $0.hypotheticalLength(gap: mainGap) }.max() ?? 0 }
    return lines.reduce(0) { $0 + $1.naturalCross } + crossGap * Double(max(0, lines.count - 1))
  }

  /// The width of a column of several lines that follows from them, px.
  ///
  /// - Parameter width: The width that a box contributes, without its margins.
  /// - Returns: px.
  /// - Throws: What the contents throw.
  func columnsWidth(_ width: (Int) throws -> Double) throws -> Double {
    var lines = lines(of: try items())
    for line in lines.indices {
      for item in lines[line].items.indices {
        lines[line].items[item].cross = try width(lines[line].items[item].index)
      }
    }
    return lines.reduce(0) { $0 + $1.naturalCross } + crossGap * Double(max(0, lines.count - 1))
  }

  // MARK: Lines

  private func lines(of items: [FlexLine.Item]) -> [FlexLine] {
    guard isMultiline else { return [FlexLine(items: items)] }
    // With a ratio, that gives the height at which a column breaks, also where its content needs more.
    let most = (isRow ? basis.width : basis.height ?? innerHeight) ?? innerLimits.max
    var lines: [FlexLine] = []
    var line = FlexLine(items: [])
    var length = 0.0
    for item in items {
      let next = length + (line.items.isEmpty ? 0 : mainGap) + item.outerHypothetical
      if !line.items.isEmpty, next > most + BoxSizer.tolerance {
        lines.append(line)
        line = FlexLine(items: [])
        length = item.outerHypothetical
      } else {
        length = next
      }
      line.items.append(item)
    }
    if !line.items.isEmpty { lines.append(line) }
    return lines
  }

  /// Gives the lines their cross sizes and positions (§9.4, §9.6).
  ///
  /// - Returns: The cross size of the group's content, px.
  private func stretchLines(_ lines: inout [FlexLine]) -> Double {
    for line in lines.indices { lines[line].cross = lines[line].naturalCross }
    if !isMultiline {
      guard !lines.isEmpty else { return 0 }
      let cross = innerCross ?? (isRow ? innerLimits.clamp(lines[0].cross) : lines[0].cross)
      lines[0].cross = cross
      return cross
    }
    let gaps = crossGap * Double(max(0, lines.count - 1))
    let sum = lines.reduce(0) { $0 + $1.cross } + gaps
    let cross = innerCross ?? (isRow ? innerLimits.clamp(sum) : sum)
    let free = cross - sum
    if flex.alignContent == .stretch, free > 0 {
      for line in lines.indices { lines[line].cross += free / Double(lines.count) }
    }
    let rest = flex.alignContent == .stretch ? max(0, free) == free ? 0 : free : free
    let spaces = Spaces(
      flex.alignContent, free: rest, count: lines.count,
      startsAtEnd: flex.wrap == .wrapReverse)
    var position = spaces.before
    for line in lines.indices {
      lines[line].position = position
      position += lines[line].cross + crossGap + spaces.between
    }
    return cross
  }

  // MARK: Cross sizes

  /// The cross size of a box whose main size is known (§9.4, 7).
  private func sizeAcross(_ item: inout FlexLine.Item) throws {
    let stretched = item.stretchedCross
    if isRow {
      item.box = try sizer.layout(
        item.index, width: item.target, height: stretched, isDefinite: true, basis: basis)
      item.cross = item.box.height
    } else {
      let available = basis.width.map { max(0, $0 - item.crossMargins) }
      item.cross =
        try stretched
        ?? sizer.usedWidth(
          item.index, basis, available: available, stretches: false, height: height(of: item))
      item.box = try sizer.layout(
        item.index, width: item.cross, height: item.target, isDefinite: isMainDefinite(item),
        basis: basis)
    }
  }

  /// Stretches a box to its line (§9.4, 11).
  private func stretch(_ item: inout FlexLine.Item, _ line: FlexLine) throws {
    guard item.stretches else { return try fitColumn(&item, line) }
    let wanted = max(0, line.cross - item.crossMargins)
    if isRow {
      let limits = sizer.heightLimits(item.index, basis, sizer.padding(item.index, basis))
      // Percentages in a box with a ratio still relate to the height that this gives.
      if item.hasRatio, item.cross == limits.clamp(wanted) { return }
      item.cross = limits.clamp(wanted)
      item.box = try sizer.layout(
        item.index, width: item.target, height: item.cross, isDefinite: true, basis: basis)
    } else {
      item.cross = try sizer.widthLimits(item.index, basis, sizer.padding(item.index, basis))
        .clamp(wanted)
      item.box = try sizer.layout(
        item.index, width: item.cross, height: item.target, isDefinite: isMainDefinite(item),
        basis: basis)
    }
  }

  /// Fits a box again into a column that another box in it has made wider than the group. In CSS the box would keep its
  /// width; Chromium does so.
  private func fitColumn(_ item: inout FlexLine.Item, _ line: FlexLine) throws {
    guard !isRow, isMultiline, let width = basis.width, line.cross > width else { return }
    let cross = try sizer.usedWidth(
      item.index, basis, available: max(0, line.cross - item.crossMargins), stretches: false,
      height: height(of: item))
    item.grownCross = cross - item.cross
    item.cross = cross
    item.box = try sizer.layout(
      item.index, width: item.cross, height: item.target, isDefinite: isMainDefinite(item),
      basis: basis)
  }

  /// Whether percentages in a box of a column relate to its main size (§9.8); Chromium counts each definite basis, and
  /// each ratio.
  private func isMainDefinite(_ item: FlexLine.Item) -> Bool {
    basis.height != nil || item.hasDefiniteBasis || item.hasRatio
  }

  /// The height of a box in a column, as far as its width may follow from that.
  private func height(of item: FlexLine.Item) -> BoxSizer.Height {
    BoxSizer.Height(value: item.target, isDefinite: isMainDefinite(item))
  }

  // MARK: Frames

  private func frames(of lines: [FlexLine], main: Double, cross: Double) -> [SizedBox.Child] {
    let axes = axes
    return lines.flatMap { line in
      line.items.map { item in
        var along = item.position
        var across = line.position + item.crossPosition
        if axes.isMainReversed { along = main - along - item.target }
        if axes.isCrossReversed { across = cross - across - item.cross }
        let frame =
          isRow
          ? Rect(x: along, y: across, width: item.target, height: item.cross)
          : Rect(x: across, y: along, width: item.cross, height: item.target)
        return SizedBox.Child(
          index: item.index, frame: frame.offset(dx: padding.left, dy: padding.top), box: item.box)
      }
    }
  }

  /// The first baseline of the group (§8.5): that of the line and the box that come first where nothing is reversed, as
  /// in Chromium.
  private func baseline(of lines: [FlexLine], _ frames: [SizedBox.Child]) -> Double? {
    guard let line = flex.wrap == .wrapReverse ? lines.last : lines.first else { return nil }
    let items = flex.direction.isReverse ? line.items.reversed() : line.items
    guard let item = (isRow ? items.first { $0.isOnBaseline } : nil) ?? items.first,
      let child = frames.first(where: { $0.index == item.index })
    else { return nil }
    return child.frame.top + (child.box.baseline ?? child.frame.height)
  }
}
