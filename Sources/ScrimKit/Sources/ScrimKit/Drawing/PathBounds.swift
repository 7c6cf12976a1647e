extension Path {
  /// The smallest rectangle that holds the path, curves measured where they turn; px.
  public var bounds: Rect {
    var box: (l: Double, t: Double, r: Double, b: Double)?
    func add(_ x: Double, _ y: Double) {
      guard let old = box else {
        box = (x, y, x, y)
        return
      }
      box = (min(old.l, x), min(old.t, y), max(old.r, x), max(old.b, y))
    }
    var current = Point.zero
    // Glyph outlines end with a lone move to where the next glyph would start: that is no ink.
    var start: Point?
    for element in elements {
      switch element {
      case .move(let p):
        start = p
        current = p
        continue
      case .close:
        continue
      case .line(let p):
        add(p.x, p.y)
      case .curve(let a, let b, let p):
        add(p.x, p.y)
        for t in Self.turns(current.x, a.x, b.x, p.x) + Self.turns(current.y, a.y, b.y, p.y) {
          add(Self.bezier(current.x, a.x, b.x, p.x, t), Self.bezier(current.y, a.y, b.y, p.y, t))
        }
      }
      if let first = start {
        add(first.x, first.y)
        start = nil
      }
      if case .line(let p) = element { current = p }
      if case .curve(_, _, let p) = element { current = p }
    }
    guard let box else { return .empty }
    return Rect(left: box.l, top: box.t, right: box.r, bottom: box.b)
  }

  private static func bezier(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ t: Double)
    -> Double
  {
    let u = 1 - t
    return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
  }

  /// Where the derivative of a cubic Bézier polynomial is 0, inside 0…1.
  private static func turns(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
    let (p, q, r) = (d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a)
    let roots: [Double]
    if abs(p) < 1e-12 {
      roots = abs(q) < 1e-12 ? [] : [-r / q]
    } else {
      let discriminant = q * q - 4 * p * r
      guard discriminant >= 0 else { return [] }
      let root = discriminant.squareRoot()
      roots = [(-q + root) / (2 * p), (-q - root) / (2 * p)]
    }
    return roots.filter { (0...1).contains($0) }
  }
}
