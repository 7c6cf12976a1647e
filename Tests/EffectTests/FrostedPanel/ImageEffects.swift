/// Apple's sample UIImage+ImageEffects (2013) applied to an image, in floating point: three box convolutions with the
/// edge extended, a saturation matrix of 8.8 fixed point, a tint drawn over.
struct ImageEffects {
  /// Its `blurRadius`, used as a standard deviation.
  let radius: Double
  let saturation: Double
  /// Its `tintColor`: red, green and blue 0…1, and alpha.
  let tint: (color: [Double], alpha: Double)

  static let light = ImageEffects(radius: 30, saturation: 1.8, tint: ([1, 1, 1], 0.3))
  static let extraLight = ImageEffects(
    radius: 20, saturation: 1.8, tint: ([0.97, 0.97, 0.97], 0.82))
  static let dark = ImageEffects(radius: 20, saturation: 1.8, tint: ([0.11, 0.11, 0.11], 0.73))

  static func tint(_ color: [Double]) -> ImageEffects {
    ImageEffects(radius: 10, saturation: -1, tint: (color, 0.6))
  }

  /// The side of its boxes, pixels: odd, so that they are symmetric.
  var side: Int {
    let side = Int((radius * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    return side % 2 == 1 ? side : side + 1
  }

  /// The standard deviation of three of its boxes.
  var sigma: Double { (Double(side * side - 1) / 4).squareRoot() }

  /// Red, green and blue of each pixel, 0…255.
  func applied(to image: Leaves) -> [[Double]] {
    var channels = (0..<3).map { channel in image.samples.map { $0[channel] } }
    let (width, height) = (image.width, image.height)
    for channel in channels.indices {
      for _ in 0..<3 {
        for y in 0..<height {
          blur(&channels[channel], from: y * width, step: 1, count: width)
        }
        for x in 0..<width { blur(&channels[channel], from: x, step: width, count: height) }
      }
    }
    return image.samples.indices.map { index in
      colored(channels.map { $0[index] })
    }
  }

  private func blur(_ samples: inout [Double], from start: Int, step: Int, count: Int) {
    let old = (0..<count).map { samples[start + $0 * step] }
    func at(_ place: Int) -> Double { old[max(0, min(count - 1, place))] }
    let half = side / 2
    var sum = (-half...half).reduce(0) { $0 + at($1) }
    for place in 0..<count {
      samples[start + place * step] = sum / Double(side)
      sum += at(place + half + 1) - at(place - half)
    }
  }

  private func colored(_ pixel: [Double]) -> [Double] {
    let weights = [0.2126, 0.7152, 0.0722]
    return (0..<3).map { channel in
      let saturated = (0..<3).reduce(0.0) { sum, other in
        let weight = weights[other] * (1 - saturation) + (other == channel ? saturation : 0)
        return sum + (weight * 256).rounded() / 256 * pixel[other]
      }
      // The original clamps here; ours only after the tint.
      return max(0, min(255, saturated + tint.alpha * (255 * tint.color[channel] - saturated)))
    }
  }
}
