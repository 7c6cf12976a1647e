internal import CCairo

/// How a path is stroked.
public struct StrokeStyle: Hashable, Sendable {
  /// Width of the line, px; half of it lies on each side of the path.
  public var width: Double
  /// How corners look.
  public var join: LineJoin
  /// How far a mitred corner may reach, as a multiple of the width; beyond, it is bevelled.
  public var miterLimit: Double
  /// Alternating lengths of dashes and gaps, px; empty for an unbroken line.
  public var dash: [Double]

  /// A stroke `width` px wide.
  public init(
    width: Double, join: LineJoin = .round, miterLimit: Double = 4, dash: [Double] = []
  ) {
    self.width = width
    self.join = join
    self.miterLimit = miterLimit
    self.dash = dash
  }

  /// How far the stroke may reach from the path, px.
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

/// How the corners of a stroke look; the words of SVG.
public enum LineJoin: String, ParameterChoice {
  /// Rounded.
  case round
  /// Pointed, up to the miter limit.
  case miter
  /// Cut off.
  case bevel
}
