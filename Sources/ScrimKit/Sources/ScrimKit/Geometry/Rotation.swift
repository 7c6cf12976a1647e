internal import Glibc

/// A rotation about a point of the plane, or several after one another: distances stay what they are.
@frozen public struct Rotation: Hashable, Sendable {
  /// The cosine of the angle, and its sine: positive where the turn is clockwise, y down.
  public private(set) var cosine: Double
  /// See `cosine`.
  public private(set) var sine: Double
  /// Where the origin goes, px.
  public private(set) var origin: Point

  /// The turn that leaves everything in its place.
  public static let none = Rotation(cosine: 1, sine: 0, origin: .zero)

  private init(cosine: Double, sine: Double, origin: Point) {
    self.cosine = cosine
    self.sine = sine
    self.origin = origin
  }

  /// A turn about a point.
  ///
  /// - Parameters:
  ///   - degrees: Clockwise. Quarter turns are exact.
  ///   - center: What stays in its place, px.
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

  /// Where a point goes.
  public func callAsFunction(_ point: Point) -> Point {
    Point(
      x: cosine * point.x - sine * point.y + origin.x,
      y: sine * point.x + cosine * point.y + origin.y)
  }

  /// The upright bounds of what becomes of a rectangle; an empty one keeps its size.
  public func bounds(of rect: Rect) -> Rect {
    if self == .none { return rect }
    let corners = [
      self(Point(x: rect.left, y: rect.top)), self(Point(x: rect.right, y: rect.top)),
      self(Point(x: rect.right, y: rect.bottom)), self(Point(x: rect.left, y: rect.bottom)),
    ]
    let (columns, rows) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
    return Rect(left: columns[0], top: rows[0], right: columns[3], bottom: rows[3])
  }

  /// The turn that takes everything back.
  public var inverse: Rotation {
    Rotation(
      cosine: cosine, sine: -sine,
      origin: Point(
        x: -cosine * origin.x - sine * origin.y, y: sine * origin.x - cosine * origin.y))
  }

  /// This turn and then another.
  public func followed(by other: Rotation) -> Rotation {
    Rotation(
      cosine: other.cosine * cosine - other.sine * sine,
      sine: other.sine * cosine + other.cosine * sine, origin: other(origin))
  }
}
