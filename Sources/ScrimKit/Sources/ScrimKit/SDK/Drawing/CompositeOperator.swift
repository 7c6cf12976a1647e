internal import CCairo

/// How drawing is composited with the backdrop: a Porter–Duff operator, or `over` with a blend mode.
public enum CompositeOperator: Hashable, Sendable {
  /// The source over the backdrop.
  case over
  /// The source over the backdrop, only where the backdrop is.
  case atop
  /// The source only where the backdrop is; the backdrop is removed.
  case `in`
  /// The backdrop only outside the source.
  case destinationOut
  /// The backdrop only inside the source.
  case destinationIn
  /// The sum of source and backdrop, per component.
  case add
  /// The source replaces the backdrop.
  case source
  /// The source over the backdrop, with blended colours.
  case blend(BlendMode)

  /// Whether it is plain `over`.
  var isOver: Bool { self == .over || self == .blend(.normal) }

  /// Whether it can add to the covered area.
  var covers: Bool {
    switch self {
    case .over, .add, .source, .blend: true
    case .atop, .in, .destinationOut, .destinationIn: false
    }
  }

  /// Whether it clears everything outside the drawing.
  var clearsOutside: Bool { self == .in || self == .destinationIn }

  /// Whether only the alpha of the source counts.
  var isMask: Bool { self == .destinationIn || self == .destinationOut }

  /// Whether partly covered pixels are wrong: pixman 0.42 ignores masks in its blends of hue, saturation, colour and
  /// luminosity. Opacity and antialiased edges are masks.
  var isWrongUnderMasks: Bool {
    switch self {
    case .blend(.hue), .blend(.saturation), .blend(.color), .blend(.luminosity): true
    default: false
    }
  }

  // Otherwise Cairo's blends match CSS within 1/255, which a test verifies.
  var cairo: cairo_operator_t {
    switch self {
    case .over, .blend(.normal): CAIRO_OPERATOR_OVER
    case .atop: CAIRO_OPERATOR_ATOP
    case .in: CAIRO_OPERATOR_IN
    case .destinationOut: CAIRO_OPERATOR_DEST_OUT
    case .destinationIn: CAIRO_OPERATOR_DEST_IN
    case .add: CAIRO_OPERATOR_ADD
    case .source: CAIRO_OPERATOR_SOURCE
    case .blend(.multiply): CAIRO_OPERATOR_MULTIPLY
    case .blend(.screen): CAIRO_OPERATOR_SCREEN
    case .blend(.overlay): CAIRO_OPERATOR_OVERLAY
    case .blend(.darken): CAIRO_OPERATOR_DARKEN
    case .blend(.lighten): CAIRO_OPERATOR_LIGHTEN
    case .blend(.colorDodge): CAIRO_OPERATOR_COLOR_DODGE
    case .blend(.colorBurn): CAIRO_OPERATOR_COLOR_BURN
    case .blend(.hardLight): CAIRO_OPERATOR_HARD_LIGHT
    case .blend(.softLight): CAIRO_OPERATOR_SOFT_LIGHT
    case .blend(.difference): CAIRO_OPERATOR_DIFFERENCE
    case .blend(.exclusion): CAIRO_OPERATOR_EXCLUSION
    case .blend(.hue): CAIRO_OPERATOR_HSL_HUE
    case .blend(.saturation): CAIRO_OPERATOR_HSL_SATURATION
    case .blend(.color): CAIRO_OPERATOR_HSL_COLOR
    case .blend(.luminosity): CAIRO_OPERATOR_HSL_LUMINOSITY
    case .blend(.plusLighter): CAIRO_OPERATOR_ADD
    }
  }
}
