internal import Glibc

/// An affine transform: a rotation, a scale, a skew, or a composition of several.
@frozen public struct Transform: Hashable, Sendable {
  /// The image of (1, 0) relative to that of the origin; y is down.
  public private(set) var xx: Double
  /// See `xx`.
  public private(set) var yx: Double
  /// The image of (0, 1) relative to that of the origin; y is down.
  public private(set) var xy: Double
  /// See `xy`.
  public private(set) var yy: Double
  /// The image of the origin, px.
  public private(set) var origin: Point

  /// The identity.
  public static let none = Transform(xx: 1, yx: 0, xy: 0, yy: 1, origin: .zero)

  private init(xx: Double, yx: Double, xy: Double, yy: Double, origin: Point) {
    (self.xx, self.yx, self.xy, self.yy) = (xx, yx, xy, yy)
    self.origin = origin
  }

  /// Creates a transform about a point: skewed first, then scaled, then rotated, as by CSS's `rotate`, `scale` and a
  /// `skew()` in its `transform`.
  ///
  /// - Parameters:
  ///   - degrees: Angle of the rotation, clockwise. Multiples of 90° are exact.
  ///   - scale: Factors of x and y; negative ones mirror.
  ///   - skew: Angles of the skew along x and along y, degrees.
  ///   - center: The fixed point, px.
  public init(
    degrees: Double = 0, scale: (x: Double, y: Double) = (1, 1),
    skew: (x: Double, y: Double) = (0, 0), about center: Point
  ) {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let (cosine, sine): (Double, Double) =
      switch rest < 0 ? rest + 360 : rest {
      case 0: (1, 0)
      case 90: (0, 1)
      case 180: (-1, 0)
      case 270: (0, -1)
      case let angle: (cos(angle * .pi / 180), sin(angle * .pi / 180))
      }
    let (across, down) = (tan(skew.x * .pi / 180) * scale.x, tan(skew.y * .pi / 180) * scale.y)
    xx = cosine * scale.x - sine * down
    yx = sine * scale.x + cosine * down
    xy = cosine * across - sine * scale.y
    yy = sine * across + cosine * scale.y
    origin = .zero
    self = about(center)
  }

  /// The same rotation, scale and skew with another fixed point, px.
  public func about(_ center: Point) -> Transform {
    Transform(
      xx: xx, yx: yx, xy: xy, yy: yy,
      origin: Point(
        x: center.x - xx * center.x - xy * center.y, y: center.y - yx * center.x - yy * center.y))
  }

  /// The transformed point.
  public func callAsFunction(_ point: Point) -> Point {
    Point(
      x: xx * point.x + xy * point.y + origin.x, y: yx * point.x + yy * point.y + origin.y)
  }

  /// The axis-aligned bounds of the transformed rectangle; an empty one keeps its size unless it is scaled.
  public func bounds(of rect: Rect) -> Rect {
    if self == .none { return rect }
    let corners = [
      self(Point(x: rect.left, y: rect.top)), self(Point(x: rect.right, y: rect.top)),
      self(Point(x: rect.right, y: rect.bottom)), self(Point(x: rect.left, y: rect.bottom)),
    ]
    let (columns, rows) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
    return Rect(left: columns[0], top: rows[0], right: columns[3], bottom: rows[3])
  }

  /// The inverse; of a transform that flattens everything to a line, undefined.
  public var inverse: Transform {
    let area = xx * yy - xy * yx
    // A rigid transform's inverse is its transpose, without a rounding error.
    let inverse =
      isRigid
      ? Transform(xx: xx, yx: xy, xy: yx, yy: yy, origin: .zero)
      : Transform(xx: yy / area, yx: -yx / area, xy: -xy / area, yy: xx / area, origin: .zero)
    return Transform(
      xx: inverse.xx, yx: inverse.yx, xy: inverse.xy, yy: inverse.yy,
      origin: Point(
        x: -inverse.xx * origin.x - inverse.xy * origin.y,
        y: -inverse.yx * origin.x - inverse.yy * origin.y))
  }

  /// The composition of this transform and then `other`.
  public func followed(by other: Transform) -> Transform {
    Transform(
      xx: other.xx * xx + other.xy * yx, yx: other.yx * xx + other.yy * yx,
      xy: other.xx * xy + other.xy * yy, yy: other.yx * xy + other.yy * yy, origin: other(origin))
  }

  /// The factor by which the transform lengthens those lines that it lengthens most; 1 for rotations and mirror images.
  @_spi(Host) public var stretch: Double {
    if isRigid { return 1 }
    // The larger singular value.
    let area = xx * yy - xy * yx
    let squares = xx * xx + yx * yx + xy * xy + yy * yy
    return ((squares + max(0, squares * squares - 4 * area * area).squareRoot()) / 2).squareRoot()
  }

  /// Whether it preserves distances.
  var isRigid: Bool {
    abs(xx * xx + yx * yx - 1) < 1e-12 && abs(xy * xy + yy * yy - 1) < 1e-12
      && abs(xx * xy + yx * yy) < 1e-12
  }
}
