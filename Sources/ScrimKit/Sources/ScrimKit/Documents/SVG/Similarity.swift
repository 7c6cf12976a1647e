/// A rotation, a scale that is the same in each direction, and a movement, in this order. Circles stay
/// circles, and strokes keep their shape.
struct Similarity {
  /// The columns of its matrix are (cosine, sine) and (−sine, cosine), each times the scale.
  private(set) var cosine = 1.0
  private(set) var sine = 0.0
  /// Where the origin goes.
  private(set) var origin: Point

  /// How much longer it makes any line.
  var factor: Double { (cosine * cosine + sine * sine).squareRoot() }

  /// A scale and a movement.
  init(origin: Point, scale: Double = 1) {
    self.origin = origin
    cosine = scale
  }

  /// A rotation.
  init(_ rotation: Rotation) {
    origin = rotation.origin
    (cosine, sine) = (rotation.cosine, rotation.sine)
  }

  /// Where a point goes.
  func callAsFunction(_ p: Point) -> Point {
    Point(x: cosine * p.x - sine * p.y + origin.x, y: sine * p.x + cosine * p.y + origin.y)
  }

  /// Another one first, and then this.
  func after(_ other: Similarity) -> Similarity {
    var result = Similarity(origin: self(other.origin))
    result.cosine = cosine * other.cosine - sine * other.sine
    result.sine = sine * other.cosine + cosine * other.sine
    return result
  }

  /// What takes everything back; its own scale must not be 0.
  var inverse: Similarity {
    let square = cosine * cosine + sine * sine
    var result = Similarity(origin: .zero)
    (result.cosine, result.sine) = (cosine / square, -sine / square)
    let moved = result(origin)
    result.origin = Point(x: -moved.x, y: -moved.y)
    return result
  }

  /// The upright bounds of where a rectangle goes.
  func bounds(of rect: Rect) -> Rect {
    guard !rect.isEmpty else { return .empty }
    if cosine == 1, sine == 0 { return rect.offset(dx: origin.x, dy: origin.y) }
    let center = self(rect.center)
    let width = abs(cosine) * rect.width + abs(sine) * rect.height
    let height = abs(sine) * rect.width + abs(cosine) * rect.height
    return Rect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
  }
}
