import ScrimKit

extension BoxSizer {
  /// The widths that a box's content gives it, with padding, whatever its frame asks for. Percentages of padding and
  /// gaps are 0 here (CSS Sizing §5.2.1).
  ///
  /// - Parameters:
  ///   - index: The box.
  ///   - height: Its height, if that is known, px.
  ///   - ignoresHeight: Whether a height that its frame gives doesn't count.
  ///   - parentHeight: The height of its containing box, if that is known, px.
  /// - Returns: px.
  /// - Throws: What the contents throw.
  func contentWidths(
    _ index: Int, height: Double? = nil, ignoresHeight: Bool = false, parentHeight: Double? = nil
  ) throws -> ContentWidths {
    let hasPercentage =
      sides[index].minHeight?.isPercent == true || sides[index].maxHeight?.isPercent == true
    let key = WidthKey(
      height: height, ignoresHeight: ignoresHeight, parentHeight: hasPercentage ? parentHeight : nil
    )
    if let known = widths[index].first(where: { $0.key == key }) { return known.value }
    let padding = padding(index, .unknown)
    var found: ContentWidths
    switch boxes[index].sizing {
    case .frame: found = ContentWidths(min: 0, max: 0)
    case .image:
      let width = try naturalSize(index).width
      found = ContentWidths(min: width, max: width)
    case .text:
      found = ContentWidths(
        min: try text(index, .minContent).width, max: try text(index, .maxContent).width)
      found.min = min(found.min, found.max)
    case .group:
      found =
        boxes[index].flex == nil
        ? try groupWidths(index)
        : try flexWidths(
          index, height: height, ignoresHeight: ignoresHeight, parentHeight: key.parentHeight)
    }
    found.min += padding.horizontal
    found.max += padding.horizontal
    widths[index].append(Cached(key: key, value: found))
    return found
  }

  /// The widths that a box contributes to the content of its parent, without margins (CSS Sizing §5.2).
  ///
  /// - Parameters:
  ///   - index: The box.
  ///   - parentHeight: The height of the parent's content, if that is known, px.
  ///   - stretched: The height that the parent stretches it to, if that is known, px.
  /// - Returns: px.
  /// - Throws: What the contents throw.
  func contribution(
    _ index: Int, height parentHeight: Double?, stretched: Double? = nil
  ) throws -> ContentWidths {
    let frame = sides[index]
    let padding = padding(index, .unknown)
    let basis = SizeBasis(width: nil, height: parentHeight)
    var found: ContentWidths
    var isTransferred = false
    let ratio = try ratio(index)
    switch frame.width {
    case .length(.pixels(let pixels)): found = ContentWidths(min: pixels, max: pixels)
    case .minContent, .maxContent, .fitContent, .length(.percent), nil:
      let height = definiteHeight(index, basis, padding) ?? stretched
      if let ratio, let height {
        let side = width(of: index, fromHeight: height, ratio, padding)
        found = ContentWidths(min: side, max: side)
        isTransferred = frame.width != .minContent && frame.width != .maxContent
      } else if frame.width == .minContent {
        let least = try contentWidths(index, height: height, parentHeight: parentHeight).min
        found = ContentWidths(min: least, max: least)
      } else if frame.width == .maxContent {
        let most = try contentWidths(index, height: height, parentHeight: parentHeight).max
        found = ContentWidths(min: most, max: most)
      } else {
        found = try contentWidths(index, height: height, parentHeight: parentHeight)
        if let ratio {
          let limits = transferredLimits(index, ratio, basis, padding)
          found = ContentWidths(min: limits.clamp(found.min), max: limits.clamp(found.max))
        }
      }
    }
    // Images whose width or maximum is a percentage can become as narrow as needed (CSS Sizing §5.2.2).
    if boxes[index].sizing == .image,
      frame.width?.isPercent == true || frame.maxWidth?.isPercent == true
    {
      found.min = padding.horizontal
    }
    let limits = try widthLimits(index, basis, padding, isTransferred: isTransferred)
    return ContentWidths(min: limits.clamp(found.min), max: limits.clamp(found.max))
  }

