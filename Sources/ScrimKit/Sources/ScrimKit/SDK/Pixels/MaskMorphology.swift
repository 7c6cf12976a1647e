extension Mask {
  /// A correction for the radius of a disc of pixels, which makes its width, averaged over all directions, that of the
  /// true disc: a disc of the pixels whose centres are inside is slightly too narrow.
  public static let discBias = 0.2

  /// Dilates the shape by a disc: each pixel becomes the maximum coverage within `radius`, with round corners.
  ///
  /// Coverage values are preserved, so a translucent shape stays translucent.
  ///
  /// - Parameters:
  ///   - radius: Radius in pixels of the mask, at least 0.
  ///   - region: The requested pixels; `nil` for all. Only these are computed.
  /// - Returns: A mask larger by ⌈radius⌉ on each side, intersected with the region.
  /// - Throws: `DrawingError` if out of memory.
  public func dilated(
    by radius: Double, within region: PixelRect? = nil
  ) throws(DrawingError) -> Mask {
    let reach = max(0, Int(radius.rounded(.up)))
    let whole = area.isEmpty ? area : area.grown(by: reach)
    let wanted = region.map { whole.intersection($0) } ?? whole
    guard reach > 0, !wanted.isEmpty else { return try cropped(to: wanted) }
    var result = try Mask(area: wanted)
    // The half width of the disc on each of its rows, from the centre outwards.
    let halves = (0...reach).map { dy -> Int? in
      let rest = radius * radius - Double(dy * dy)
      return rest >= 0 ? Int(rest.squareRoot()) : nil
    }
    // Rows have margins wide enough that every window is inside.
    var windows = RowWindows(
      x: wanted.x - reach, width: wanted.width + 2 * reach, longest: 2 * reach + 1)
    result.coverage.withUnsafeMutableBufferPointer { target in
      for y in area.rows where windows.load(self, row: y) {
        for row in wanted.rows.clamped(to: y - reach..<y + reach + 1) {
          guard let half = halves[abs(row - y)] else { continue }
          windows.raise(
            target, at: (row - wanted.y) * wanted.width, count: wanted.width, from: reach - half,
            window: 2 * half + 1)
        }
      }
    }
    return result
  }

  /// Erodes the shape by a disc: the complement of the dilated complement.
  ///
  /// - Parameters:
  ///   - radius: Radius in pixels of the mask, at least 0.
  ///   - region: The requested pixels; `nil` for all. Only these are computed.
  /// - Returns: A mask over the same area, intersected with the region. Coverage outside the mask counts as 0.
  /// - Throws: `DrawingError` if out of memory.
  public func eroded(
    by radius: Double, within region: PixelRect? = nil
  ) throws(DrawingError) -> Mask {
    let wanted = region.map { area.intersection($0) } ?? area
    guard radius > 0, !wanted.isEmpty else { return try cropped(to: wanted) }
    var outside = try cropped(to: area.grown(by: 1))
    for i in outside.coverage.indices { outside.coverage[i] = 255 - outside.coverage[i] }
    var result = try outside.dilated(by: radius, within: wanted).cropped(to: wanted)
    for i in result.coverage.indices { result.coverage[i] = 255 - result.coverage[i] }
    return result
  }

  /// The mask minus the coverage of `other`; correct for antialiased edges if `other` is inside.
  ///
  /// - Throws: `DrawingError` if out of memory.
  public func subtracting(_ other: Mask) throws(DrawingError) -> Mask {
    try combined(with: other) { $0 - min($0, $1) }
  }

  /// Combines two masks pixel by pixel, over this one's area.
  ///
  /// - Parameters:
  ///   - other: The other mask; 0 outside its area.
  ///   - combine: Computes coverage from those of both masks.
  /// - Returns: The new mask.
  /// - Throws: `DrawingError` if out of memory.
  public func combined(
    with other: Mask, _ combine: (_ own: UInt8, _ other: UInt8) -> UInt8
  ) throws(DrawingError) -> Mask {
    // The array allocates its own copy.
    try PooledBuffer.check(coverage.count)
    var result = self
    let second = try other.cropped(to: area)
    for i in result.coverage.indices {
      result.coverage[i] = combine(result.coverage[i], second.coverage[i])
    }
    return result
  }

  /// The union of both masks over both areas; the maximum coverage counts.
  ///
  /// - Throws: `DrawingError` if out of memory.
  public func union(_ other: Mask) throws(DrawingError) -> Mask {
    if other.area.isEmpty { return self }
    if area.isEmpty { return other }
    return try cropped(to: area.union(other.area)).combined(with: other, max)
  }

  /// The mask at 1/`factor` of its resolution: each pixel is the mean of `factor` × `factor`.
  ///
  /// - Parameter factor: At least 1. The area is widened to complete groups.
  /// - Returns: The smaller mask.
  /// - Throws: `DrawingError` if out of memory.
  public func reduced(by factor: Int) throws(DrawingError) -> Mask {
    guard factor > 1 else { return self }
    func down(_ n: Int) -> Int { Int((Double(n) / Double(factor)).rounded(.down)) }
    func up(_ n: Int) -> Int { Int((Double(n) / Double(factor)).rounded(.up)) }
    let (left, top) = (down(area.x), down(area.y))
    var result = try Mask(
      area: PixelRect(
        x: left, y: top, width: up(area.x + area.width) - left,
        height: up(area.y + area.height) - top))
    let fine = try cropped(
      to: PixelRect(
        x: left * factor, y: top * factor, width: result.area.width * factor,
        height: result.area.height * factor))
    let count = factor * factor
    for y in 0..<result.area.height {
      for x in 0..<result.area.width {
        var sum = count / 2
        for dy in 0..<factor {
          let start = (y * factor + dy) * fine.area.width + x * factor
          for dx in 0..<factor { sum &+= Int(fine.coverage[start + dx]) }
        }
        result.coverage[y * result.area.width + x] = UInt8(sum / count)
      }
    }
    return result
  }
}

