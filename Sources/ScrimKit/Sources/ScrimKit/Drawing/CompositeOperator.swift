internal import CCairo

/// How what is drawn meets what is there: a Porter–Duff operator, or `over` with a blend.
public enum CompositeOperator: Hashable, Sendable {
  /// Drawn on top.
  case over
  /// Drawn on top, but only where something is.
  case atop
  /// Kept only where something is; what was there goes.
  case `in`
  /// What is there stays only outside what is drawn.
  case destinationOut
  /// What is there stays only inside what is drawn.
  case destinationIn
  /// Added, part by part.
  case add
  /// Replaces what is there.
  case source
  /// Drawn on top, its colours mixed with those that are there.
  case blend(BlendMode)

  /// Whether it is nothing but one thing drawn on top of another.
  var isOver: Bool { self == .over || self == .blend(.normal) }

  /// Whether it adds to what is covered.
  var covers: Bool {
    switch self {
    case .over, .add, .source, .blend: true
    case .atop, .in, .destinationOut, .destinationIn: false
    }
  }

  /// Whether pixels that a mask covers in part come out wrong: pixman 0.42 does not take the mask into
  /// account where it mixes hues and luminosities. An opacity and the edges of shapes are masks.
  var isWrongUnderMasks: Bool {
    switch self {
    case .blend(.hue), .blend(.saturation), .blend(.color), .blend(.luminosity): true
    default: false
    }
  }

  // But for that, Cairo's blends are those of CSS within 1/255, as a test holds.
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
    }
  }
}
