import Glibc
@_spi(Host) import ScrimKit

/// A picture resampled in double precision, written down as plainly as it is defined.
struct ResamplingReference {
  /// Where the picture lies, device pixels.
  let place: Rect

  /// The kernel for a line that becomes `enlargement` times as long: Catmull-Rom up to 1, Mitchell's
  /// from 2 on, and a mixture in between.
  private func kernel(_ x: Double, _ enlargement: Double) -> Double {
    let x = abs(x)
    let (catmullRom, mitchell): (Double, Double)
    switch x {
    case ..<1:
      catmullRom = 1.5 * pow(x, 3) - 2.5 * pow(x, 2) + 1
      mitchell = 7.0 / 6 * pow(x, 3) - 2 * pow(x, 2) + 8.0 / 9
    case ..<2:
      catmullRom = -0.5 * pow(x, 3) + 2.5 * pow(x, 2) - 4 * x + 2
      mitchell = -7.0 / 18 * pow(x, 3) + 2 * pow(x, 2) - 10.0 / 3 * x + 16.0 / 9
    default: return 0
    }
    let share = min(1, max(0, enlargement - 1))
    return (1 - share) * catmullRom + share * mitchell
  }

  /// The weights of the `count` pixels of a line for a pixel of the result.
  private func weights(
    _ pixel: Int, of count: Int, from start: Double, length: Double
  ) -> [Double] {
    let step = Double(count) / length
    let middle = (Double(pixel) + 0.5 - start) * step
    let width = max(1, step)
    let reach = Int(2 * width) + 2
    var weights = [Double](repeating: 0, count: count)
    var sum = 0.0
    for place in Int(middle.rounded(.down)) - reach...Int(middle.rounded(.down)) + reach {
      let weight = kernel((Double(place) + 0.5 - middle) / width, 1 / step)
      weights[min(max(0, place), count - 1)] += weight
      sum += weight
    }
    return weights.map { $0 / sum }
  }

  /// The numbers of the pixels of `region`: blue, green, red and alpha, all within their ranges.
  func apply(to raster: Raster, region: PixelRect) -> [Double] {
    let (numbers, width, height) = (raster.numbers, raster.area.width, raster.area.height)
    let columns = (region.x..<region.x + region.width).map {
      weights($0, of: width, from: place.x, length: place.width)
    }
    var along = [Double](repeating: 0, count: height * region.width * 4)
    for (x, weights) in columns.enumerated() {
      for (column, weight) in weights.enumerated() where weight != 0 {
        for y in 0..<height {
          for c in 0..<4 {
            along[(y * region.width + x) * 4 + c] +=
              weight * Double(numbers[(y * width + column) * 4 + c])
          }
        }
      }
    }
    let count = region.width * 4
    var result: [Double] = []
    for y in region.y..<region.y + region.height {
      var line = [Double](repeating: 0, count: count)
      let weights = weights(y, of: height, from: place.y, length: place.height)
      for (row, weight) in weights.enumerated() where weight != 0 {
        for i in 0..<count { line[i] += weight * along[row * count + i] }
      }
      for pixel in stride(from: 0, to: count, by: 4) {
        let alpha = min(255, max(0, line[pixel + 3]))
        for c in 0..<4 { line[pixel + c] = min(alpha, max(0, line[pixel + c])) }
      }
      result += line
    }
    return result
  }
}

extension Raster {
  /// The pixels, without their place, drawn over a rectangle of a canvas.
  ///
  /// - Parameters:
  ///   - place: Where, px at scale 1.
  ///   - area: What of the canvas is drawn, device pixels.
  ///   - scale: Device pixels a px.
  /// - Returns: That part of the canvas.
  /// - Throws: `DrawingError`.
  func drawn(in place: Rect, area: PixelRect, scale: Double = 1) throws -> Raster {
    let image = try CanvasImage(pixels)
    var raster = try Raster(area: area, scale: scale)
    try raster.draw { $0.draw(image, in: place) }
    return raster
  }
}
