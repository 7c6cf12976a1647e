extension Path {
  /// The exact bounds of the path, with curves measured at their extrema; px.
  public var bounds: Rect {
    var (across, down) = (Span(), Span())
    var current = Point.zero
    // Glyph outlines end with a lone move to the next glyph's origin, which is not ink.
    var isMove = false
    for element in elements {
      let end: Point
      switch element {
      case .move(let p):
        (current, isMove) = (p, true)
        continue
      case .close: continue
      case .line(let p): end = p
      case .curve(let a, let b, let p):
        across.addTurns(current.x, a.x, b.x, p.x)
        down.addTurns(current.y, a.y, b.y, p.y)
        end = p
      }
      if isMove {
        across.add(current.x)
        down.add(current.y)
        isMove = false
      }
      across.add(end.x)
      down.add(end.y)
      current = end
    }
    guard across.least <= across.most else { return .empty }
    return Rect(left: across.least, top: down.least, right: across.most, bottom: down.most)
  }

  /// The interval that a path covers along one axis.
  private struct Span {
    var least = Double.infinity
    var most = -Double.infinity

    mutating func add(_ value: Double) {
      least = min(least, value)
      most = max(most, value)
    }

    /// Adds the extrema of a cubic Bézier polynomial inside 0…1, where its derivative is 0.
    mutating func addTurns(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
      // A Bézier curve stays within the range of its coefficients. If the inner ones are between the ends, the ends are
      // the extrema.
      let (low, high) = (min(a, d), max(a, d))
      if low <= b, b <= high, low <= c, c <= high { return }
      let (p, q, r) = (d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a)
      if abs(p) < 1e-12 {
        if abs(q) >= 1e-12 { add(a, b, c, d, at: -r / q) }
        return
      }
      let discriminant = q * q - 4 * p * r
      guard discriminant >= 0 else { return }
      let root = discriminant.squareRoot()
      add(a, b, c, d, at: (-q + root) / (2 * p))
      add(a, b, c, d, at: (-q - root) / (2 * p))
    }

    private mutating func add(_ a: Double, _ b: Double, _ c: Double, _ d: Double, at t: Double) {
      guard (0...1).contains(t) else { return }
      let u = 1 - t
      add(u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d)
    }
  }
}
