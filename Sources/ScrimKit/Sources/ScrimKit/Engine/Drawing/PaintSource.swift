internal import CCairo

extension Canvas {
  /// Draws with a paint as the source.
  ///
  /// - Parameters:
  ///   - paint: The paint.
  ///   - box: The box that a gradient spans, user space.
  ///   - area: Where `body` changes pixels, user space; `nil` for everywhere. Asked for only if it saves work.
  ///   - body: Draws with Cairo. On pixels it may be called more than once, each time for a part of them.
  func draw(
    with paint: Paint, box: Rect, in area: @autoclosure () -> Rect?, _ body: () -> Void
  ) {
    guard isOfPixels, let gradient = GradientPixels(paint, in: box) else {
      let pattern = paint.pattern(in: box, for: cairo)
      cairo_set_source(cairo, pattern)
      cairo_pattern_destroy(pattern)
      return body()
    }
    let visible = visiblePixels
    let whole = area().map { visible.intersection(pixels(around: $0).grown(by: 1)) } ?? visible
    guard !whole.isEmpty else { return }
    let rows = max(1, Self.gradientPixels / whole.width)
    for y in stride(from: whole.y, to: whole.y + whole.height, by: rows) {
      var part = whole
      (part.y, part.height) = (y, min(rows, whole.y + whole.height - y))
      draw(gradient, in: part, isWhole: part == whole, body)
    }
  }

  /// How many pixels of a gradient there are at a time.
  private static var gradientPixels: Int { 1 << 18 }

  private func draw(
    _ gradient: GradientPixels, in area: PixelRect, isWhole: Bool, _ body: () -> Void
  ) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    var inverse = matrix
    guard cairo_matrix_invert(&inverse) == CAIRO_STATUS_SUCCESS else { return }
    let surface: CairoSurface
    do {
      var pixels = try Pixels(unwritten: area.width, area.height)
      let stride = pixels.bytesPerRow
      try pixels.withMutableBytes { bytes in
        gradient.write(to: bytes, stride: stride, area: area, inverse: inverse, dither)
      }
      surface = try pixels.surface()
    } catch {
      return fail(error)
    }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    // The source keeps the matrix with which it was set: pixel on pixel.
    cairo_identity_matrix(cairo)
    if !isWhole {
      cairo_rectangle(
        cairo, Double(area.x), Double(area.y), Double(area.width), Double(area.height))
      cairo_clip(cairo)
    }
    cairo_set_source_surface(cairo, surface.pointer, Double(area.x), Double(area.y))
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST)
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
    cairo_set_matrix(cairo, &matrix)
    body()
  }
}

extension Paint {
  /// The paint for Cairo, which documents keep.
  fileprivate func pattern(in box: Rect, for cairo: OpaquePointer) -> OpaquePointer? {
    switch self {
    case .color(let color):
      return cairo_pattern_create_rgba(color.red, color.green, color.blue, color.alpha)
    case .linear(let gradient):
      let (start, end) = gradient.line(across: box)
      let line = GradientLine(gradient, from: start, to: end)
      let from = GradientLine.point(line.start, from: start, to: end)
      let to = GradientLine.point(line.end, from: start, to: end)
      let pattern = cairo_pattern_create_linear(from.x, from.y, to.x, to.y)
      line.set(on: pattern)
      return pattern
    case .radial(let gradient):
      let (center, radius) = gradient.circle(in: box)
      let line = GradientLine(gradient, radius: radius)
      let pattern = cairo_pattern_create_radial(
        center.x, center.y, radius * line.start, center.x, center.y, radius * line.end)
      line.set(on: pattern)
      return pattern
    case .conic(let gradient):
      return ConicTurn(gradient, in: box).mesh(for: cairo)
    }
  }
}

extension GradientLine {
  fileprivate func set(on pattern: OpaquePointer?) {
    for stop in stops.interpolatingPremultiplied.withEnds {
      let color = stop.color
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.offset, color.red, color.green, color.blue, color.alpha)
    }
    if isRepeating { cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT) }
  }
}

extension [GradientStop] {
  /// The stops with one at each end of the line. Cairo writes a PDF function that begins at the first stop: readers
  /// do not draw its first colour if the next one begins there, too.
  fileprivate var withEnds: [GradientStop] {
    guard let first, let last else { return self }
    let start = first.offset > 0 ? [GradientStop(color: first.color, offset: 0)] : []
    let end = last.offset < 1 ? [GradientStop(color: last.color, offset: 1)] : []
    return start + self + end
  }
}

extension RadialGradient {
  /// The centre and the radius of offset 1, px.
  func circle(in box: Rect) -> (center: Point, radius: Double) {
    let center = Point(
      x: box.x + centerX.resolved(of: box.width), y: box.y + centerY.resolved(of: box.height))
    return (center, radius.resolved(of: min(box.width, box.height)))
  }
}

extension [GradientStop] {
  /// Adds stops so that interpolating colours that are not premultiplied approximates premultiplied interpolation.
  ///
  /// Cairo interpolates without premultiplying, so a fade from white to `transparent` would pass through grey. A
  /// transparent end takes the colour of the other end.
  var interpolatingPremultiplied: [GradientStop] {
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

  /// Maximum interpolation error, as a fraction of 1.
  private static let tolerance = 0.25 / 255

  private static func divide(
    _ from: GradientStop, _ to: GradientStop, depth: Int, into result: inout [GradientStop]
  ) {
    // Between c₀α₀ and c₁α₁, the product of the linear interpolations has an error of s (1 − s) Δc Δα at s.
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
  /// The mean of two premultiplied colours that are not both transparent.
  fileprivate func premultipliedMean(with other: Color) -> Color {
    let sum = alpha + other.alpha
    func part(_ a: Double, _ b: Double) -> Double { (a * alpha + b * other.alpha) / sum }
    return Color(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue),
      alpha: sum / 2)
  }
}
