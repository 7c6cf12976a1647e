/// An edge of a polygon, with the filled area to its right, y down.
struct PolygonSide {
  /// The start, in 1/256 of a pixel.
  let from: SIMD2<Int32>
  let to: SIMD2<Int32>
  /// The unit vector of its direction.
  let direction: SIMD2<Float>
  /// Length, pixels.
  let length: Float
  /// The direction of the next edge.
  var next = SIMD2<Float>(1, 0)
  /// The length of the next edge, pixels.
  var nextLength: Float = 0

  init(_ from: SIMD2<Int32>, _ to: SIMD2<Int32>) {
    self.from = from
    self.to = to
    let (dx, dy) = (Float(to.x &- from.x) / 256, Float(to.y &- from.y) / 256)
    length = (dx * dx + dy * dy).squareRoot()
    direction = SIMD2(dx / length, dy / length)
  }

  /// The unit normal away from the filled area.
  var normal: SIMD2<Float> { SIMD2(direction.y, -direction.x) }
  var nextNormal: SIMD2<Float> { SIMD2(next.y, -next.x) }

  /// The sine of the angle to the next edge; positive if the corner is convex.
  var turn: Float { direction.x * next.y - direction.y * next.x }
  var cosineOfTurn: Float { direction.x * next.x + direction.y * next.y }

  /// Whether the corner at its end can be the nearest to a point outside, including where the path reverses.
  var endsConvex: Bool { turn > 0 || (turn == 0 && cosineOfTurn < 0) }
}
