internal import Glibc

/// The levels of sigma at which an image is blurred entirely.
struct BlurLevels {
  /// The sigmas in ascending order; a single one if sigma is constant.
  let sigmas: [Double]
  /// For `steps` + 1 sigmas from the minimum to the maximum: the lower of its two levels times 512, plus the share of
  /// the upper one in 1/256.
  private let shares: [UInt16]
  private let range: ClosedRange<Double>
  private static let steps = 4096

  init(_ range: ClosedRange<Double>) {
    self.range = range
    guard range.upperBound > range.lowerBound else {
      (sigmas, shares) = ([range.lowerBound], [0])
      return
    }
    // Below 0.3 px a blur is hardly visible, so no further levels are needed.
    var sigmas = [range.lowerBound]
    var next = range.lowerBound < 0.3 ? 0.3 : range.lowerBound * 1.2
    while next < range.upperBound / 1.05 {
      sigmas.append(next)
      next *= 1.2
    }
    sigmas.append(range.upperBound)
    self.sigmas = sigmas
    let variances = sigmas.map(Self.variance)
    var level = 0
    shares = (0...Self.steps).map { step in
      let sigma =
        range.lowerBound
        + (range.upperBound - range.lowerBound) * Double(step) / Double(Self.steps)
      while level < sigmas.count - 2, sigma > sigmas[level + 1] { level += 1 }
      let share =
        (Self.variance(sigma) - variances[level]) / (variances[level + 1] - variances[level])
      return UInt16(level << 9 + Int((256 * max(0, min(1, share))).rounded()))
    }
  }

  /// The level times 512, plus the share of the next one in 1/256.
  func share(of sigma: Double) -> UInt16 {
    let place = (sigma - range.lowerBound) / (range.upperBound - range.lowerBound)
    return shares[max(0, min(Self.steps, Int(place * Double(Self.steps) + 0.5)))]
  }

  /// The variance of the sampled Gaussian; small ones are narrower than their sigma.
  private static func variance(_ sigma: Double) -> Double {
    guard sigma > 0 else { return 0 }
    guard sigma < 2 else { return sigma * sigma }
    let weights = (0...16).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = 2 * weights.reduce(0, +) - 1
    return weights.indices.reduce(0) { $0 + 2 * Double($1 * $1) * weights[$1] } / sum
  }
}

/// The two levels that each pixel is mixed from.
struct LevelMixture {
  private let region: PixelRect
  private let shares: [UInt16]
  /// The areas mixed from each level and the next.
  private let areas: [PixelRect?]

  init(
    _ field: SigmaField, _ levels: BlurLevels, _ region: PixelRect
  ) throws(DrawingError) {
    self.region = region
    var areas = [PixelRect?](repeating: nil, count: levels.sigmas.count - 1)
    var shares: [UInt16] = []
    try PooledBuffer.check(region.width * region.height * MemoryLayout<UInt16>.stride)
    shares.reserveCapacity(region.width * region.height)
    for y in region.rows {
      var (first, last) = ([Int?](repeating: nil, count: areas.count), areas.map { _ in 0 })
      for x in region.columns {
        let share = levels.share(of: field[x, y])
        shares.append(share)
        let level = Int(share >> 9)
        if first[level] == nil { first[level] = x }
        last[level] = x
      }
      for level in areas.indices {
        guard let first = first[level] else { continue }
        let row = PixelRect(x: first, y: y, width: last[level] + 1 - first, height: 1)
        areas[level] = areas[level].map { $0.union(row) } ?? row
      }
    }
    self.shares = shares
    self.areas = areas
  }

  /// The area in which a level is needed, for mixing with its neighbours; `nil` if it is not needed.
  func area(ofLevel index: Int) -> PixelRect? {
    let below = index > 0 ? areas[index - 1] : nil
    let above = index < areas.count ? areas[index] : nil
    guard let below, let above else { return below ?? above }
    return below.union(above)
  }

  /// Mixes the pixels between two levels.
  func mix(_ level: Int, _ lower: Raster, _ upper: Raster, into result: inout Raster) throws {
    guard let area = areas[level] else { return }
    let (lowerStride, upperStride) = (lower.pixels.bytesPerRow, upper.pixels.bytesPerRow)
    let stride = result.pixels.bytesPerRow
    try lower.pixels.withBytes { low in
      try upper.pixels.withBytes { high in
        try result.pixels.withMutableBytes { target in
          for y in area.rows {
            let share = (y - region.y) * region.width - region.x
            let from = ((y - lower.area.y) * lowerStride - lower.area.x * 4)
            let to = ((y - upper.area.y) * upperStride - upper.area.x * 4)
            let out = (y - region.y) * stride - region.x * 4
            for x in area.columns where shares[share + x] >> 9 == UInt16(level) {
              let part = Int32(shares[share + x] & 511)
              for at in x * 4..<x * 4 + 4 {
                let mixed = Int32(low[from + at]) &* (256 &- part) &+ Int32(high[to + at]) &* part
                target[out + at] = UInt8(truncatingIfNeeded: (mixed &+ 128) &>> 8)
              }
            }
          }
        }
      }
    }
  }
}
