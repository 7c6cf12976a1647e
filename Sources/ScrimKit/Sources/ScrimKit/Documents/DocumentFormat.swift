/// A format whose pages hold drawing rather than pixels.
@_spi(Host) public enum DocumentFormat: Sendable {
  /// PDF 1.5.
  case pdf
  /// SVG 1.1.
  case svg

  /// Whether the parts of a picture can meet in this way.
  ///
  /// - Parameters:
  ///   - operator: The way.
  ///   - isPage: Whether the picture is the page; what it shows is drawn on its own first.
  /// - Returns: Whether the format has words for it.
  func has(_ operator: CompositeOperator, onPage isPage: Bool) -> Bool {
    if case .blend = `operator`, self == .pdf, isPage { return true }
    return `operator`.isOver
  }
}
