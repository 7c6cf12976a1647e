internal import Glibc

/// A rotation about a point, or a composition of several; distances are preserved.
@frozen public struct Rotation: Hashable, Sendable {
  /// The cosine of the angle. A positive sine is clockwise, y down.
  public private(set) var cosine: Double
  /// The sine of the angle; see `cosine`.
  public private(set) var sine: Double
  /// The image of the origin, px.
  public private(set) var origin: Point

  /// The identity.
  public static let none = Rotation(cosine: 1, sine: 0, origin: .zero)

  private init(cosine: Double, sine: Double, origin: Point) {
    self.cosine = cosine
    self.sine = sine
    self.origin = origin
  }

  /// Creates a rotation about a point.
  ///
  /// - Parameters:
  ///   - degrees: Angle, clockwise. Multiples of 90° are exact.
  ///   - center: The fixed point, px.
  public init(degrees: Double, about center: Point) {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    switch rest < 0 ? rest + 360 : rest {
    case 0: (cosine, sine) = (1, 0)
    case 90: (cosine, sine) = (0, 1)
    case 180: (cosine, sine) = (-1, 0)
    case 270: (cosine, sine) = (0, -1)
    case let angle: (cosine, sine) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
    }
    origin = Point(
      x: center.x - cosine * center.x + sine * center.y,
      y: center.y - sine * center.x - cosine * center.y)
  }

  /// The rotated point.
  public func callAsFunction(_ point: Point) -> Point {
    Point(
      x: cosine * point.x - sine * point.y + origin.x,
      y: sine * point.x + cosine * point.y + origin.y)
  }

  /// The axis-aligned bounds of the rotated rectangle; an empty one keeps its size.
  public func bounds(of rect: Rect) -> Rect {
    if self == .none { return rect }
    let corners = [
      self(Point(x: rect.left, y: rect.top)), self(Point(x: rect.right, y: rect.top)),
      self(Point(x: rect.right, y: rect.bottom)), self(Point(x: rect.left, y: rect.bottom)),
    ]
    let (columns, rows) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
    return Rect(left: columns[0], top: rows[0], right: columns[3], bottom: rows[3])
  }

  /// The inverse rotation.
  public var inverse: Rotation {
    Rotation(
      cosine: cosine, sine: -sine,
      origin: Point(
        x: -cosine * origin.x - sine * origin.y, y: sine * origin.x - cosine * origin.y))
  }

  /// The composition of this rotation and then `other`.
  public func followed(by other: Rotation) -> Rotation {
    Rotation(
      cosine: other.cosine * cosine - other.sine * sine,
      sine: other.sine * cosine + other.cosine * sine, origin: other(origin))
  }
}
