extension Path {
  /// The path, reversed if its contours enclose a negative area: clockwise overall, y down.
  ///
  /// Fonts differ in direction. If shapes of both directions overlap in one path, a non-zero winding fill has holes.
  var clockwise: Path { signedArea < 0 ? reversed : self }

  /// Twice the signed area of the contours, positive if clockwise, y down. Curves are approximated by their control
  /// points, which is sufficient for the sign.
  private var signedArea: Double {
    var area = 0.0
    var start = Point.zero
    var last = Point.zero
    func line(to point: Point) {
      area += last.x * point.y - point.x * last.y
      last = point
    }
    for element in elements {
      switch element {
      case .move(let point):
        line(to: start)
        start = point
        last = point
      case .line(let point): line(to: point)
      case .curve(let first, let second, let point):
        line(to: first)
        line(to: second)
        line(to: point)
      case .close: line(to: start)
      }
    }
    line(to: start)
    return area
  }

  /// The contours in reverse direction.
  private var reversed: Path {
    var path = Path()
    var contour: [Element] = []
    func turn() {
      defer { contour = [] }
      let ends = contour.compactMap(\.end)
      guard ends.count > 1, let last = ends.last else { return }
      path.move(to: last)
      for (element, point) in zip(contour.reversed(), ends.dropLast().reversed()) {
        if case .curve(let first, let second, _) = element {
          path.curve(second, first, to: point)
        } else {
          path.line(to: point)
        }
      }
    }
    for element in elements {
      switch element {
      case .move:
        turn()
        contour = [element]
      case .line, .curve: contour.append(element)
      case .close:
        let start = contour.first?.end
        turn()
        path.close()
        contour = start.map { [.move($0)] } ?? []
      }
    }
    turn()
    return path
  }
}

extension Path.Element {
  fileprivate var end: Point? {
    switch self {
    case .move(let point), .line(let point), .curve(_, _, let point): point
    case .close: nil
    }
  }
}
