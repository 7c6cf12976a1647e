/// Smooth noise from hashed lattice points: the same on every machine.
struct ValueNoise {
  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed
  }

  /// Octaves of noise, each twice as fine and half as strong as the one before.
  ///
  /// - Returns: 0…1.
  func fractal(_ x: Double, _ y: Double, octaves: Int) -> Double {
    var sum = 0.0
    var weight = 0.0
    var strength = 1.0
    var scale = 1.0
    for octave in 0..<octaves {
      // Moved from octave to octave, or all would share the lattice's zero.
      sum += strength * value(x * scale + Double(octave) * 13.7, y * scale + Double(octave) * 7.3)
      weight += strength
      strength *= 0.5
      scale *= 2
    }
    return sum / weight
  }

  /// - Returns: 0…1, equally likely.
  func white(_ x: Int, _ y: Int) -> Double {
    var state = seed &+ UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15
    state ^= UInt64(bitPattern: Int64(y)) &* 0xC2B2_AE3D_27D4_EB4F
    state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((state ^ (state >> 31)) >> 11) / Double(1 << 53)
  }

  private func value(_ x: Double, _ y: Double) -> Double {
    let left = x.rounded(.down)
    let top = y.rounded(.down)
    let across = fade(x - left)
    let down = fade(y - top)
    let column = Int(left)
    let row = Int(top)
    let upper = mix(white(column, row), white(column + 1, row), across)
    let lower = mix(white(column, row + 1), white(column + 1, row + 1), across)
    return mix(upper, lower, down)
  }

  private func fade(_ share: Double) -> Double {
    share * share * share * (share * (share * 6 - 15) + 10)
  }

  private func mix(_ one: Double, _ other: Double, _ share: Double) -> Double {
    one + (other - one) * share
  }
}
