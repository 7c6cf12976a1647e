/// The stops of a linear or radial gradient along its line, for Cairo and SVG: in sRGB, with offsets from 0 to 1.
struct GradientLine {
  let stops: [GradientStop]
  let isRepeating: Bool
  /// Where on the gradient's own line the stops begin and end: 0 and 1 unless they repeat.
  let start: Double
  let end: Double

  init(_ gradient: LinearGradient, from start: Point, to end: Point) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    self.init(gradient.stops, gradient.style, length: (dx * dx + dy * dy).squareRoot())
  }

  init(_ gradient: RadialGradient, radius: Double) {
    self.init(gradient.stops, gradient.style, length: radius)
  }

  private init(_ given: [GradientStop], _ style: GradientStyle, length: Double) {
    let (all, isRepeating) = given.resolved(style, length: length)
    self.isRepeating = isRepeating
    guard isRepeating, let first = all.first?.offset, let last = all.last?.offset else {
      (stops, start, end) = (all, 0, 1)
      return
    }
    stops = all.map {
      GradientStop(color: $0.color, offset: ($0.offset - first) / (last - first))
    }
    (start, end) = (first, last)
  }

  /// A point of a line, px: 0 is its start, 1 its end.
  static func point(_ place: Double, from start: Point, to end: Point) -> Point {
    Point(x: start.x + (end.x - start.x) * place, y: start.y + (end.y - start.y) * place)
  }
}

extension [GradientStop] {
  /// The shortest period that is drawn, px; what repeats within less is one colour.
  private static var shortestPeriod: Double { 0.25 }

  /// The stops in sRGB, and whether they repeat.
  ///
  /// Stops that repeat within less than can be drawn are their average, those without any distance the last colour
  /// (CSS Images 3 §3.3). A document would list each repetition.
  ///
  /// - Parameters:
  ///   - style: The gradient's.
  ///   - length: From offset 0 to offset 1, px.
  /// - Returns: The stops to draw.
  func resolved(
    _ style: GradientStyle, length: Double
  ) -> (stops: [GradientStop], isRepeating: Bool) {
    let all = interpolated(in: style.space)
    guard style.isRepeating, let first = all.first, let last = all.last else { return (all, false) }
    let period = (last.offset - first.offset) * length
    guard period < Self.shortestPeriod else { return (all, true) }
    let color = last.offset > first.offset ? all.average : last.color
    return ([0, 1].map { GradientStop(color: color, offset: $0) }, false)
  }

  /// The mean colour between the first and the last stop.
  private var average: Color {
    let sum = zip(self, dropFirst()).reduce(SIMD4<Double>.zero) { sum, stops in
      let mean = (stops.0.color.premultiplied + stops.1.color.premultiplied) / 2
      return sum + mean * (stops.1.offset - stops.0.offset)
    }
    return Color(premultiplied: sum / ((last?.offset ?? 1) - (first?.offset ?? 0)))
  }
}

extension Color {
  /// Red, green and blue multiplied by alpha, and alpha.
  var premultiplied: SIMD4<Double> { SIMD4(red, green, blue, 1) * alpha }

  /// The colour of a premultiplied one.
  init(premultiplied parts: SIMD4<Double>) {
    let alpha = parts[3]
    let color = alpha > 0 ? parts / alpha : .zero
    self.init(red: color[0], green: color[1], blue: color[2], alpha: alpha)
  }
}
