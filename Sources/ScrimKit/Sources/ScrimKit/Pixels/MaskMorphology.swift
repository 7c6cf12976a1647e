extension Mask {
  /// Added to the radius of a disc of pixels, makes its width, averaged over all directions, that of
  /// the true disc: a disc of the pixels whose centres lie inside is a little too narrow.
  public static let discBias = 0.2

  /// Every pixel's greatest coverage within a disc: the shape grown by `radius`, its corners round.
  ///
  /// Coverage is carried along unchanged, so that a translucent shape grows translucent.
  ///
  /// - Parameter radius: In pixels of the mask, at least 0.
  /// - Returns: A mask that is larger by ⌈radius⌉ on each side.
  public func dilated(by radius: Double) -> Mask {
    let reach = Int(radius.rounded(.up))
    guard reach > 0, !area.isEmpty else { return self }
    // So wide a margin that every window lies on its row wholly.
    let source = cropped(to: area.grown(by: 2 * reach))
    var result = Mask(area: area.grown(by: reach))
    let (width, height) = (result.area.width, result.area.height)
    let windows = RowWindows(
      source.coverage, width: source.area.width, longest: 2 * reach + 1)
    for dy in -reach...reach {
      let rest = radius * radius - Double(dy * dy)
      guard rest >= 0 else { continue }
      // The half width of the disc on this row of it.
      let half = Int(rest.squareRoot())
      result.coverage.withUnsafeMutableBufferPointer { target in
        for row in 0..<height {
          windows.raise(
            target, at: row * width, count: width, toMaximaOf: row + dy + reach, from: reach - half,
            window: 2 * half + 1)
        }
      }
    }
    return result
  }

  /// The shape shrunk by `radius`: the complement of the grown complement.
  ///
  /// - Parameter radius: In pixels of the mask, at least 0.
  /// - Returns: A mask over the same area. Outside it the shape is taken to end.
  public func eroded(by radius: Double) -> Mask {
    let reach = Int(radius.rounded(.up))
    guard reach > 0, !area.isEmpty else { return self }
    var outside = cropped(to: area.grown(by: 1))
    for i in outside.coverage.indices { outside.coverage[i] = 255 - outside.coverage[i] }
    var result = outside.dilated(by: radius).cropped(to: area)
    for i in result.coverage.indices { result.coverage[i] = 255 - result.coverage[i] }
    return result
  }

  /// The mask without what `other` covers; right for the coverage of edges if `other` lies inside.
  public func subtracting(_ other: Mask) -> Mask {
    combined(with: other) { $0 - min($0, $1) }
  }

  /// A mask of two masks, pixel by pixel, over this one's area.
  ///
  /// - Parameters:
  ///   - other: Counts as 0 where it has no pixels.
  ///   - combine: Makes one coverage of this mask's and the other's.
  /// - Returns: The new mask.
  public func combined(
    with other: Mask, _ combine: (_ own: UInt8, _ other: UInt8) -> UInt8
  ) -> Mask {
    var result = self
    let second = other.cropped(to: area)
    for i in result.coverage.indices {
      result.coverage[i] = combine(result.coverage[i], second.coverage[i])
    }
    return result
  }

  /// The mask and `other` together, over the area of both; the greater coverage wins.
  public func union(_ other: Mask) -> Mask {
    if other.area.isEmpty { return self }
    if area.isEmpty { return other }
    return cropped(to: area.union(other.area)).combined(with: other, max)
  }

  /// The mask at 1/`factor` of its resolution: each pixel is the mean of `factor` × `factor`.
  ///
  /// - Parameter factor: At least 1. The area is widened to whole groups.
  /// - Returns: The smaller mask.
  public func reduced(by factor: Int) -> Mask {
    guard factor > 1 else { return self }
    func down(_ n: Int) -> Int { Int((Double(n) / Double(factor)).rounded(.down)) }
    func up(_ n: Int) -> Int { Int((Double(n) / Double(factor)).rounded(.up)) }
    let (left, top) = (down(area.x), down(area.y))
    var result = Mask(
      area: PixelRect(
        x: left, y: top, width: up(area.x + area.width) - left,
        height: up(area.y + area.height) - top))
    let fine = cropped(
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

/// For each row, the maxima of windows 1, 2, 4, … pixels wide: the maximum over a window of any
/// width is that of two of these that overlap, so a disc costs two reads a row and pixel.
private struct RowWindows {
  private let width: Int
  private var levels: [[UInt8]]

  /// - Parameters:
  ///   - coverage: Row after row.
  ///   - width: Pixels a row.
  ///   - longest: The widest window that will be asked for.
  init(_ coverage: [UInt8], width: Int, longest: Int) {
    self.width = width
    levels = [coverage]
    var size = 1
    while size * 2 <= longest, let last = levels.last {
      // Element x holds the maximum of x ..< x + 2 × size, cut off at the row's end.
      var next = last
      next.withUnsafeMutableBufferPointer { next in
        last.withUnsafeBufferPointer { last in
          for row in stride(from: 0, to: last.count, by: width) where width > size {
            for x in row..<row + width - size { next[x] = max(last[x], last[x + size]) }
          }
        }
      }
      levels.append(next)
      size *= 2
    }
  }

  /// Raises `count` elements from `start` on to the maxima of windows of `row`: the first begins at
  /// column `from`, each next one a column later.
  func raise(
    _ target: UnsafeMutableBufferPointer<UInt8>, at start: Int, count: Int, toMaximaOf row: Int,
    from: Int, window: Int
  ) {
    let level = Int.bitWidth - 1 - window.leadingZeroBitCount
    let shift = window - (1 << level)
    levels[level].withUnsafeBufferPointer { maxima in
      let first = row * width + from
      for i in 0..<count {
        target[start &+ i] = max(
          target[start &+ i], max(maxima[first &+ i], maxima[first &+ shift &+ i]))
      }
    }
  }
}
