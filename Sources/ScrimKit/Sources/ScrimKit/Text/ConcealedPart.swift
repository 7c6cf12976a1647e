/// The concealments of a text and its position.
@_spi(Host) public struct ConcealedPart {
  /// The concealments in the order of their effects; only lines visible to all of them are visible. Never empty.
  let concealments: [Concealment]
  /// The seed of the decoys.
  let seed: UInt64
  /// Distance from the frame's top to that of a text block of the given height, px.
  let top: (_ height: Double) -> Double

  /// Creates the concealed part from `concealments`.
  public init(
    _ concealments: [Concealment], seed: UInt64, top: @escaping (_ height: Double) -> Double
  ) {
    self.concealments = concealments
    self.seed = seed
    self.top = top
  }
}
