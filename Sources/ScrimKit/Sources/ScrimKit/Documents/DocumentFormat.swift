/// A format whose pages hold drawing rather than pixels.
@_spi(Host) public enum DocumentFormat: Sendable {
  /// PDF 1.5.
  case pdf
  /// SVG 1.1.
  case svg

  /// Whether a page can say that its parts meet in this way.
  func has(_ operator: CompositeOperator) -> Bool { `operator` == .over }
}
