/// A format whose pages hold drawing rather than pixels.
@_spi(Host) public enum DocumentFormat: Sendable {
  /// PDF 1.5.
  case pdf
  /// SVG 1.1, with `mix-blend-mode` and `isolation` of CSS where there are blends.
  case svg

  /// Whether the parts of a picture can be composited in this way.
  ///
  /// - Parameters:
  ///   - operator: The way.
  ///   - isPage: Whether the picture is the page; in PDF what it shows is drawn on its own first.
  /// - Returns: Whether the format can express it.
  func has(_ operator: CompositeOperator, onPage isPage: Bool) -> Bool {
    if case .blend = `operator`, self == .svg || isPage { return true }
    return `operator`.isOver
  }

  /// Whether all that is inside a part of a picture can be expressed.
  func has(contentOf item: Picture.Item) -> Bool {
    switch self {
    case .pdf: item.isPlain
    case .svg: item.hasSVGForm
    }
  }
}
