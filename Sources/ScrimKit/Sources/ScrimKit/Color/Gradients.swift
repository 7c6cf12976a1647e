/// A colour stop of a gradient.
public struct GradientStop: Hashable, Sendable {
  /// The colour at the stop.
  public var color: Color
  /// The position, 0 (start) to 1 (end); at least that of the previous stop.
  public var offset: Double

  /// Creates a stop with `color` at `offset` (0…1).
  public init(color: Color, offset: Double) {
    self.color = color
    self.offset = offset
  }
}

/// A gradient along a straight line through the centre of its box (CSS Images §3.1).
public struct LinearGradient: Hashable, Sendable {
  /// Angle in degrees, clockwise; 0 points up, 90 to the right.
  public var angle: Double
  /// The stops, at least two, in order of offset.
  public var stops: [GradientStop]

  /// Creates a gradient at `angle` degrees with `stops`.
  public init(angle: Double, stops: [GradientStop]) {
    self.angle = angle
    self.stops = stops
  }
}

/// A circular gradient.
public struct RadialGradient: Hashable, Sendable {
  /// Horizontal position of the centre in the box.
  public var centerX: Length
  /// Vertical position of the centre in the box.
  public var centerY: Length
  /// Radius of offset 1; a percentage relates to the box's shorter side.
  public var radius: Length
  /// The stops, at least two, in order of offset.
  public var stops: [GradientStop]

  /// Creates a gradient around a centre.
  public init(centerX: Length, centerY: Length, radius: Length, stops: [GradientStop]) {
    self.centerX = centerX
    self.centerY = centerY
    self.radius = radius
    self.stops = stops
  }
}
