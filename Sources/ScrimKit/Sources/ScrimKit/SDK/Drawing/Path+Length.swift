internal import Glibc

extension Path {
  /// The length of its lines and curves, with those that close contours, px; within 0.01 %.
  public var length: Double { segments.reduce(0) { $0 + $1.length } }

  /// The part of the path between two distances along it, contour after contour.
  ///
  /// - Parameters:
  ///   - start: Where it begins, px; less than 0 is the path's start.
  ///   - end: Where it ends, px; more than the length is the path's end.
  /// - Returns: Open contours, but for those that are whole; empty if `start` is not before `end`.
  public func trimmed(from start: Double, to end: Double) -> Path {
    guard start < end else { return Path() }
    if start <= 0, end >= length { return self }
    var path = Path()
    var cursor = Cursor()
    path.add(segments, from: start, to: end, after: &cursor)
    path.fillRule = fillRule
    return path
  }

  /// The dashes of the path, each an open contour; Cairo 1.16 drops some where a clip cuts a path.
  ///
  /// - Parameters:
  ///   - dash: Alternating lengths of dashes and gaps, px; repeated if their number is odd.
  ///   - offset: Where in the pattern each contour begins, px.
  /// - Returns: A dash over the start of a closed contour is one; a contour without gaps is closed. `nil` for a pattern
  ///   that cannot be drawn, or of more than a million dashes.
  func dashed(_ dash: [Double], offset: Double) -> Path? {
    let pattern = dash.count.isMultiple(of: 2) ? dash : dash + dash
    let period = pattern.reduce(0, +)
    guard period > 0, pattern.allSatisfy({ $0 >= 0 }), length / period < 1e6 else { return nil }
    var path = Path()
    for contour in contours {
      let length = contour.segments.reduce(0) { $0 + $1.length }
      var dashes = Self.dashes(pattern, from: offset, within: length)
      guard dashes.first.map({ $0.from > 0 || $0.to < length }) ?? true else {
        path.elements += contour.elements
        continue
      }
      var joined: (from: Double, to: Double)?
      if contour.isClosed, let first = dashes.first, let last = dashes.last, dashes.count > 1,
        first.from == 0, last.to == length
      {
        joined = (last.from, first.to)
        dashes = dashes.dropFirst().dropLast()
      }
      var cursor = Cursor()
      for dash in dashes {
        path.add(contour.segments, from: dash.from, to: dash.to, after: &cursor)
      }
      guard let joined else { continue }
      path.add(contour.segments, from: joined.from, to: length, after: &cursor)
      cursor = Cursor()
      path.add(contour.segments, from: 0, to: joined.to, after: &cursor, continuing: true)
    }
    return path
  }

  /// The parts of a length that a pattern of dashes covers.
  private static func dashes(
    _ pattern: [Double], from offset: Double, within length: Double
  ) -> ArraySlice<(from: Double, to: Double)> {
    let period = pattern.reduce(0, +)
    var rest = offset.truncatingRemainder(dividingBy: period)
    if rest < 0 { rest += period }
    var index = 0
    while rest >= pattern[index], rest > 0 {
      rest -= pattern[index]
      index = (index + 1) % pattern.count
    }
    var found: [(from: Double, to: Double)] = []
    var (place, left) = (0.0, pattern[index] - rest)
    while place < length {
      let end = min(length, place + left)
      if index.isMultiple(of: 2) { found.append((place, end)) }
      place = end
      index = (index + 1) % pattern.count
      left = pattern[index]
    }
    return found[...]
  }

  /// Where segments have been followed to.
  private struct Cursor {
    var index = 0
    /// The length of the segments before that one, px.
    var travelled = 0.0
  }

  /// Adds what is between two distances along segments, px; a dot has the direction that the path has there.
  ///
  /// - Parameters:
  ///   - segments: Lines and curves, one after the other.
  ///   - start: Where it begins, px.
  ///   - end: Where it ends, px.
  ///   - cursor: Not beyond `start`; moved there, so that many parts take one walk.
  ///   - continuing: Whether it goes on where the path has ended.
  private mutating func add(
    _ segments: [PathSegment], from start: Double, to end: Double, after cursor: inout Cursor,
    continuing: Bool = false
  ) {
    let end = max(end, start + 0.001)
    while cursor.index < segments.count,
      segments[cursor.index].length <= start - cursor.travelled
    {
      cursor.travelled += segments[cursor.index].length
      cursor.index += 1
    }
    var travelled = cursor.travelled
    // Where the part that was added last has ended.
    var last: Point? = continuing ? elements.last?.end : nil
    for segment in segments[cursor.index...] {
      let (from, to) = (start - travelled, end - travelled)
      travelled += segment.length
      guard segment.length > 0, from < segment.length else { continue }
      guard to > 0 else { return }
      let part = segment.part(
        from: segment.parameter(at: max(0, from)),
        to: segment.parameter(at: min(to, segment.length))
      )
      if segment.beginsContour && last == nil || last != part.start { move(to: part.start) }
      if let (first, second) = part.controls {
        curve(first, second, to: part.end)
      } else {
        line(to: part.end)
      }
      last = part.end
    }
  }

