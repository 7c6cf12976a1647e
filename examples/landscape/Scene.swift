import Glibc

/// A light in linear terms, one unit a channel; brighter than 1 is clipped when it is stored.
struct Light {
  var red: Double
  var green: Double
  var blue: Double

  init(_ red: Double, _ green: Double, _ blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  func mixed(with other: Light, _ share: Double) -> Light {
    Light(
      red + (other.red - red) * share, green + (other.green - green) * share,
      blue + (other.blue - blue) * share)
  }

  func scaled(_ factor: Double) -> Light { Light(red * factor, green * factor, blue * factor) }

  func adding(_ other: Light) -> Light {
    Light(red + other.red, green + other.green, blue + other.blue)
  }
}

/// A lake between hills at dusk. Every point is worked out from its place alone, so the picture is
/// the same at each run and may be drawn at any size.
struct Scene {
  /// Where the water begins, as a share of the height.
  private let shore = 0.66
  /// The sun, in shares of the height, from the left and the top.
  private let sun = (x: 0.53, y: 0.47)
  private let noise = ValueNoise(seed: 7)

  /// - Parameters:
  ///   - x: From the left, in shares of the height.
  ///   - y: From the top, 0…1.
  /// - Returns: The light that comes from there.
  func light(x: Double, y: Double) -> Light {
    guard y > shore else { return above(x: x, y: y) }
    return water(x: x, y: y)
  }

  private func above(x: Double, y: Double) -> Light {
    var light = sky(x: x, y: y)
    // From the far ridge to the near one: each lower, rougher, darker and less blue with distance.
    for ridge in 0..<5 {
      let depth = Double(ridge) / 4
      let top = ridgeLine(x: x, ridge: ridge)
      let cover = smooth(top - 0.0012, top + 0.0012, y)
      guard cover > 0 else { continue }
      let haze = Light(0.62, 0.36, 0.38).mixed(with: Light(0.045, 0.06, 0.085), sqrt(depth))
      let grain = noise.fractal(x * 60, y * 90 + Double(ridge) * 31, octaves: 3)
      let mist = smooth(0, 0.14, y - top) * (1 - depth) * 0.55
      let slope = haze.scaled(0.82 + 0.36 * grain).mixed(with: Light(0.78, 0.5, 0.45), mist)
      light = light.mixed(with: slope, cover)
    }
    return light
  }

  private func sky(x: Double, y: Double) -> Light {
    let low = Light(0.98, 0.55, 0.28)
    let middle = Light(0.62, 0.33, 0.42)
    let high = Light(0.09, 0.12, 0.28)
    let share = y / shore
    var light =
      share > 0.55
      ? middle.mixed(with: low, smooth(0.55, 1, share))
      : high.mixed(with: middle, smooth(0, 0.55, share))
    let distance = hypot(x - sun.x, y - sun.y)
    light = light.adding(Light(1, 0.62, 0.3).scaled(0.55 * exp(-distance * distance / 0.035)))
    light = light.adding(Light(1, 0.9, 0.7).scaled(1.2 * (1 - smooth(0.030, 0.034, distance))))
    let cloud = noise.fractal(x * 2.2 + 5, y * 11, octaves: 6)
    let thickness = smooth(0.52, 0.78, cloud) * smooth(0.02, 0.2, y) * 0.6
    return light.mixed(with: Light(0.95, 0.5, 0.4).mixed(with: high, 0.35), thickness)
  }

  private func ridgeLine(x: Double, ridge: Int) -> Double {
    let depth = Double(ridge)
    let swell = noise.fractal(x * (1.6 + depth * 0.5) + depth * 17, depth * 3.7, octaves: 7)
    let height = 0.30 - depth * 0.045
    return shore - 0.02 - height * (0.15 + 0.95 * swell * swell) + depth * 0.006
  }

  private func water(x: Double, y: Double) -> Light {
    let depth = (y - shore) / (1 - shore)
    // Ripples are flat near the shore and long near the viewer.
    let scale = 1 / (0.02 + depth * 0.5)
    let ripple = noise.fractal(x * 3.2 * scale, depth * 46 * (0.6 + scale * 0.06), octaves: 4) - 0.5
    let mirrored = shore - (y - shore) * 0.9 + ripple * 0.10 * depth
    let image = above(
      x: x + ripple * 0.03 * depth, y: min(shore - 0.002, max(0.001, mirrored)))
    let deep = Light(0.03, 0.055, 0.09)
    return image.scaled(0.86).mixed(with: deep, 0.12 + 0.5 * depth * depth)
  }

  private func smooth(_ low: Double, _ high: Double, _ value: Double) -> Double {
    let share = min(1, max(0, (value - low) / (high - low)))
    return share * share * (3 - 2 * share)
  }
}
