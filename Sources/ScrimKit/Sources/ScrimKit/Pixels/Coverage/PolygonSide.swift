/// An edge of a polygon. What is filled lies to its right, y down.
struct PolygonSide {
  /// In 1/256 of a pixel.
  let from: SIMD2<Int32>
  let to: SIMD2<Int32>
  /// Of length 1.
  let direction: SIMD2<Float>
  /// Pixels.
  let length: Float
  /// The direction of the edge after it.
  var next = SIMD2<Float>(1, 0)
  /// Pixels.
  var nextLength: Float = 0

  init(_ from: SIMD2<Int32>, _ to: SIMD2<Int32>) {
    self.from = from
    self.to = to
    let (dx, dy) = (Float(to.x &- from.x) / 256, Float(to.y &- from.y) / 256)
    length = (dx * dx + dy * dy).squareRoot()
    direction = SIMD2(dx / length, dy / length)
  }

  /// Away from what is filled.
  var normal: SIMD2<Float> { SIMD2(direction.y, -direction.x) }
  var nextNormal: SIMD2<Float> { SIMD2(next.y, -next.x) }

  /// The sine of the angle to the next edge; positive where the corner is convex.
  var turn: Float { direction.x * next.y - direction.y * next.x }
  var cosineOfTurn: Float { direction.x * next.x + direction.y * next.y }

  /// Whether a point outside can be nearest to the corner at its end: also where the path turns back.
  var endsConvex: Bool { turn > 0 || (turn == 0 && cosineOfTurn < 0) }
}
