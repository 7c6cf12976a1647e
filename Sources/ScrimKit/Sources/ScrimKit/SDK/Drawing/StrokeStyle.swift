internal import CCairo

/// The style of a stroked path.
public struct StrokeStyle: Hashable, Sendable {
  /// Line width, px, centred on the path.
  public var width: Double
  /// The shape of corners.
  public var join: LineJoin
  /// Maximum length of a mitred corner as a multiple of the width; longer ones are bevelled.
  public var miterLimit: Double
  /// Alternating lengths of dashes and gaps, px; empty for a solid line.
  public var dash: [Double]

  /// Creates a stroke of `width` px.
  public init(
    width: Double, join: LineJoin = .round, miterLimit: Double = 4, dash: [Double] = []
  ) {
    self.width = width
    self.join = join
    self.miterLimit = miterLimit
    self.dash = dash
  }

  /// Maximum distance of the stroke from the path, px.
  public var reach: Double { width / 2 * (join == .miter ? max(1, miterLimit) : 1) }

  func set(on cairo: OpaquePointer) {
    cairo_set_line_width(cairo, width)
    switch join {
    case .round: cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    case .miter: cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER)
    case .bevel: cairo_set_line_join(cairo, CAIRO_LINE_JOIN_BEVEL)
    }
    cairo_set_line_cap(cairo, join == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
    cairo_set_miter_limit(cairo, miterLimit)
    cairo_set_dash(cairo, dash, Int32(dash.count), 0)
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