/// The maxima of windows of 1, 2, 4, … pixels in one row. The maximum over a window of any width is that of two
/// overlapping ones of these, so a disc costs two reads per row and pixel.
private struct RowWindows {
  /// The canvas column at which the row begins.
  private let x: Int
  private let width: Int
  private var levels: [[UInt8]]

  /// - Parameters:
  ///   - x: The canvas column at which rows begin.
  ///   - width: Pixels per row.
  ///   - longest: The widest window that will be requested.
  init(x: Int, width: Int, longest: Int) {
    self.x = x
    self.width = width
    let count = Int.bitWidth - longest.leadingZeroBitCount
    levels = Array(repeating: Array(repeating: 0, count: width), count: count)
  }

  /// Loads a row of a mask.
  ///
  /// - Returns: Whether the row has any coverage.
  mutating func load(_ mask: Mask, row: Int) -> Bool {
    let columns = mask.area.columns.clamped(to: x..<x + width)
    let start = (row - mask.area.y) * mask.area.width - mask.area.x
    let covered = mask.coverage[start + columns.lowerBound..<start + columns.upperBound]
    guard covered.contains(where: { $0 > 0 }) else { return false }
    let first = columns.lowerBound - x
    levels[0].replaceSubrange(first..<first + columns.count, with: covered)
    var size = 1
    for level in levels.indices.dropFirst() {
      // Element i is the maximum of i ..< i + 2 × size, truncated at the row's end.
      let last = levels[level - 1]
      levels[level].withUnsafeMutableBufferPointer { next in
        last.withUnsafeBufferPointer { last in
          let inner = max(0, width - size)
          for i in 0..<inner { next[i] = max(last[i], last[i &+ size]) }
          for i in inner..<width { next[i] = last[i] }
        }
      }
      size *= 2
    }
    return true
  }

  /// Raises `count` elements from `start` to the maxima of windows of the row. The first window begins at column
  /// `from`, each further one a column later.
  func raise(
    _ target: UnsafeMutableBufferPointer<UInt8>, at start: Int, count: Int, from: Int, window: Int
  ) {
    let level = Int.bitWidth - 1 - window.leadingZeroBitCount
    let shift = window - (1 << level)
    levels[level].withUnsafeBufferPointer { maxima in
      for i in 0..<count {
        target[start &+ i] = max(
          target[start &+ i], max(maxima[from &+ i], maxima[from &+ shift &+ i]))
      }
    }
  }
}
