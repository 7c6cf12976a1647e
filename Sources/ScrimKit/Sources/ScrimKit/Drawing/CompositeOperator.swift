internal import CCairo

/// A Porter–Duff operator: how what is drawn meets what is there.
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

  var cairo: cairo_operator_t {
    switch self {
    case .over: CAIRO_OPERATOR_OVER
    case .atop: CAIRO_OPERATOR_ATOP
    case .in: CAIRO_OPERATOR_IN
    case .destinationOut: CAIRO_OPERATOR_DEST_OUT
    case .destinationIn: CAIRO_OPERATOR_DEST_IN
    case .add: CAIRO_OPERATOR_ADD
    case .source: CAIRO_OPERATOR_SOURCE
    }
  }
}
