/// An affine transform from px at scale 1 to device pixels.
@_spi(Host) public struct DeviceTransform: Sendable, Hashable {
  public var xx = 1.0
  public var yx = 0.0
  public var xy = 0.0
  public var yy = 1.0
  public var x0 = 0.0
  public var y0 = 0.0

  /// Creates the identity.
  public init() {}

  func applied(to p: Point) -> Point {
    Point(x: xx * p.x + xy * p.y + x0, y: yx * p.x + yy * p.y + y0)
  }

  /// The scale factor of lengths; `nil` if it depends on the direction.
  var factor: Double? {
    let factor = (xx * xx + yx * yx).squareRoot()
    let isTurn = abs(xx - yy) <= 1e-9 * factor && abs(yx + xy) <= 1e-9 * factor
    let isMirror = abs(xx + yy) <= 1e-9 * factor && abs(yx - xy) <= 1e-9 * factor
    return factor > 0 && (isTurn || isMirror) ? factor : nil
  }
}
