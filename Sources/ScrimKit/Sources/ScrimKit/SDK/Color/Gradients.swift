internal import Glibc

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
  /// How it goes on beyond its stops and between them.
  public var style = GradientStyle()

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
  /// How it goes on beyond its stops and between them.
  public var style = GradientStyle()

  /// Creates a gradient around a centre.
  public init(centerX: Length, centerY: Length, radius: Length, stops: [GradientStop]) {
    self.centerX = centerX
    self.centerY = centerY
    self.radius = radius
    self.stops = stops
  }
}

/// A gradient whose colours turn around a centre (CSS Images 4 §3.3).
public struct ConicGradient: Hashable, Sendable {
  /// The angle of offset 0, degrees clockwise; 0 points up.
  public var angle: Double
  /// Horizontal position of the centre in the box.
  public var centerX: Length
  /// Vertical position of the centre in the box.
  public var centerY: Length
  /// The stops, at least two, in order of offset; 1 is a whole turn.
  public var stops: [GradientStop]
  /// How it goes on beyond its stops and between them.
  public var style = GradientStyle()

  /// Creates a gradient around a centre.
  public init(angle: Double, centerX: Length, centerY: Length, stops: [GradientStop]) {
    self.angle = angle
    self.centerX = centerX
    self.centerY = centerY
    self.stops = stops
  }
}

/// What the kinds of gradients have in common beside their stops.
public struct GradientStyle: Hashable, Sendable {
  /// Whether the stops repeat before the first and after the last; otherwise their colours go on.
  public var isRepeating = false
  /// Where colours between stops are interpolated, premultiplied.
  public var space = ColorSpace.srgb

  /// Creates a style of gradients in sRGB that do not repeat.
  public init() {}
}

/// Where colours are interpolated (CSS Color 4 §12).
public enum ColorSpace: String, ParameterChoice {
  /// sRGB as it is encoded: CSS's gradients by default.
  case srgb
  /// Oklab: equal steps look equal.
  case oklab
}

extension LinearGradient {
  /// The ends of the gradient line: far enough from the centre of `box` that offsets 0 and 1 reach its corners (CSS
  /// Images §3.1).
  public func line(across box: Rect) -> (start: Point, end: Point) {
    let angle = angle * .pi / 180
    let half = (abs(box.width * sin(angle)) + abs(box.height * cos(angle))) / 2
    let (dx, dy) = (sin(angle) * half, -cos(angle) * half)
    let center = box.center
    return (
      Point(x: center.x - dx, y: center.y - dy), Point(x: center.x + dx, y: center.y + dy)
    )
  }
}
