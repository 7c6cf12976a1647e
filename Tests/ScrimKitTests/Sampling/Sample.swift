import ScrimKit

/// A pixel as it is stored: premultiplied, each part 0…255.
struct Sample: Hashable, CustomStringConvertible {
  var red: Int
  var green: Int
  var blue: Int
  var alpha: Int

  static let clear = Sample(0, 0, 0, 0)
  static let black = Sample(0, 0, 0, 255)
  static let white = Sample(255, 255, 255, 255)
  static let red = Sample(255, 0, 0, 255)
  static let green = Sample(0, 255, 0, 255)
  static let blue = Sample(0, 0, 255, 255)

  init(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  var description: String { "(\(red), \(green), \(blue), \(alpha))" }

  /// The greatest difference of any part.
  func distance(to other: Sample) -> Int {
    [red - other.red, green - other.green, blue - other.blue, alpha - other.alpha]
      .map(abs).max() ?? 0
  }

  func isNear(_ other: Sample, within limit: Int = 1) -> Bool { distance(to: other) <= limit }
}

extension Pixels {
  subscript(x: Int, y: Int) -> Sample {
    withBytes { bytes in
      let at = y * bytesPerRow + x * 4
      return Sample(Int(bytes[at + 2]), Int(bytes[at + 1]), Int(bytes[at]), Int(bytes[at + 3]))
    }
  }

  mutating func set(_ sample: Sample, x: Int, y: Int) throws {
    let at = y * bytesPerRow + x * 4
    try withMutableBytes { bytes in
      bytes[at] = UInt8(sample.blue)
      bytes[at + 1] = UInt8(sample.green)
      bytes[at + 2] = UInt8(sample.red)
      bytes[at + 3] = UInt8(sample.alpha)
    }
  }

  /// All pixels, row after row.
  var samples: [Sample] {
    (0..<height).flatMap { y in (0..<width).map { x in self[x, y] } }
  }
}

extension Raster {
  /// The device pixel of the canvas at (`x`, `y`).
  subscript(x: Int, y: Int) -> Sample { pixels[x - area.x, y - area.y] }

  /// The device pixels for which `condition` holds.
  func bounds(where condition: (Sample) -> Bool) -> PixelRect? {
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
    for y in area.y..<area.y + area.height {
      for x in area.x..<area.x + area.width where condition(self[x, y]) {
        (left, top) = (min(left, x), min(top, y))
        (right, bottom) = (max(right, x + 1), max(bottom, y + 1))
      }
    }
    guard right > left else { return nil }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The greatest difference of any part of any pixel; `nil` if the areas are not the same.
  func distance(to other: Raster) -> Int? {
    guard area == other.area else { return nil }
    return zip(pixels.samples, other.pixels.samples).map { $0.distance(to: $1) }.max() ?? 0
  }
}

/// A block of pixels that `body` draws on, from the canvas's corner on.
func drawn(
  _ width: Int, _ height: Int, scale: Double = 1, _ body: (Canvas) throws -> Void
) throws -> Raster {
  var raster = try Raster(area: PixelRect(x: 0, y: 0, width: width, height: height), scale: scale)
  try raster.draw(body)
  return raster
}

extension Paint {
  static let red = Paint.color(Color(red: 1, green: 0, blue: 0))
  static let green = Paint.color(Color(red: 0, green: 1, blue: 0))
  static let blue = Paint.color(Color(red: 0, green: 0, blue: 1))
}
