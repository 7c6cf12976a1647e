import Glibc
import ScrimKit

/// Pictures to blur.
enum BlurScene: CaseIterable {
  /// Slow colours, shapes with sharp edges, a little noise, all opaque.
  case photo
  /// White noise in all channels, opaque.
  case noise
  /// Noise whose transparency is noise too.
  case translucentNoise
  /// Stripes of 7 rows and 5 columns.
  case stripes

  func raster(_ area: PixelRect) throws -> Raster {
    var random = SeededGenerator(seed: 7)
    var numbers: [UInt8] = []
    numbers.reserveCapacity(area.width * area.height * 4)
    for y in 0..<area.height {
      for x in 0..<area.width {
        let alpha = self == .translucentNoise ? Int(random.next() >> 56) : 255
        for channel in 0..<3 {
          let value = number(x, y, channel, &random)
          numbers.append(UInt8(min(alpha, max(0, value))))
        }
        numbers.append(UInt8(alpha))
      }
    }
    return try Raster(numbers, area: area)
  }

  private func number(_ x: Int, _ y: Int, _ channel: Int, _ random: inout SeededGenerator) -> Int {
    let noise = Int(random.next() >> 56)
    switch self {
    case .noise, .translucentNoise: return noise
    case .stripes:
      return channel == 1 ? (x / 5 % 2) * 255 : (y / 7 % 2) * 255
    case .photo:
      let (dx, dy) = (Double(x) - 60, Double(y) - 45)
      var value = 120 + 90 * sin(Double(x) / 37 + Double(channel)) * cos(Double(y) / 29)
      if dx * dx + dy * dy < 900 { value = [230, 40, 90][channel] }
      if (20..<50).contains(x + y / 3), (60..<90).contains(y) { value = [10, 250, 180][channel] }
      if x > 100, (x + y) % 23 < 3 { value = 255 }
      return Int(value) + noise % 9 - 4
    }
  }
}

extension PixelRect {
  /// One that begins left of and above the canvas.
  static func sized(_ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: -37, y: -21, width: width, height: height)
  }
}
