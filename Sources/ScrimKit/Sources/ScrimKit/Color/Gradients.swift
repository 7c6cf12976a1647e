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
