internal import Glibc
import ScrimKit

/// The difference between an image and one of twice its scale, of which blocks of four pixels are averaged.
struct ScaleComparison {
  /// Peak signal-to-noise ratio in the effect's area, dB; infinite if there is no difference.
  let ratio: Double
  /// Mean signed difference, in steps of 1/255.
  let mean: Double
  /// Apparent shift between the images, px: the least-squares solution of one step of Lucas and Kanade's method
  /// (IJCAI 1981).
  let shift: (x: Double, y: Double)

  /// Compares two images.
  ///
  /// - Parameters:
  ///   - single: The image at scale 1.
  ///   - double: The image at scale 2.
  ///   - area: The compared area, px; clipped to the inside of the images.
  init(_ single: Raster, _ double: Raster, in area: PixelRect) {
    let inside = area.intersection(single.area.grown(by: -1))
    var (squares, sum, count) = (0.0, 0.0, 0)
    var (xx, xy, yy, xd, yd) = (0.0, 0.0, 0.0, 0.0, 0.0)
    single.pixels.withBytes { one in
      double.pixels.withBytes { two in
        func at(_ x: Int, _ y: Int, _ c: Int) -> Double {
          Double(one[(y - single.area.y) * single.pixels.bytesPerRow + (x - single.area.x) * 4 + c])
        }
        func mean(_ x: Int, _ y: Int, _ c: Int) -> Double {
          let start = (2 * y - double.area.y) * double.pixels.bytesPerRow
          let place = start + (2 * x - double.area.x) * 4 + c
          let below = place + double.pixels.bytesPerRow
          return Double(
            Int(two[place]) + Int(two[place + 4]) + Int(two[below]) + Int(two[below + 4]))
            / 4
        }
        for y in inside.y..<inside.y + inside.height {
          for x in inside.x..<inside.x + inside.width {
            for c in 0..<4 {
              let step = mean(x, y, c) - at(x, y, c)
              squares += step * step
              sum += step
              let (dx, dy) = (at(x + 1, y, c) - at(x - 1, y, c), at(x, y + 1, c) - at(x, y - 1, c))
              (xx, xy, yy) = (xx + dx * dx / 4, xy + dx * dy / 4, yy + dy * dy / 4)
              (xd, yd) = (xd + dx * step / 2, yd + dy * step / 2)
            }
          }
        }
        count = inside.width * inside.height * 4
      }
    }
    ratio = squares > 0 ? 10 * log10(255 * 255 * Double(count) / squares) : .infinity
    mean = count > 0 ? sum / Double(count) : 0
    let determinant = xx * yy - xy * xy
    shift =
      determinant > 1
      ? (-(yy * xd - xy * yd) / determinant, -(xx * yd - xy * xd) / determinant) : (0, 0)
  }
}
