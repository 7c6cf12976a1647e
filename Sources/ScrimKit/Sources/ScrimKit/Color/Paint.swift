/// What a shape is filled with: one colour, or a gradient over a box.
///
/// Gradients interpolate premultiplied sRGB, as in CSS, so that a fade from white to `transparent`
/// has no grey in the middle.
public enum Paint: Hashable, Sendable {
  /// The same colour everywhere.
  case color(Color)
  /// Along a CSS gradient line.
  case linear(LinearGradient)
  /// Around a centre.
  case radial(RadialGradient)

  /// Opaque black.
  public static let black = Paint.color(.black)
  /// Opaque white.
  public static let white = Paint.color(.white)

  /// Whether it covers everything that it is painted on.
  public var isOpaque: Bool {
    switch self {
    case .color(let color): color.alpha >= 1
    case .linear(let gradient): gradient.stops.allSatisfy { $0.color.alpha >= 1 }
    case .radial(let gradient): gradient.stops.allSatisfy { $0.color.alpha >= 1 }
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
    }
  }
}

/// A colour at a place of a gradient.
public struct GradientStop: Hashable, Sendable {
  /// The colour there.
  public var color: Color
  /// Where, 0 (start) to 1 (end); never less than the stop before.
  public var offset: Double

  /// `color` at `offset` (0…1).
  public init(color: Color, offset: Double) {
    self.color = color
    self.offset = offset
  }
}

/// A gradient along a straight line through the middle of its box; CSS Images §3.1.
public struct LinearGradient: Hashable, Sendable {
  /// Degrees clockwise; 0 points up, 90 to the right.
  public var angle: Double
  /// At least two, by offset.
  public var stops: [GradientStop]

  /// A gradient at `angle` degrees with `stops`.
  public init(angle: Double, stops: [GradientStop]) {
    self.angle = angle
    self.stops = stops
  }
}

/// A circular gradient.
public struct RadialGradient: Hashable, Sendable {
  /// The centre, horizontally in the box.
  public var centerX: Length
  /// The centre, vertically in the box.
  public var centerY: Length
  /// Where offset 1 is; a percentage is of the box's shorter side.
  public var radius: Length
  /// At least two, by offset.
  public var stops: [GradientStop]

  /// A gradient around a centre.
  public init(centerX: Length, centerY: Length, radius: Length, stops: [GradientStop]) {
    self.centerX = centerX
    self.centerY = centerY
    self.radius = radius
    self.stops = stops
  }
}

/// A distance in px at scale 1, or a share of some other length.
public enum Length: Hashable, Sendable {
  /// So many px.
  case pixels(Double)
  /// So many hundredths of the length that it relates to.
  case percent(Double)

  /// The distance in px, where 100 % is `whole` px.
  public func resolved(of whole: Double) -> Double {
    switch self {
    case .pixels(let pixels): pixels
    case .percent(let percent): whole * percent / 100
    }
  }
}
