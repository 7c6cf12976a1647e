/// What is concealed of a text, and where the text stands.
@_spi(Host) public struct ConcealedPart {
  /// What effects conceal, in their order: together they show what all of them show. Never empty.
  let concealments: [Concealment]
  /// Seeds the decoys.
  let seed: UInt64
  /// From the frame's top to that of a block of this height, px.
  let top: (_ height: Double) -> Double

  /// What `concealments` hide.
  public init(
    _ concealments: [Concealment], seed: UInt64, top: @escaping (_ height: Double) -> Double
  ) {
    self.concealments = concealments
    self.seed = seed
    self.top = top
  }
}