  /// The width of a box in a containing box.
  ///
  /// - Parameters:
  ///   - index: The box.
  ///   - basis: The size of the containing box.
  ///   - available: The width that there is for it, without its margins, px; `nil` is unlimited.
  ///   - stretches: Whether it takes all of that if its frame has no width.
  ///   - height: Its height where a flex group gives that.
  ///   - ignoresHeight: Whether the width doesn't follow from a height or its limits that the frame gives.
  /// - Returns: px.
  /// - Throws: What the contents throw.
  func usedWidth(
    _ index: Int, _ basis: SizeBasis, available: Double?, stretches: Bool, height: Height? = nil,
    ignoresHeight: Bool = false
  ) throws -> Double {
    let frame = sides[index]
    let padding = padding(index, basis)
    let ownHeight = ignoresHeight ? nil : definiteHeight(index, basis, padding)
    var isTransferred = false
    var wanted: Double
    switch frame.width {
    case .length(let length) where length.pixels(of: basis.width) != nil:
      wanted = length.pixels(of: basis.width) ?? 0
    case .minContent, .maxContent:
      let widths = try resolvedWidths(index, basis, height)
      wanted = frame.width == .minContent ? widths.min : widths.max
      isTransferred = try ownHeight != nil && ratio(index) != nil
    case .fitContent: wanted = try fitWidth(index, basis, available, height: height)
    default:
      if stretches, let available {
        wanted = available
      } else if let ratio = try ratio(index),
        let side = height?.value ?? ownHeight
      {
        wanted = width(of: index, fromHeight: side, ratio, padding)
        isTransferred = ownHeight != nil
      } else {
        let known = height?.definite ?? ownHeight
        wanted = try paddedWidths(index, basis, height: known, ignoresHeight: ignoresHeight)
          .fitting(available)
        if let ratio = try ratio(index), !ignoresHeight {
          wanted = transferredLimits(index, ratio, basis, padding).clamp(wanted)
        }
      }
    }
    return try widthLimits(
      index, basis, padding, isTransferred: isTransferred, height: height?.definite
    ).clamp(wanted)
  }

  /// The content's widths with padding as it is; those of a height where the box has one and a ratio.
  func resolvedWidths(
    _ index: Int, _ basis: SizeBasis, _ height: Height? = nil
  ) throws -> ContentWidths {
    let padding = padding(index, basis)
    let side = height?.definite ?? definiteHeight(index, basis, padding)
    if let ratio = try ratio(index), let side {
      let width = width(of: index, fromHeight: side, ratio, padding)
      return ContentWidths(min: width, max: width)
    }
    return try paddedWidths(index, basis, height: side)
  }

  /// The content's widths with padding as it is, percentages of the containing box included.
  func paddedWidths(
    _ index: Int, _ basis: SizeBasis, height: Double?, ignoresHeight: Bool = false
  ) throws -> ContentWidths {
    let (used, unknown) = (padding(index, basis), padding(index, .unknown))
    let (more, higher) = (used.horizontal - unknown.horizontal, used.vertical - unknown.vertical)
    let widths = try contentWidths(
      index, height: height.map { $0 - higher }, ignoresHeight: ignoresHeight,
      parentHeight: basis.height)
    return ContentWidths(min: widths.min + more, max: widths.max + more)
  }

  /// A height that a flex group gives a box, px.
  struct Height {
    let value: Double
    /// Whether percentages in the box may relate to it.
    let isDefinite: Bool

    var definite: Double? { isDefinite ? value : nil }
  }

  /// A text is as wide as its longest line, and a group without flex as what is in it.
  func fitWidth(
    _ index: Int, _ basis: SizeBasis, _ available: Double?, height: Height? = nil
  ) throws -> Double {
    let padding = padding(index, basis)
    let inset = padding.horizontal
    // Lines wrap at the box's own limit, too.
    let most = try widthLimits(
      index, basis, padding, isTransferred: false, height: height?.definite
    ).max
    let available = most < .infinity ? min(available ?? most, most) : available
    switch boxes[index].sizing {
    case .text:
      guard let available else { return try text(index, .maxContent).width + inset }
      let most = try text(index, .maxContent).width
      let inside = max(0, available - inset)
      return most <= inside ? most + inset : try text(index, .wrapped(inside)).width + inset
    case .group where boxes[index].flex == nil:
      return try groupWidth(index, available: available.map { max(0, $0 - inset) }) + inset
    default: return try resolvedWidths(index, basis, height).fitting(available)
    }
  }
}

extension Dimension {
  var isPercent: Bool {
    if case .length(.percent) = self { true } else { false }
  }
}
