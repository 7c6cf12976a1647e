/// Random numbers from a seed: SplitMix64 (Steele, Lea, Flood, 2014), the same on every machine.
///
/// Use `next()` and `unit()`: what the standard library makes of a generator may change with it.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator whose numbers depend on `seed` only.
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A number from 0 up to 1, which is never reached.
  public mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
