internal import CCairo
internal import Glibc

extension ConicGradient {
  /// The colours of every pixel of a canvas on pixels; elsewhere a mesh, which documents keep.
  func pattern(in box: Rect, for cairo: OpaquePointer) -> OpaquePointer? {
    let center = Point(
      x: box.x + centerX.resolved(of: box.width), y: box.y + centerY.resolved(of: box.height))
    let turn = ConicTurn(self, around: center)
    let target = cairo_surface_get_type(cairo_get_group_target(cairo))
    return target == CAIRO_SURFACE_TYPE_IMAGE ? turn.pixels(for: cairo) : turn.mesh(for: cairo)
  }
}

/// The colours around a centre.
private struct ConicTurn {
  private let center: Point
  /// The angle of offset 0, radians clockwise from the top.
  private let start: Double
  private let offsets: [Double]
  /// Premultiplied, by stop.
  private let colors: [SIMD4<Double>]
  private let isRepeating: Bool

  /// The circumference of the circle around which a period must be visible to be drawn, px.
  private static let circumference = 4096.0

  init(_ gradient: ConicGradient, around center: Point) {
    self.center = center
    start = gradient.angle * .pi / 180
    let (stops, isRepeating) = gradient.stops.resolved(
      gradient.style, length: Self.circumference)
    offsets = stops.map(\.offset)
    colors = stops.map(\.color.premultiplied)
    self.isRepeating = isRepeating
  }

  private var first: Double { offsets.first ?? 0 }
  private var length: Double { (offsets.last ?? 1) - first }

  /// The colour at an offset, premultiplied: red, green, blue and alpha, each 0…1.
  private func color(at offset: Double) -> SIMD4<Double> {
    let place =
      isRepeating ? offset - ((offset - first) / length).rounded(.down) * length : offset
    // The first stop beyond the place; of several at one offset the last one begins there.
    var (after, end) = (0, offsets.count)
    while after < end {
      let middle = (after + end) / 2
      if offsets[middle] > place { end = middle } else { after = middle + 1 }
    }
    guard after < offsets.count else { return colors[offsets.count - 1] }
    guard after > 0 else { return colors[0] }
    let share = (place - offsets[after - 1]) / (offsets[after] - offsets[after - 1])
    return colors[after - 1] + (colors[after] - colors[after - 1]) * share
  }

  /// The pixels inside the current clip, in device pixels.
  func pixels(for cairo: OpaquePointer) -> OpaquePointer? {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    var inverse = matrix
    guard cairo_matrix_invert(&inverse) == CAIRO_STATUS_SUCCESS else { return nil }
    cairo_save(cairo)
    cairo_identity_matrix(cairo)
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(cairo, &left, &top, &right, &bottom)
    cairo_restore(cairo)
    let area = PixelRect(
      covering: Rect(left: left, top: top, right: right, bottom: bottom), scale: 1)
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(area.width), Int32(area.height))
    defer { cairo_surface_destroy(surface) }
    let stride = Int(cairo_image_surface_get_stride(surface))
    if let bytes = cairo_image_surface_get_data(surface) {
      for y in 0..<area.height {
        for x in 0..<area.width {
          let (u, v) = (Double(area.x + x) + 0.5, Double(area.y + y) + 0.5)
          let dx = inverse.xx * u + inverse.xy * v + inverse.x0 - center.x
          let dy = inverse.yx * u + inverse.yy * v + inverse.y0 - center.y
          var offset = (atan2(dx, -dy) - start) / (2 * .pi)
          offset -= offset.rounded(.down)
          let parts = color(at: offset) * 255 + 0.5
          let at = y * stride + 4 * x
          (bytes[at], bytes[at + 1]) = (UInt8(parts[2]), UInt8(parts[1]))
          (bytes[at + 2], bytes[at + 3]) = (UInt8(parts[0]), UInt8(parts[3]))
        }
      }
      cairo_surface_mark_dirty(surface)
    }
    let pattern = cairo_pattern_create_for_surface(surface)
    // From the canvas's units to the surface's pixels.
    matrix.x0 -= Double(area.x)
    matrix.y0 -= Double(area.y)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    return pattern
  }

  /// Wedges around the centre, beyond the clip.
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
    var edges = (0...360).map { Double($0) / 360 }
    let turns = isRepeating ? (-first / length).rounded(.down)...((1 - first) / length) : 0...0
    if (turns.upperBound - turns.lowerBound + 1) * Double(offsets.count) <= 50_000 {
      for turn in stride(from: turns.lowerBound, through: turns.upperBound, by: 1) {
        edges += offsets.map { $0 + turn * length }
      }
    }
    edges = Set(edges.filter { (0...1).contains($0) }).sorted()
    func point(_ offset: Double) -> Point {
      let angle = start + offset * 2 * .pi
      return Point(x: center.x + reach * sin(angle), y: center.y - reach * cos(angle))
    }
    for (from, to) in zip(edges, edges.dropFirst()) {
      let (one, other) = (point(from), point(to))
      // Just inside, since the colour may change at the edge.
      let inset = (to - from) * 1e-6
      let ends = [color(at: from + inset), color(at: to - inset)].map(Color.init(premultiplied:))
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
