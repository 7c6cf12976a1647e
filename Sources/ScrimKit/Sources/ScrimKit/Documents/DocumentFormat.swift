/// A vector document format.
@_spi(Host) public enum DocumentFormat: Sendable {
  /// PDF 1.5.
  case pdf
  /// SVG 1.1, with CSS's `mix-blend-mode` and `isolation` for blends.
  case svg

  /// Whether the format supports a compositing operator for the items of a picture.
  ///
  /// - Parameters:
  ///   - operator: The operator.
  ///   - isPage: Whether the picture is the page; in PDF other pictures are drawn as a group first.
  /// - Returns: Whether it is supported.
  func has(_ operator: CompositeOperator, onPage isPage: Bool) -> Bool {
    // PDF has no such blend mode, and readers of SVG other than browsers do not know it.
    if case .blend(.plusLighter) = `operator` { return false }
    if case .blend = `operator`, self == .svg || isPage { return true }
    return `operator`.isOver
  }

  /// Whether the format supports everything inside an item.
  func has(contentOf item: Picture.Item) -> Bool {
    switch self {
    case .pdf: item.isPlain
    case .svg: item.hasSVGForm
    }
  }
}
