import Glibc
@_spi(Host) import ScrimKit

/// Shapes whose coverage is measured, and Cairo's drawing of them, fine and coarse.
struct CoverageScene {
  static let area = PixelRect(x: -3, y: 2, width: 64, height: 48)
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A star with corners at random distances from a place in the area's middle, clockwise.
  mutating func star(corners: Int, radii: ClosedRange<Double>, reversed: Bool = false) -> Path {
    var points = (0..<corners).map { index -> Point in
      let part = Double(index) + Double.random(in: 0.2...0.8, using: &random)
      let angle = part / Double(corners) * 2 * .pi
      let radius = Double.random(in: radii, using: &random)
      return Point(x: 28.3 + radius * cos(angle), y: 25.7 + radius * sin(angle))
    }
    if reversed { points.reverse() }
    return Path(polygon: points)
  }

  /// A shape by Cairo, with a stroke of round joins around it.
  ///
  /// - Parameters:
  ///   - path: The shape.
  ///   - radius: Half of the stroke's width; 0 for none.
  ///   - factor: How many times finer it is drawn before it is made smaller.
  /// - Returns: The coverage of the area's pixels.
  /// - Throws: `DrawingError`.
  static func cairo(_ path: Path, grownBy radius: Double = 0, finer factor: Int) throws -> Mask {
    var mask = try Mask(area: area.times(factor))
    try mask.draw(scale: Double(factor)) { canvas in
      canvas.fill(path, with: .black)
      if radius > 0 { canvas.stroke(path, StrokeStyle(width: 2 * radius), with: .black) }
    }
    return try mask.reduced(by: factor)
  }

  /// How far a mask is from another one, of 255.
  struct Difference {
    /// Over the pixels that one of them covers in part.
    var mean = 0.0
    var greatest = 0
    /// How many pixels are off by more than 30, of those.
    var wrong = 0
    var edges = 0

    init(_ mask: Mask, _ other: Mask) {
      var sum = 0
      for (one, two) in zip(mask.coverage, other.coverage) {
        guard (1...254).contains(one) || (1...254).contains(two) else {
          if one != two { wrong += 1 }
          continue
        }
        let off = abs(Int(one) - Int(two))
        sum += off
        greatest = max(greatest, off)
        if off > 30 { wrong += 1 }
        edges += 1
      }
      mean = Double(sum) / Double(max(1, edges))
    }
  }
}

extension Path {
  /// A closed polygon.
  init(polygon points: [Point]) {
    self.init()
    for (index, point) in points.enumerated() {
      if index == 0 { move(to: point) } else { line(to: point) }
    }
    close()
  }
}
