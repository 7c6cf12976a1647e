internal import CCairo

/// The style of a stroked path.
public struct StrokeStyle: Hashable, Sendable {
  /// Line width, px, centred on the path.
  public var width: Double
  /// The shape of corners.
  public var join: LineJoin
  /// The shape of open ends, and of the ends of dashes.
  public var cap: LineCap
  /// Maximum length of a mitred corner as a multiple of the width; longer ones are bevelled.
  public var miterLimit: Double
  /// Alternating lengths of dashes and gaps, px; empty for a solid line.
  public var dash: [Double]
  /// Where in the pattern of dashes a contour begins, px.
  public var dashOffset: Double

  /// Creates a stroke of `width` px. Its ends are round if its corners are, and cut otherwise, unless `cap` says more.
  public init(
    width: Double, join: LineJoin = .round, cap: LineCap? = nil, miterLimit: Double = 4,
    dash: [Double] = [], dashOffset: Double = 0
  ) {
    self.width = width
    self.join = join
    self.cap = cap ?? (join == .round ? .round : .butt)
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashOffset = dashOffset
  }

  /// Maximum distance of the stroke from the path, px.
  public var reach: Double {
    let corner = join == .miter ? max(1, miterLimit) : 1
    return width / 2 * max(corner, cap == .square ? 2.0.squareRoot() : 1)
  }

  /// The bounds of the stroke of a path, px; of a level line, too, which has no height itself.
  public func extent(of path: Path) -> Rect {
    guard !path.isEmpty else { return .empty }
    let (bounds, reach) = (path.controlBounds, reach)
    return Rect(
      left: bounds.left - reach, top: bounds.top - reach, right: bounds.right + reach,
      bottom: bounds.bottom + reach)
  }

  func set(on cairo: OpaquePointer) {
    cairo_set_line_width(cairo, width)
    switch join {
    case .round: cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    case .miter: cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER)
    case .bevel: cairo_set_line_join(cairo, CAIRO_LINE_JOIN_BEVEL)
    }
    switch cap {
    case .round: cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    case .butt: cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT)
    case .square: cairo_set_line_cap(cairo, CAIRO_LINE_CAP_SQUARE)
    }
    cairo_set_miter_limit(cairo, miterLimit)
    cairo_set_dash(cairo, dash, Int32(dash.count), dashOffset)
  }
}

/// The shape of a stroke's corners, with SVG's keywords.
public enum LineJoin: String, ParameterChoice {
  /// Rounded.
  case round
  /// Pointed, up to the miter limit.
  case miter
  /// Bevelled.
  case bevel
}
