/// The random seeds of the rows of a template.
package enum RowSeed {
  /// The seed of a row, so that each row has its own and gets it again when it is rendered again: SplitMix64 (Steele,
  /// Lea, Flood 2014) of both.
  ///
  /// - Parameters:
  ///   - seed: That of the template, 0..<2^53.
  ///   - row: From 1.
  /// - Returns: 0..<2^53.
  package static func seed(_ seed: Int, row: Int) -> Int {
    var mixed = UInt64(bitPattern: Int64(seed)) &+ 0x9E37_79B9_7F4A_7C15 &* UInt64(row)
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) >> 11)
  }
}
