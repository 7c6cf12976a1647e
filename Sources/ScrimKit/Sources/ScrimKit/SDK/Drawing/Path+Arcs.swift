internal import Glibc

extension Path {
  /// Adds an arc of an ellipse, as cubic curves of at most a quarter turn each; they differ from it by less than
  /// 0.03 % of the radius.
  ///
  /// - Parameters:
  ///   - center: The centre of the ellipse, px.
  ///   - radii: Its radii along its own axes, px.
  ///   - rotation: The angle of its first axis, radians, clockwise from x.
  ///   - start: Where the arc begins, radians, clockwise from the first axis.
  ///   - sweep: How far it goes, radians; negative goes counterclockwise.
  ///   - continuing: Whether it begins where the path has ended, in place of a new contour.
  public mutating func addArc(
    center: Point, radii: Size, rotation: Double = 0, from start: Double, sweep: Double,
    continuing: Bool = false
  ) {
    let (cosine, sine) = (cos(rotation), sin(rotation))
    func place(_ x: Double, _ y: Double) -> Point {
      let (x, y) = (x * radii.width, y * radii.height)
      return Point(x: center.x + x * cosine - y * sine, y: center.y + x * sine + y * cosine)
    }
    if !continuing || isEmpty { move(to: place(cos(start), sin(start))) }
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    // The curve touches the arc in its middle, and has its tangents.
    let reach = 4.0 / 3 * tan(step / 4)
    for index in 0..<count {
      let (a, b) = (start + Double(index) * step, start + Double(index + 1) * step)
      curve(
        place(cos(a) - reach * sin(a), sin(a) + reach * cos(a)),
        place(cos(b) + reach * sin(b), sin(b) - reach * cos(b)), to: place(cos(b), sin(b)))
    }
  }

  /// Creates an ellipse that touches the sides of a rectangle, clockwise from its right end.
  public init(ellipseIn rect: Rect) {
    self.init()
    guard !rect.isEmpty else { return }
    addArc(
      center: rect.center, radii: Size(width: rect.width / 2, height: rect.height / 2), from: 0,
      sweep: 2 * .pi)
    close()
  }

  /// Creates a closed polygon with round corners.
  ///
  /// - Parameters:
  ///   - vertices: At least three, px.
  ///   - radius: The radius of its corners, px. Where a side is too short for its two corners, they share it.
  public init(polygon vertices: [Point], radius: Double) {
    self.init()
    guard radius > 0, vertices.count > 2 else {
      addPolygon(vertices)
      return
    }
    for (index, corner) in vertices.enumerated() {
      let before = vertices[(index + vertices.count - 1) % vertices.count]
      let after = vertices[(index + 1) % vertices.count]
      round(corner, from: before, to: after, radius: radius)
    }
    close()
  }

  private mutating func round(_ corner: Point, from before: Point, to after: Point, radius: Double)
  {
    let (a, b) = (before - corner, after - corner)
    let (sideA, sideB) = (hypot(a.x, a.y), hypot(b.x, b.y))
    let cross = a.x * b.y - a.y * b.x
    let angle = atan2(abs(cross), a.x * b.x + a.y * b.y)
    func add(_ point: Point) { isEmpty ? move(to: point) : line(to: point) }
    guard sideA > 0, sideB > 0, angle > 1e-6, angle < .pi - 1e-6 else { return add(corner) }
    // From the corner to where the arc touches its sides.
    let reach = min(radius / tan(angle / 2), sideA / 2, sideB / 2)
    let fitting = reach * tan(angle / 2)
    let start = corner + a * (reach / sideA)
    add(start)
    let turn = .pi - angle
    let handle = 4.0 / 3 * tan(turn / 4) * fitting
    curve(
      start - a * (handle / sideA), corner + b * ((reach - handle) / sideB),
      to: corner + b * (reach / sideB))
  }
}

extension Point {
  static func + (one: Point, other: Point) -> Point {
    Point(x: one.x + other.x, y: one.y + other.y)
  }
  static func - (one: Point, other: Point) -> Point {
    Point(x: one.x - other.x, y: one.y - other.y)
  }
  static func * (point: Point, factor: Double) -> Point {
    Point(x: point.x * factor, y: point.y * factor)
  }
}
