internal import CCairo

/// A path of lines and cubic Bézier curves in px at scale 1.
public struct Path: Hashable, Sendable {
  /// An element of a path.
  public enum Element: Hashable, Sendable {
    /// Starts a contour.
    case move(Point)
    /// A straight line to a point.
    case line(Point)
    /// A cubic Bézier curve with two control points to a point.
    case curve(Point, Point, Point)
    /// Closes the contour.
    case close
  }

  /// The elements.
  public internal(set) var elements: [Element] = []
  /// Which points are inside it where it is filled, or clips.
  public var fillRule = FillRule.nonzero

  /// Creates an empty path.
  public init() {}

  /// Creates the outline of `rect`, with corners of their shape if any radius is positive. Radii that do not fit are
  /// scaled down together (CSS Backgrounds §5.5).
  public init(rect: Rect, radii: CornerRadii = CornerRadii(.pixels(0))) {
    self.init(
      rect: rect, corners: radii.fitted(to: rect).map { Size(width: $0, height: $0) },
      shape: radii.shape)
  }

  /// Creates the outline of `rect`, clockwise.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, px.
  ///   - corners: How far each corner reaches along its horizontal and its vertical side, clockwise from the top left
  ///     one, px. Adjacent corners must fit the side between them.
  ///   - shape: The shape of the corners.
  @_spi(Host) public init(rect: Rect, corners: [Size], shape: CornerShape) {
    guard !rect.isEmpty else { return }
    let (l, t, r, b) = (rect.left, rect.top, rect.right, rect.bottom)
    move(to: Point(x: l + corners[0].width, y: t))
    func corner(_ x: Double, _ y: Double, _ before: Point, _ after: Point) {
      line(to: Point(x: x + before.x, y: y + before.y))
      guard before != .zero, after != .zero else { return }
      elements += shape.quarter(
        from: Point(x: x, y: y), before: before, after: after)
    }
    let (topRight, bottomRight, bottomLeft, topLeft) = (
      corners[1], corners[2], corners[3], corners[0]
    )
    corner(r, t, Point(x: -topRight.width, y: 0), Point(x: 0, y: topRight.height))
    corner(r, b, Point(x: 0, y: -bottomRight.height), Point(x: -bottomRight.width, y: 0))
    corner(l, b, Point(x: bottomLeft.width, y: 0), Point(x: 0, y: -bottomLeft.height))
    corner(l, t, Point(x: 0, y: topLeft.height), Point(x: topLeft.width, y: 0))
    close()
  }

  /// Whether it has no elements.
  public var isEmpty: Bool { elements.isEmpty }

  /// Starts a contour at `point`.
  public mutating func move(to point: Point) { elements.append(.move(point)) }

  /// Draws a straight line to `point`.
  public mutating func line(to point: Point) { elements.append(.line(point)) }

  /// Draws a cubic Bézier curve to `point`.
  public mutating func curve(_ first: Point, _ second: Point, to point: Point) {
    elements.append(.curve(first, second, point))
  }

  /// Closes the contour.
  public mutating func close() { elements.append(.close) }

  /// Appends the contours of `other`, scaled by `scale` about the origin and then translated.
  public mutating func append(_ other: Path, scale: Double = 1, offset: Point = .zero) {
    func place(_ p: Point) -> Point {
      Point(x: p.x * scale + offset.x, y: p.y * scale + offset.y)
    }
    // Reserving the exact capacity would reallocate for every glyph of a text.
    for element in other.elements {
      switch element {
      case .move(let p): elements.append(.move(place(p)))
      case .line(let p): elements.append(.line(place(p)))
      case .curve(let a, let b, let p): elements.append(.curve(place(a), place(b), place(p)))
      case .close: elements.append(.close)
      }
    }
  }

  /// The path with all points transformed. A mirror image turns the other way round.
  public func transformed(by transform: Transform) -> Path {
    if transform == .none { return self }
    var path = Path()
    for element in elements {
      switch element {
      case .move(let point): path.move(to: transform(point))
      case .line(let point): path.line(to: transform(point))
      case .curve(let first, let second, let point):
        path.curve(transform(first), transform(second), to: transform(point))
      case .close: path.close()
      }
    }
    return path
  }

  /// The bounds of all points and control points; those of the path may be smaller.
  public var controlBounds: Rect { Self.bounds(of: elements[...]) }

  private static func bounds(of elements: ArraySlice<Element>) -> Rect {
    var box: (l: Double, t: Double, r: Double, b: Double)?
    func add(_ p: Point) {
      guard let old = box else {
        box = (p.x, p.y, p.x, p.y)
        return
      }
      box = (min(old.l, p.x), min(old.t, p.y), max(old.r, p.x), max(old.b, p.y))
    }
    for element in elements {
      switch element {
      case .move(let p), .line(let p): add(p)
      case .curve(let a, let b, let p):
        add(a)
        add(b)
        add(p)
      case .close: break
      }
    }
    guard let box else { return .empty }
    return Rect(left: box.l, top: box.t, right: box.r, bottom: box.b)
  }

  /// Sets the contours near an area as the current path of a Cairo context. Cairo's coordinates overflow at 2²³ pixels:
  /// contours farther away would reappear on the other side.
  ///
  /// - Parameters:
  ///   - cairo: The context.
  ///   - area: The visible area; `nil` if unknown.
  func add(to cairo: OpaquePointer, near area: Rect?) {
    cairo_new_path(cairo)
    cairo_set_fill_rule(
      cairo, fillRule == .evenodd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    forEachContour(near: area) { Self.add($0, to: cairo) }
  }

  /// Calls `body` with each contour near an area, including its first element.
  ///
  /// - Parameters:
  ///   - area: The visible area; `nil` if unknown.
  ///   - body: Receives a contour.
  func forEachContour(near area: Rect?, _ body: (ArraySlice<Element>) -> Void) {
    var start = 0
    while start < elements.count {
      var end = start + 1
      while end < elements.count, !elements[end].isMove { end += 1 }
      let contour = elements[start..<end]
      if area.map({ Self.bounds(of: contour).touches($0) }) ?? true {
        body(contour)
      }
      start = end
    }
  }

  private static func add(_ contour: ArraySlice<Element>, to cairo: OpaquePointer) {
    for element in contour {
      switch element {
      case .move(let p): cairo_move_to(cairo, p.x, p.y)
      case .line(let p): cairo_line_to(cairo, p.x, p.y)
      case .curve(let a, let b, let p): cairo_curve_to(cairo, a.x, a.y, b.x, b.y, p.x, p.y)
      case .close: cairo_close_path(cairo)
      }
    }
  }
}

extension Path.Element {
  fileprivate var isMove: Bool {
    if case .move = self { true } else { false }
  }
}

extension Rect {
  /// Whether two rectangles have a point in common, including on their edges.
  func touches(_ other: Rect) -> Bool {
    left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom
  }
}