  /// The unit vectors along the path at its two ends, both in its direction; `nil` without a length.
  public var endDirections: (start: Point, end: Point)? {
    let drawn = segments.filter { $0.length > 0 }
    guard let first = drawn.first, let last = drawn.last else { return nil }
    return (first.direction(atEnd: false), last.direction(atEnd: true))
  }

  /// The points at its two ends; `nil` without a length.
  public var endPoints: (start: Point, end: Point)? {
    let drawn = segments.filter { $0.length > 0 }
    guard let first = drawn.first, let last = drawn.last else { return nil }
    return (first.start, last.end)
  }

  private var segments: [PathSegment] { contours.flatMap(\.segments) }

  /// A contour: its elements, and the lines and curves of them.
  private struct Contour {
    var elements: [Element] = []
    var segments: [PathSegment] = []
    var isClosed = false
  }

  private var contours: [Contour] {
    var found: [Contour] = []
    var (current, first) = (Point.zero, Point.zero)
    func begin(_ element: Element) {
      if found.last?.segments.isEmpty == true { found.removeLast() }
      found.append(Contour(elements: [element]))
    }
    func add(_ controls: (Point, Point)?, _ end: Point) {
      // After a closed contour another one begins at its start.
      if found.last?.isClosed ?? true { begin(.move(current)) }
      let last = found.count - 1
      found[last].segments.append(
        PathSegment(
          start: current, controls: controls, end: end,
          beginsContour: found[last].segments.isEmpty))
      current = end
    }
    for element in elements {
      switch element {
      case .move(let point):
        (current, first) = (point, point)
        begin(element)
        continue
      case .line(let point): add(nil, point)
      case .curve(let a, let b, let point): add((a, b), point)
      case .close:
        guard found.last?.isClosed == false else { continue }
        if current != first { add(nil, first) }
        found[found.count - 1].isClosed = true
        current = first
      }
      found[found.count - 1].elements.append(element)
    }
    return found.filter { !$0.segments.isEmpty }
  }
}

extension Path.Element {
  /// Where it ends; `nil` for a close.
  fileprivate var end: Point? {
    switch self {
    case .move(let point), .line(let point), .curve(_, _, let point): point
    case .close: nil
    }
  }
}

/// A line or a cubic curve.
private struct PathSegment {
  let start: Point
  /// `nil` for a line.
  let controls: (Point, Point)?
  let end: Point
  let beginsContour: Bool
  /// The lengths up to each of the steps; of a line only the whole.
  private let lengths: [Double]

  private static let steps = 64

  init(start: Point, controls: (Point, Point)?, end: Point, beginsContour: Bool) {
    self.start = start
    self.controls = controls
    self.end = end
    self.beginsContour = beginsContour
    guard let (a, b) = controls else {
      lengths = [hypot(end.x - start.x, end.y - start.y)]
      return
    }
    var (sum, before) = (0.0, start)
    lengths = (1...Self.steps).map { step in
      let point = Self.point(start, a, b, end, at: Double(step) / Double(Self.steps))
      sum += hypot(point.x - before.x, point.y - before.y)
      before = point
      return sum
    }
  }

  var length: Double { lengths.last ?? 0 }

  /// The parameter, 0…1, at a distance from the start, px.
  func parameter(at distance: Double) -> Double {
    guard controls != nil else { return distance / length }
    let step = lengths.firstIndex { $0 >= distance } ?? lengths.count - 1
    let before = step == 0 ? 0 : lengths[step - 1]
    let share = lengths[step] > before ? (distance - before) / (lengths[step] - before) : 0
    return (Double(step) + share) / Double(Self.steps)
  }

  /// The part between two parameters; de Casteljau's algorithm gives its control points.
  func part(from low: Double, to high: Double) -> (
    start: Point, controls: (Point, Point)?, end: Point
  ) {
    guard let (a, b) = controls else {
      return (
        low <= 0 ? start : start + (end - start) * low, nil,
        high >= 1 ? end : start + (end - start) * high
      )
    }
    func blossom(_ r: Double, _ s: Double, _ t: Double) -> Point {
      func mix(_ p: Point, _ q: Point, _ t: Double) -> Point { p * (1 - t) + q * t }
      let (p, q, u) = (mix(start, a, r), mix(a, b, r), mix(b, end, r))
      return mix(mix(p, q, s), mix(q, u, s), t)
    }
    return (
      low <= 0 ? start : blossom(low, low, low),
      (blossom(low, low, high), blossom(low, high, high)),
      high >= 1 ? end : blossom(high, high, high)
    )
  }

  /// The unit vector along it at one of its ends.
  func direction(atEnd: Bool) -> Point {
    let points = [start] + (controls.map { [$0.0, $0.1] } ?? []) + [end]
    let (origin, others) = atEnd ? (end, points.reversed()) : (start, points)
    // Control points may coincide with the ends.
    for other in others.dropFirst() where other != origin {
      let vector = atEnd ? origin - other : other - origin
      return vector * (1 / hypot(vector.x, vector.y))
    }
    return Point(x: 1, y: 0)
  }

  private static func point(
    _ a: Point, _ b: Point, _ c: Point, _ d: Point, at t: Double
  ) -> Point {
    let u = 1 - t
    return a * (u * u * u) + b * (3 * u * u * t) + c * (3 * u * t * t) + d * (t * t * t)
  }
}
