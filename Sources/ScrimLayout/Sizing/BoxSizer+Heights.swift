import ScrimKit

extension BoxSizer {
  /// A box of a known width with what is in it.
  ///
  /// - Parameters:
  ///   - index: The box.
  ///   - width: Its width, px.
  ///   - height: Its height, px; `nil` if its frame or its content gives that.
  ///   - isDefinite: Whether percentages in it relate to `height`.
  ///   - basis: The size of the containing box.
  ///   - isFree: Whether only its content gives the height, whatever the frame asks for.
  /// - Returns: The box.
  /// - Throws: What the contents throw.
  func layout(
    _ index: Int, width: Double, height: Double? = nil, isDefinite: Bool = true,
    basis: SizeBasis, isFree: Bool = false
  ) throws -> SizedBox {
    let key = LayoutKey(
      index: index, width: width, height: height, definite: isDefinite ? height : nil,
      basis: basis, isFree: isFree)
    if let known = layouts[index].first(where: { $0.key == key }) { return known.value }
    let found = try layoutUncached(key)
    layouts[index].append(Cached(key: key, value: found))
    return found
  }

  private func layoutUncached(_ key: LayoutKey) throws -> SizedBox {
    let (index, basis, width) = (key.index, key.basis, key.width)
    let padding = padding(index, basis)
    var limits = heightLimits(index, basis, padding)
    if key.isFree {
      guard boxes[index].flex != nil else {
        return try content(key, height: nil, definite: nil, SizeLimits(min: padding.vertical))
      }
      // A column of several lines breaks all the same where its frame ends.
      if let height = definiteHeight(index, basis, padding) {
        limits.max = height
      } else if let ratio = try ratio(index) {
        limits.max = limits.clamp(self.height(of: index, fromWidth: width, ratio, padding))
      }
      return try content(key, height: nil, definite: nil, limits)
    }
    let frame = sides[index]
    if key.height == nil, frame.minHeight?.isContent == true || frame.maxHeight?.isContent == true {
      let own = try layout(index, width: width, basis: basis, isFree: true).height
      if frame.minHeight?.isContent == true { limits.min = max(limits.min, own) }
      if frame.maxHeight?.isContent == true { limits.max = own }
    }
    if let height = key.height {
      return try content(key, height: height, definite: key.definite, limits)
    }
    if let height = definiteHeight(index, basis, padding) {
      let height = limits.clamp(height)
      return try content(key, height: height, definite: height, limits)
    }
    // A height from the content is the automatic one, which the ratio gives.
    if let ratio = try ratio(index) {
      let wanted = limits.clamp(self.height(of: index, fromWidth: width, ratio, padding))
      let height = try ratioLimits(index, width: width, height: wanted, limits, basis)
        .clamp(wanted)
      // Percentages relate to the height that the ratio gives, also where the content needs more.
      return try content(key, height: height, definite: wanted, limits)
    }
    return try content(key, height: nil, definite: nil, limits)
  }

  /// The limits of a height that follows from the width: it is not less than the content's (CSS Sizing 4 §5.2.2), but
  /// where it is a percentage of nothing, as in Chromium.
  /// The content of a flex group stretches to the height that the ratio gives.
  private func ratioLimits(
    _ index: Int, width: Double, height: Double, _ limits: SizeLimits, _ basis: SizeBasis
  ) throws -> SizeLimits {
    guard boxes[index].sizing != .image, !boxes[index].hidesOverflow,
      sides[index].minHeight == nil, sides[index].height?.length == nil
    else { return limits }
    let own =
      boxes[index].flex == nil
      ? try layout(index, width: width, basis: basis, isFree: true).height
      : try layout(index, width: width, height: height, basis: basis).contentHeight
    return SizeLimits(min: max(limits.min, min(own, limits.max)), max: limits.max)
  }

  private func content(
    _ key: LayoutKey, height: Double?, definite: Double?, _ limits: SizeLimits
  ) throws -> SizedBox {
    let (index, width, basis) = (key.index, key.width, key.basis)
    let padding = padding(index, basis)
    switch boxes[index].sizing {
    case .frame:
      return SizedBox(width: width, height: height ?? limits.clamp(padding.vertical))
    case .image:
      let natural = try naturalSize(index).height + padding.vertical
      let own =
        try ratio(index).map { self.height(of: index, fromWidth: width, $0, padding) } ?? natural
      return SizedBox(width: width, height: height ?? limits.clamp(own))
    case .text:
      let inside = max(0, width - padding.horizontal)
      let most = try text(index, .maxContent)
      // Without a soft wrap the text is as it is.
      let size =
        most.width <= inside + Self.tolerance ? most : try text(index, .wrapped(inside))
      return SizedBox(
        width: width, height: height ?? limits.clamp(size.height + padding.vertical),
        baseline: size.baseline.map { $0 + padding.top })
    case .group:
      guard let flex = boxes[index].flex else {
        return try group(index, width: width, height: height, limits, basis)
      }
      let box = try FlexLayout(
        self, index, flex, width: width, height: height, definite: definite, limits, basis
      ).solved()
      guard key.isFree else { return box }
      return SizedBox(width: width, height: box.contentHeight, baseline: box.baseline)
    }
  }

  /// Differences that floating-point sums leave, and that Chromium's 1/64 px don't show.
  static var tolerance: Double { 0.01 }
}
