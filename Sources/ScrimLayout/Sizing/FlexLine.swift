import ScrimKit

/// The directions of the axes of a flex group.
struct FlexAxes {
  let isRow: Bool
  let isMainReversed: Bool
  let isCrossReversed: Bool
}

/// One line of a flex group: the boxes in it along the main axis.
struct FlexLine {
  /// A box in a line; sizes are those of its frame, px.
  struct Item {
    let index: Int
    let grow: Double
    let shrink: Double
    var alignment = FlexSpec.Alignment.stretch
    /// Whether it takes the cross size of its line.
    var stretches = false
    /// The cross size that it takes in a group of one line whose cross size is known.
    var stretchedCross: Double?
    var mainPadding = 0.0
    var hasRatio = false
    /// Whether its flex basis is a length, or a percentage of a known one.
    var hasDefiniteBasis = false
    var base = 0.0
    var limits = SizeLimits()
    var hypothetical = 0.0
    var target = 0.0
    var cross = 0.0
    /// By how much that has grown since its line got its cross size.
    var grownCross = 0.0
    var box = SizedBox.empty
    /// Distance of its frame from the main start of the group's content.
    var position = 0.0
    /// Distance of its frame from the cross start of the line.
    var crossPosition = 0.0
    /// `nil` is `auto`.
    private(set) var mainStart: Double? = 0
    private(set) var mainEnd: Double? = 0
    private(set) var crossStart: Double? = 0
    private(set) var crossEnd: Double? = 0
    /// Whether the cross axis of the line runs up, or to the left.
    private(set) var isCrossReversed = false
    private var isRow = true

    init(index: Int, _ item: FlexItem) {
      self.index = index
      (grow, shrink) = (item.grow, item.shrink)
    }

    mutating func setMargins(_ margin: Margins, of width: Double?, axes: FlexAxes) {
      func resolved(_ side: Length?) -> Double? { side.map { $0.pixels(of: width) ?? 0 } }
      let (top, right) = (resolved(margin.top), resolved(margin.right))
      let (bottom, left) = (resolved(margin.bottom), resolved(margin.left))
      (mainStart, mainEnd) = axes.isRow ? (left, right) : (top, bottom)
      (crossStart, crossEnd) = axes.isRow ? (top, bottom) : (left, right)
      if axes.isMainReversed { swap(&mainStart, &mainEnd) }
      if axes.isCrossReversed { swap(&crossStart, &crossEnd) }
      isCrossReversed = axes.isCrossReversed
      isRow = axes.isRow
    }

    var mainMargins: Double { (mainStart ?? 0) + (mainEnd ?? 0) }
    var crossMargins: Double { (crossStart ?? 0) + (crossEnd ?? 0) }
    var hasAutomaticCrossMargin: Bool { crossStart == nil || crossEnd == nil }
    var outerHypothetical: Double { hypothetical + mainMargins }
    var outerTarget: Double { target + mainMargins }
    var outerCross: Double { cross + crossMargins }

    /// Whether it takes part in the alignment of baselines.
    var isOnBaseline: Bool { alignment == .baseline && !hasAutomaticCrossMargin }

    /// Distance of its baseline from its outer edge at the cross start; in a column that is its left edge.
    var ascent: Double {
      guard isRow else { return (crossStart ?? 0) + (isCrossReversed ? cross - grownCross : 0) }
      let baseline = box.baseline ?? cross
      return (crossStart ?? 0) + (isCrossReversed ? cross - baseline : baseline)
    }
  }

  var items: [Item]
  var cross = 0.0
  /// Distance from the cross start of the group's content.
  var position = 0.0

  init(items: [Item]) { self.items = items }

  func hypotheticalLength(gap: Double) -> Double {
    items.indices.reduce(0) { $0 + items[$1].outerHypothetical }
      + gap * Double(max(0, items.count - 1))
  }

  // MARK: Main axis

  /// Resolves the flexible lengths (§9.7).
  ///
  /// - Parameters:
  ///   - main: The main size of the group's content, px.
  ///   - gap: Between two boxes, px.
  mutating func resolveLengths(main: Double, gap: Double) {
    let gaps = gap * Double(max(0, items.count - 1))
    let grows = hypotheticalLength(gap: gap) < main
    var isFrozen = items.indices.map { item in
      (grows ? items[item].grow : items[item].shrink) == 0
        || (grows
          ? items[item].base > items[item].hypothetical
          : items[item].base < items[item].hypothetical)
    }
    for item in items.indices { items[item].target = items[item].hypothetical }
    func free() -> Double {
      main - gaps
        - items.indices.reduce(0) {
          $0 + items[$1].mainMargins + (isFrozen[$1] ? items[$1].target : items[$1].base)
        }
    }
    let initial = free()
    while isFrozen.contains(false) {
      let open = items.indices.filter { !isFrozen[$0] }
      var rest = free()
      let factors = open.reduce(0) { $0 + (grows ? items[$1].grow : items[$1].shrink) }
      if factors < 1, abs(initial * factors) < abs(rest) { rest = initial * factors }
      if grows ? rest > 0 : rest < 0 {
        let scaled = open.reduce(0) { $0 + items[$1].scaledShrink }
        for item in open {
          if grows {
            items[item].target = items[item].base + rest * items[item].grow / factors
          } else {
            let share = scaled > 0 ? items[item].scaledShrink / scaled : 0
            items[item].target = items[item].base + rest * share
          }
        }
      } else {
        for item in open { items[item].target = items[item].base }
      }
      var violation = 0.0
      var adjustments: [(item: Int, by: Double)] = []
      for item in open {
        let clamped = items[item].limits.clamp(max(items[item].target, items[item].mainPadding))
        adjustments.append((item, clamped - items[item].target))
        violation += clamped - items[item].target
        items[item].target = clamped
      }
      for (item, by) in adjustments
      where abs(violation) < 1e-9 || (violation > 0 ? by > 0 : by < 0) {
        isFrozen[item] = true
      }
    }
  }

