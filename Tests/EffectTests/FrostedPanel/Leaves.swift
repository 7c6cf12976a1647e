import ScrimKit

/// Overlapping shaded discs, with a density of radii proportional to their inverse cube: edges and sizes are
/// distributed as in photos (the dead leaves model; Lee, Mumford and Huang, 2001).
struct Leaves {
  let width: Int
  let height: Int
  /// Red, green and blue of each pixel, 0…255.
  private(set) var samples: [[Double]]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    samples = Array(repeating: [0, 0, 0], count: width * height)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2500 { drawDisc(&random) }
    for index in samples.indices {
      samples[index] = samples[index].map { ($0 + 8 * (random.unit() - 0.5)).rounded() }
        .map { max(0, min(255, $0)) }
    }
  }

  private mutating func drawDisc(_ random: inout SeededGenerator) {
    let (least, most) = (3.0, 90.0)
    let share = random.unit()
    let radius = 1 / ((1 - share) / (least * least) + share / (most * most)).squareRoot()
    let x = -radius + (Double(width) + 2 * radius) * random.unit()
    let y = -radius + (Double(height) + 2 * radius) * random.unit()
    // Mostly strong colours.
    let color = (0..<3).map { _ in
      let unit = random.unit()
      return 255 * unit * unit * (3 - 2 * unit)
    }
    let rows = max(0, Int(y - radius))..<max(0, min(height, Int(y + radius) + 2))
    let columns = max(0, Int(x - radius))..<max(0, min(width, Int(x + radius) + 2))
    for row in rows where row < height {
      for column in columns where column < width {
        let (dx, dy) = (Double(column) - x, Double(row) - y)
        let cover = max(0, min(1, radius - (dx * dx + dy * dy).squareRoot() + 0.5))
        guard cover > 0 else { continue }
        let light = 1 - 0.35 * dy / radius
        for channel in 0..<3 {
          let old = samples[row * width + column][channel]
          samples[row * width + column][channel] =
            old + cover * (max(0, min(255, color[channel] * light)) - old)
        }
      }
    }
  }

  /// The samples as an image.
  var pixels: Pixels {
    get throws {
      var pixels = try Pixels(width: width, height: height)
      let stride = pixels.bytesPerRow
      try pixels.withMutableBytes { bytes in
        for (index, sample) in samples.enumerated() {
          let at = index / width * stride + index % width * 4
          for channel in 0..<3 { bytes[at + 2 - channel] = UInt8(sample[channel]) }
          bytes[at + 3] = 255
        }
      }
      return pixels
    }
  }
}
