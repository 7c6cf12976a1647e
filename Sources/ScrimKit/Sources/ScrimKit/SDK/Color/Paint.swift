/// The fill of a shape: a colour, or a gradient over a box.
///
/// Gradients interpolate premultiplied colours, as in CSS, so that a fade from white to `transparent` does not pass
/// through grey.
public enum Paint: Hashable, Sendable {
  /// A single colour.
  case color(Color)
  /// A gradient along a CSS gradient line.
  case linear(LinearGradient)
  /// A gradient around a centre.
  case radial(RadialGradient)
  /// A gradient that turns around a centre.
  case conic(ConicGradient)

  /// Opaque black.
  public static let black = Paint.color(.black)
  /// Opaque white.
  public static let white = Paint.color(.white)

  /// Whether it is completely opaque.
  public var isOpaque: Bool {
    switch self {
    case .color(let color): color.alpha >= 1
    case .linear(let gradient): gradient.stops.allSatisfy { $0.color.alpha >= 1 }
    case .radial(let gradient): gradient.stops.allSatisfy { $0.color.alpha >= 1 }
    case .conic(let gradient): gradient.stops.allSatisfy { $0.color.alpha >= 1 }
    }
  }

  /// The paint with every alpha multiplied by `opacity` (0…1).
  public func withOpacity(_ opacity: Double) -> Paint {
    func faded(_ stops: [GradientStop]) -> [GradientStop] {
      stops.map { GradientStop(color: $0.color.withOpacity(opacity), offset: $0.offset) }
    }
    switch self {
    case .color(let color):
      return .color(color.withOpacity(opacity))
    case .linear(var gradient):
      gradient.stops = faded(gradient.stops)
      return .linear(gradient)
    case .radial(var gradient):
      gradient.stops = faded(gradient.stops)
      return .radial(gradient)
    case .conic(var gradient):
      gradient.stops = faded(gradient.stops)
      return .conic(gradient)
    }
  }
}
