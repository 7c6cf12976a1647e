internal import CCairo
internal import Glibc

extension Paint {
  /// Makes this the source of a Cairo context.
  ///
  /// - Parameters:
  ///   - cairo: The context.
  ///   - box: What a gradient spans, user space.
  func set(on cairo: OpaquePointer, box: Rect) {
    switch self {
    case .color(let color):
      cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    case .linear(let gradient):
      // CSS Images §3.1: the line is as long as makes 0 and 1 fall on the box's corners.
      let angle = gradient.angle * .pi / 180
      let half = (abs(box.width * sin(angle)) + abs(box.height * cos(angle))) / 2
      let center = box.center
      let (dx, dy) = (sin(angle) * half, -cos(angle) * half)
      set(
        cairo_pattern_create_linear(
          center.x - dx, center.y - dy, center.x + dx, center.y + dy), gradient.stops, on: cairo)
    case .radial(let gradient):
      let x = box.x + gradient.centerX.resolved(of: box.width)
      let y = box.y + gradient.centerY.resolved(of: box.height)
      let radius = gradient.radius.resolved(of: min(box.width, box.height))
      set(
        cairo_pattern_create_radial(x, y, 0, x, y, radius), gradient.stops, on: cairo)
    }
  }

  private func set(_ pattern: OpaquePointer?, _ stops: [GradientStop], on cairo: OpaquePointer) {
    defer { cairo_pattern_destroy(pattern) }
    for stop in premultiplied(stops) {
      let color = stop.color
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.offset, color.red, color.green, color.blue, color.alpha)
    }
    cairo_set_source(cairo, pattern)
  }

  /// Cairo interpolates colours that are not premultiplied: from white to `transparent` it passes
  /// through grey. Where alpha changes, stops in between keep to the premultiplied line, and a
  /// transparent end takes the colour of the other one.
  private func premultiplied(_ stops: [GradientStop]) -> [GradientStop] {
    guard var last = stops.first else { return [] }
    var result = [last]
    let steps = 32
    for stop in stops.dropFirst() {
      if stop.color.alpha != last.color.alpha, stop.offset > last.offset {
        if last.color.alpha == 0 {
          result.append(GradientStop(color: stop.color.withOpacity(0), offset: last.offset))
        }
        for step in 1..<steps {
          let t = Double(step) / Double(steps)
          result.append(
            GradientStop(
              color: last.color.premultipliedMix(with: stop.color, at: t),
              offset: last.offset + (stop.offset - last.offset) * t))
        }
        if stop.color.alpha == 0 {
          result.append(GradientStop(color: last.color.withOpacity(0), offset: stop.offset))
        }
      }
      result.append(stop)
      last = stop
    }
    return result
  }
}

extension Color {
  fileprivate func premultipliedMix(with other: Color, at t: Double) -> Color {
    let alpha = self.alpha * (1 - t) + other.alpha * t
    guard alpha > 0 else { return .transparent }
    func part(_ a: Double, _ b: Double) -> Double {
      (a * self.alpha * (1 - t) + b * other.alpha * t) / alpha
    }
    return Color(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue),
      alpha: alpha)
  }
}
