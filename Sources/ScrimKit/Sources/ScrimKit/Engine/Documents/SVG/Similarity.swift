/// A rotation, a uniform scale and a translation, in this order. Circles stay circles, and strokes keep their shape.
struct Similarity {
  /// The columns of its matrix are (cosine, sine) and (−sine, cosine), both multiplied by the scale.
  private(set) var cosine = 1.0
  private(set) var sine = 0.0
  /// The image of the origin.
  private(set) var origin: Point

  /// The scale factor of lengths.
  var factor: Double { (cosine * cosine + sine * sine).squareRoot() }

  /// Creates a scale and a translation.
  init(origin: Point, scale: Double = 1) {
    self.origin = origin
    cosine = scale
  }

  /// The transform as a similarity; `nil` if it mirrors or skews, or scales x and y differently.
  init?(_ transform: Transform) {
    guard abs(transform.xx - transform.yy) < 1e-9, abs(transform.yx + transform.xy) < 1e-9 else {
      return nil
    }
    origin = transform.origin
    (cosine, sine) = (transform.xx, transform.yx)
  }

  /// The transformed point.
  func callAsFunction(_ p: Point) -> Point {
    Point(x: cosine * p.x - sine * p.y + origin.x, y: sine * p.x + cosine * p.y + origin.y)
  }

  /// The composition of `other` and then this transform.
  func after(_ other: Similarity) -> Similarity {
    var result = Similarity(origin: self(other.origin))
    result.cosine = cosine * other.cosine - sine * other.sine
    result.sine = sine * other.cosine + cosine * other.sine
    return result
  }

  /// The composition of `other` and then this transform, from px to px of the page.
  func after(_ other: Transform) -> DeviceTransform {
    var result = DeviceTransform()
    result.xx = cosine * other.xx - sine * other.yx
    result.yx = sine * other.xx + cosine * other.yx
    result.xy = cosine * other.xy - sine * other.yy
    result.yy = sine * other.xy + cosine * other.yy
    let moved = self(other.origin)
    (result.x0, result.y0) = (moved.x, moved.y)
    return result
  }

  /// The inverse; the scale must not be 0.
  var inverse: Similarity {
    let square = cosine * cosine + sine * sine
    var result = Similarity(origin: .zero)
    (result.cosine, result.sine) = (cosine / square, -sine / square)
    let moved = result(origin)
    result.origin = Point(x: -moved.x, y: -moved.y)
    return result
  }

  /// The axis-aligned bounds of the transformed rectangle.
  func bounds(of rect: Rect) -> Rect {
    guard !rect.isEmpty else { return .empty }
    if cosine == 1, sine == 0 { return rect.offset(dx: origin.x, dy: origin.y) }
    let center = self(rect.center)
    let width = abs(cosine) * rect.width + abs(sine) * rect.height
    let height = abs(sine) * rect.width + abs(cosine) * rect.height
    return Rect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
  }
}
