/// A random number generator with a seed: SplitMix64 (Steele, Lea, Flood, 2014), identical on every machine.
///
/// Use only `next()` and `unit()`: the standard library's algorithms on generators may change between versions.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator whose numbers depend only on `seed`.
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A number in 0..<1.
  public mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
