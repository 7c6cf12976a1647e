import Glibc
import RenderTesting
import ScrimKit

/// The difference between a white image under the default veil and a formula for the lit area.
struct CoverageError {
  /// Maximum of all pixels, 0…255.
  let greatest: Double
  /// The mean of the pixels on an edge.
  let ofEdges: Double
}

extension Pixels {
  /// Compares with a shape, sampled 16 × 16 times per pixel.
  ///
  /// - Parameters:
  ///   - scale: Device pixels per px.
  ///   - isLit: Whether a point is lit, px.
  /// - Returns: The difference.
  func distance(scale: Double = 1, from isLit: (Double, Double) -> Bool) -> CoverageError {
    let samples = 16
    var (greatest, sum, edges) = (0.0, 0.0, 0)
    for y in 0..<height {
      for x in 0..<width {
        var count = 0
        for i in 0..<samples {
          for j in 0..<samples
          where isLit(
            (Double(x) + (Double(i) + 0.5) / Double(samples)) / scale,
            (Double(y) + (Double(j) + 0.5) / Double(samples)) / scale)
          {
            count += 1
          }
        }
        let wanted = 102 + 153 * Double(count) / Double(samples * samples)
        let distance = abs(Double(pixel(x, y)[1]) - wanted)
        greatest = max(greatest, distance)
        if count > 0, count < samples * samples {
          sum += distance
          edges += 1
        }
      }
    }
    return CoverageError(greatest: greatest, ofEdges: edges > 0 ? sum / Double(edges) : 0)
  }
}

/// Shapes as inequalities, px.
enum ShapeFormula {
  static func ellipse(_ box: Rect) -> (Double, Double) -> Bool {
    { x, y in
      let (u, v) = ((x - box.center.x) / (box.width / 2), (y - box.center.y) / (box.height / 2))
      return u * u + v * v < 1
    }
  }

  /// A box with rounded corners, radii clockwise from the top left.
  static func rounded(_ box: Rect, _ radii: [Double]) -> (Double, Double) -> Bool {
    { x, y in
      guard x > box.left, x < box.right, y > box.top, y < box.bottom else { return false }
      let corners = [
        (box.left, box.top, 1.0, 1.0), (box.right, box.top, -1.0, 1.0),
        (box.right, box.bottom, -1.0, -1.0), (box.left, box.bottom, 1.0, -1.0),
      ]
      return zip(corners, radii).allSatisfy { corner, radius in
        let (u, v) = ((x - corner.0) * corner.2, (y - corner.1) * corner.3)
        return u >= radius || v >= radius || hypot(u - radius, v - radius) < radius
      }
    }
  }
}
