internal import CCairo
internal import Glibc

extension Paint {
  /// Makes this the source of a Cairo context.
  ///
  /// - Parameters:
  ///   - cairo: The context.
  ///   - box: What a gradient spans, user space.
  ///   - isForMask: Whether it is drawn through a mask. In Cairo's SVG a mask is moved by where the
  ///     source lies, even one of a single colour; this one lies nowhere, though it looks the same.
  func set(on cairo: OpaquePointer, box: Rect, isForMask: Bool = false) {
    let space =
      isForMask && DocumentRecording.isOn
      ? cairo_matrix_t(toDeviceOf: cairo) : cairo_matrix_t.identity
    let pattern: OpaquePointer?
    switch self {
    case .color(let color):
      pattern = cairo_pattern_create_rgba(color.red, color.green, color.blue, color.alpha)
    case .linear(let gradient):
      let line = gradient.line(across: box)
      let (start, end) = (space.applied(to: line.start), space.applied(to: line.end))
      pattern = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
      gradient.stops.add(to: pattern)
    case .radial(let gradient):
      let center = space.applied(
        to: Point(
          x: box.x + gradient.centerX.resolved(of: box.width),
          y: box.y + gradient.centerY.resolved(of: box.height)))
      let radius = gradient.radius.resolved(of: min(box.width, box.height)) * space.scale
      pattern = cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius)
      gradient.stops.add(to: pattern)
    }
    defer { cairo_pattern_destroy(pattern) }
    withUnsafePointer(to: space) { cairo_pattern_set_matrix(pattern, $0) }
    cairo_set_source(cairo, pattern)
  }
}

extension [GradientStop] {
  fileprivate func add(to pattern: OpaquePointer?) {
    for stop in interpolatingPremultiplied {
      let color = stop.color
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.offset, color.red, color.green, color.blue, color.alpha)
    }
  }
}

extension cairo_matrix_t {
  fileprivate static var identity: cairo_matrix_t {
    cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
  }

  /// From user space to the pixels of what is drawn on.
  fileprivate init(toDeviceOf cairo: OpaquePointer) {
    self.init()
    cairo_get_matrix(cairo, &self)
    var (dx, dy) = (0.0, 0.0)
    cairo_surface_get_device_offset(cairo_get_group_target(cairo), &dx, &dy)
    x0 += dx
    y0 += dy
  }

  fileprivate func applied(to point: Point) -> Point {
    Point(x: xx * point.x + xy * point.y + x0, y: yx * point.x + yy * point.y + y0)
  }

  /// How much longer it makes a line.
  fileprivate var scale: Double { abs(xx * yy - xy * yx).squareRoot() }
}

extension LinearGradient {
  /// Where the gradient begins and ends: as far from the middle of `box` as makes 0 and 1 fall on
  /// its corners (CSS Images §3.1).
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

extension [GradientStop] {
  /// The stops with others between them, so that interpolating colours that are not premultiplied
  /// comes out as if they were: Cairo does that, and from white to `transparent` passes through grey.
  /// A transparent end takes the colour of the other one.
  fileprivate var interpolatingPremultiplied: [GradientStop] {
    guard var last = first else { return [] }
    var result = [last]
    for stop in dropFirst() {
      if stop.color.alpha != last.color.alpha, stop.offset > last.offset {
        var (from, to) = (last, stop)
        if from.color.alpha == 0 {
          from.color = to.color.withOpacity(0)
          result.append(from)
        }
        if to.color.alpha == 0 { to.color = from.color.withOpacity(0) }
        Self.divide(from, to, depth: 0, into: &result)
        result.append(to)
      }
      if result.last != stop { result.append(stop) }
      last = stop
    }
    return result
  }

  /// Adds stops between two, until what lies between is right within this of 1.
  private static let tolerance = 0.25 / 255

  private static func divide(
    _ from: GradientStop, _ to: GradientStop, depth: Int, into result: inout [GradientStop]
  ) {
    // Between c₀α₀ and c₁α₁ the product of both lines is off by s (1 − s) Δc Δα at s.
    let change = Swift.max(
      abs(from.color.red - to.color.red), abs(from.color.green - to.color.green),
      abs(from.color.blue - to.color.blue))
    guard abs(from.color.alpha - to.color.alpha) * change / 4 > tolerance, depth < 16 else {
      return
    }
    let middle = GradientStop(
      color: from.color.premultipliedMean(with: to.color), offset: (from.offset + to.offset) / 2)
    divide(from, middle, depth: depth + 1, into: &result)
    result.append(middle)
    divide(middle, to, depth: depth + 1, into: &result)
  }
}

extension Color {
  /// Halfway between two colours, not both transparent.
  fileprivate func premultipliedMean(with other: Color) -> Color {
    let sum = alpha + other.alpha
    func part(_ a: Double, _ b: Double) -> Double { (a * alpha + b * other.alpha) / sum }
    return Color(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue),
      alpha: sum / 2)
  }
}
