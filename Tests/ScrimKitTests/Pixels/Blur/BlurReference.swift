import Glibc
import ScrimKit

/// A blur in double precision, written down as plainly as it is defined: a kernel along rows, then
/// down columns.
struct BlurReference {
  /// The weights, the middle one in the middle.
  let kernel: [Double]
  let edge: BlurEdge

  /// A sampled Gaussian, far out.
  init(gaussian sigma: Double, edge: BlurEdge = .transparent) {
    let reach = max(1, Int((sigma * 5).rounded(.up)))
    let raw = (-reach...reach).map {
      sigma > 0 ? exp(-Double($0 * $0) / (2 * sigma * sigma)) : $0 == 0 ? 1 : 0
    }
    let sum = raw.reduce(0, +)
    kernel = raw.map { $0 / sum }
    self.edge = edge
  }

  /// The three box passes of Filter Effects §9.15 for its `d`: for an odd one, three boxes of d about
  /// the middle; for an even one, two of d, about the borders left and right of the middle, and one
  /// of d + 1.
  init(boxes d: Int, edge: BlurEdge = .transparent) {
    let half = d / 2
    let spans =
      d % 2 == 1
      ? [-half...half, -half...half, -half...half]
      : [-half...half - 1, -half + 1...half, -half...half]
    let reach = 3 * d
    var kernel = (-reach...reach).map { $0 == 0 ? 1.0 : 0 }
    for span in spans {
      kernel = kernel.indices.map { place in
        span.reduce(0) {
          $0 + (kernel.indices.contains(place - $1) ? kernel[place - $1] : 0)
        } / Double(span.count)
      }
    }
    self.kernel = kernel
    self.edge = edge
  }

  /// The column of `count` at `place`.
  private func source(_ place: Int, _ count: Int) -> Int? {
    switch edge {
    case .transparent: return (0..<count).contains(place) ? place : nil
    case .clamp: return min(max(place, 0), count - 1)
    case .mirror:
      let phase = (place % (2 * count) + 2 * count) % (2 * count)
      return phase < count ? phase : 2 * count - 1 - phase
    }
  }

  /// The blurred numbers of `region`, pixel after pixel, made of those of `area`.
  func apply(
    to numbers: [UInt8], channels: Int, area: PixelRect, region: PixelRect
  ) -> [Double] {
    let reach = kernel.count / 2
    let columns = (region.x - reach..<region.x + region.width + reach).map {
      source($0 - area.x, area.width)
    }
    var along = [Double](repeating: 0, count: area.height * region.width * channels)
    for y in 0..<area.height {
      for x in 0..<region.width {
        for (k, weight) in kernel.enumerated() {
          guard let column = columns[x + k] else { continue }
          for c in 0..<channels {
            along[(y * region.width + x) * channels + c] +=
              weight * Double(numbers[(y * area.width + column) * channels + c])
          }
        }
      }
    }
    var result = [Double](repeating: 0, count: region.height * region.width * channels)
    let row = region.width * channels
    for y in 0..<region.height {
      for (k, weight) in kernel.enumerated() {
        guard let other = source(region.y + y + k - reach - area.y, area.height) else { continue }
        for x in 0..<row { result[y * row + x] += weight * along[other * row + x] }
      }
    }
    return result
  }

  func apply(to raster: Raster, region: PixelRect? = nil) -> [Double] {
    apply(to: raster.numbers, channels: 4, area: raster.area, region: region ?? raster.area)
  }

  func apply(to mask: Mask, region: PixelRect? = nil) -> [Double] {
    apply(to: mask.coverage, channels: 1, area: mask.area, region: region ?? mask.area)
  }
}

/// How far numbers are from what they should be.
struct Deviation: CustomStringConvertible {
  /// The greatest difference, of 255.
  let worst: Double
  /// Peak signal to noise, dB.
  let ratio: Double

  init(_ numbers: [UInt8], _ exact: [Double]) {
    precondition(numbers.count == exact.count && !exact.isEmpty)
    let differences = zip(numbers, exact).map { abs(Double($0) - $1) }
    worst = differences.max() ?? 0
    let mean = differences.reduce(0) { $0 + $1 * $1 } / Double(exact.count)
    ratio = mean > 0 ? 10 * log10(255 * 255 / mean) : .infinity
  }

  var description: String { "\(worst)/255 at worst, \(ratio) dB" }
}

extension Raster {
  /// Blue, green, red and alpha of all pixels, row after row.
  var numbers: [UInt8] {
    pixels.withBytes { bytes in
      (0..<area.height).flatMap { y in
        bytes[y * pixels.bytesPerRow..<y * pixels.bytesPerRow + area.width * 4]
      }
    }
  }

  /// A raster of numbers as `numbers` gives them.
  init(_ numbers: [UInt8], area: PixelRect) throws {
    try self.init(area: area, scale: 1)
    let stride = pixels.bytesPerRow
    try pixels.withMutableBytes { bytes in
      for y in 0..<area.height {
        for x in 0..<area.width * 4 { bytes[y * stride + x] = numbers[y * area.width * 4 + x] }
      }
    }
  }
}
