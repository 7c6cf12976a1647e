internal import CCairo
internal import Glibc

/// The colours of a gradient around its centre.
struct ConicTurn {
  let center: Point
  /// The angle of offset 0, radians clockwise from the top.
  let start: Double
  let ramp: GradientRamp

  /// The circumference of the circle around which a period must be visible to be drawn, px.
  private static let circumference = 4096.0

  init(_ gradient: ConicGradient, in box: Rect) {
    center = Point(
      x: box.x + gradient.centerX.resolved(of: box.width),
      y: box.y + gradient.centerY.resolved(of: box.height))
    start = gradient.angle * .pi / 180
    ramp = GradientRamp(gradient.stops, gradient.style, length: Self.circumference)
  }

  /// Wedges around the centre, beyond the clip, for documents.
  func mesh(for cairo: OpaquePointer) -> OpaquePointer? {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(cairo, &left, &top, &right, &bottom)
    let reach =
      1 + 1.01
      * hypot(
        max(abs(left - center.x), abs(right - center.x)),
        max(abs(top - center.y), abs(bottom - center.y)))
    let pattern = cairo_pattern_create_mesh()
    // Narrow enough for curves, and an edge at each stop unless they are finer than a reader draws.
    var edges = (0...360).map { Double($0) / 360 } + ramp.edges(upTo: 50_000)
    edges = Set(edges.filter { (0...1).contains($0) }).sorted()
    func point(_ offset: Double) -> Point {
      let angle = start + offset * 2 * .pi
      return Point(x: center.x + reach * sin(angle), y: center.y - reach * cos(angle))
    }
    for (from, to) in zip(edges, edges.dropFirst()) {
      let (one, other) = (point(from), point(to))
      // Just inside, since the colour may change at the edge.
      let inset = (to - from) * 1e-6
      let ends = [ramp.color(at: from + inset), ramp.color(at: to - inset)]
      cairo_mesh_pattern_begin_patch(pattern)
      cairo_mesh_pattern_move_to(pattern, center.x, center.y)
      cairo_mesh_pattern_line_to(pattern, one.x, one.y)
      cairo_mesh_pattern_line_to(pattern, other.x, other.y)
      cairo_mesh_pattern_line_to(pattern, center.x, center.y)
      for (corner, color) in [ends[0], ends[0], ends[1], ends[1]].enumerated() {
        cairo_mesh_pattern_set_corner_color_rgba(
          pattern, UInt32(corner), color.red, color.green, color.blue, color.alpha)
      }
      cairo_mesh_pattern_end_patch(pattern)
    }
    return pattern
  }
}
