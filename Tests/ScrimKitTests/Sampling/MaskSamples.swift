import ScrimKit

extension Mask {
  /// A mask whose pixels are noise: most 0 or 255, some in between.
  static func noise(_ area: PixelRect, seed: UInt64, density: Double = 0.2) throws -> Mask {
    var random = SeededGenerator(seed: seed)
    var mask = try Mask(area: area)
    try mask.draw(scale: 1) { canvas in
      for y in area.y..<area.y + area.height {
        for x in area.x..<area.x + area.width
        where Double.random(in: 0...1, using: &random) < density {
          let alpha = [1, 1, 0.5, Double.random(in: 0...1, using: &random)]
            .randomElement(using: &random)
          canvas.fill(
            Rect(x: Double(x), y: Double(y), width: 1, height: 1),
            with: Paint.black.withOpacity(alpha ?? 1))
        }
      }
    }
    return mask
  }

  /// A mask that covers `rect` (px at scale 1) wholly.
  static func block(_ rect: Rect, in area: PixelRect) throws -> Mask {
    var mask = try Mask(area: area)
    try mask.draw(scale: 1) { $0.fill(rect, with: .black) }
    return mask
  }

  /// A mask of one pixel.
  static func dot(_ area: PixelRect, x: Int, y: Int) throws -> Mask {
    try block(Rect(x: Double(x), y: Double(y), width: 1, height: 1), in: area)
  }
}

extension Mask {
  /// Whether both have the same area and coverage.
  func isSame(as other: Mask) -> Bool { area == other.area && coverage == other.coverage }
}

extension PixelRect {
  /// The places of its pixels, row after row.
  var places: [(x: Int, y: Int)] {
    (y..<y + height).flatMap { y in (x..<x + width).map { (x: $0, y: y) } }
  }
}