  // MARK: Cross axis

  /// The cross size that its boxes give the line (§9.4, 8).
  var naturalCross: Double {
    var (above, below, most) = (-Double.infinity, -Double.infinity, 0.0)
    // By index: an item in a variable of its own is a copy.
    for item in items.indices {
      if items[item].isOnBaseline {
        above = max(above, items[item].ascent)
        below = max(below, items[item].outerCross - items[item].ascent)
      } else {
        most = max(most, items[item].outerCross)
      }
    }
    return above.isFinite ? max(most, above + below) : most
  }

  /// Gives its boxes their positions (§9.5, §9.6).
  mutating func place(
    main: Double, gap: Double, justify: FlexSpec.Distribution?, isReverse: Bool,
    isWrapReverse: Bool
  ) {
    let free =
      main - items.indices.reduce(0) { $0 + items[$1].outerTarget }
      - gap * Double(max(0, items.count - 1))
    let automatic = items.indices.reduce(0) {
      $0 + (items[$1].mainStart == nil ? 1 : 0) + (items[$1].mainEnd == nil ? 1 : 0)
    }
    let share = automatic > 0 && free > 0 ? free / Double(automatic) : 0
    let spaces =
      share > 0
      ? Spaces(none: ()) : Spaces(justify, free: free, count: items.count, startsAtEnd: isReverse)
    var position = spaces.before
    for item in items.indices {
      position += items[item].mainStart ?? share
      items[item].position = position
      position += items[item].target + (items[item].mainEnd ?? share) + gap + spaces.between
    }
    let ascent =
      items.indices.filter { items[$0].isOnBaseline }.map { items[$0].ascent }.max() ?? 0
    for item in items.indices {
      items[item].crossPosition = crossPosition(
        of: items[item], ascent: ascent, isWrapReverse: isWrapReverse)
    }
  }

  private func crossPosition(of item: Item, ascent: Double, isWrapReverse: Bool) -> Double {
    let free = cross - item.outerCross
    let start = item.crossStart ?? 0
    if item.hasAutomaticCrossMargin {
      guard free > 0 else { return isWrapReverse ? free + start : start }
      switch (item.crossStart, item.crossEnd) {
      case (nil, nil): return free / 2
      case (nil, _): return free
      default: return start
      }
    }
    switch item.alignment {
    case .stretch: return start
    case .start: return (isWrapReverse ? free : 0) + start
    case .end: return (isWrapReverse ? 0 : free) + start
    case .center: return free / 2 + start
    case .baseline:
      return ascent - item.ascent + start - (item.isCrossReversed ? item.grownCross : 0)
    }
  }
}

extension FlexLine.Item {
  /// The shrink factor times the base size without padding.
  fileprivate var scaledShrink: Double { shrink * max(0, base - mainPadding) }
}

/// Free space before the first and between two boxes or lines (CSS Box Alignment §5.3).
struct Spaces {
  var before = 0.0
  var between = 0.0

  init(none: ()) {}

  /// - Parameters:
  ///   - distribution: Where the space goes; `nil` is after the last.
  ///   - free: px; may be negative.
  ///   - count: Of boxes or lines.
  ///   - startsAtEnd: Whether the axis runs from the end of the writing direction.
  init(_ distribution: FlexSpec.Distribution?, free: Double, count: Int, startsAtEnd: Bool) {
    let start = startsAtEnd ? free : 0
    switch distribution {
    case nil, .stretch?: break
    case .start?: before = start
    case .end?: before = startsAtEnd ? 0 : free
    case .center?: before = free / 2
    case .spaceBetween?:
      if free > 0, count > 1 { between = free / Double(count - 1) }
    case .spaceAround?:
      guard free > 0, count > 0 else {
        before = start
        return
      }
      between = free / Double(count)
      before = between / 2
    case .spaceEvenly?:
      guard free > 0, count > 0 else {
        before = start
        return
      }
      between = free / Double(count + 1)
      before = between
    }
  }
}
