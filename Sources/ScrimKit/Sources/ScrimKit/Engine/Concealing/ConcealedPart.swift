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

/// What a layout with decoys depends on of the words that these replace.
@_spi(Host) public struct ConcealedFacts: Sendable {
  /// Where these begin, as a UTF-8 offset in the job's string or markup; `nil` if an ellipsis replaces words before.
  public let start: Int?
  /// Whether the first of them follows the last visible line in the same paragraph.
  public let continues: Bool
  /// The number of their lines at the requested size; `nil` if it is not read.
  public let lines: Int?
  /// The script of the decoys, ISO 15924; `nil` for digits.
  public let script: String?
  /// Whether it is that of the words.
  public let isScriptRead: Bool
  /// The number of style changes that cover the entire text; `nil` if they are not read.
  public let styles: Int?
}
