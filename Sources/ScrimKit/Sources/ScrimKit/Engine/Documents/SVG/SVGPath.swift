/// The `d` attribute of a path, in relative commands with three decimals. Absolute positions are rounded, so that
/// errors do not accumulate.
struct SVGPath {
  /// The data so far; empty if no contour is near the visible area.
  private(set) var data: [UInt8] = []
  /// Coordinate units per px.
  private static let unit = 1000

  private struct Place: Equatable {
    var x = 0
    var y = 0

    init() {}

    /// - Parameter point: The point, px of the page.
    init(_ point: Point) {
      x = SVGNumber.units(point.x, of: unit)
      y = SVGNumber.units(point.y, of: unit)
    }
  }

  private var current = Place()
  private var start = Place()
  /// The start of a contour, written only if a line or curve follows.
  private var pendingMove: Place?
  private var command: UInt8 = 0

  /// - Parameters:
  ///   - path: The path, in the units of a recording.
  ///   - transform: From the recording to the page.
  ///   - area: The visible area in the units of the recording; contours that are not near it are omitted.
  init(_ path: Path, _ transform: Similarity, near area: Rect) {
    path.forEachContour(near: area) { contour in
      for (index, element) in zip(contour.indices, contour) {
        let next = index + 1 < contour.endIndex ? contour[index + 1] : nil
        if !isNeedless(element, before: next, of: contour, transform) { add(element, transform) }
      }
    }
    // A start without a following element draws nothing.
  }

  /// Whether an element can be omitted: a line back to the start, which closing draws, or a line of zero length. The
  /// only line of a contour stays, because a stroke draws it as a dot.
  private func isNeedless(
    _ element: Path.Element, before next: Path.Element?, of contour: ArraySlice<Path.Element>,
    _ transform: Similarity
  ) -> Bool {
    guard case .line(let point) = element, contour.count > 3 else { return false }
    let end = Place(transform(point))
    return end == pendingMove ?? current || (next == .close && end == pendingMove ?? start)
  }

  private mutating func add(_ element: Path.Element, _ transform: Similarity) {
    switch element {
    case .move(let point): pendingMove = Place(transform(point))
    case .line(let point):
      let end = Place(transform(point))
      guard begin(at: end) else { return }
      line(to: end)
    case .curve(let first, let second, let point):
      _ = begin(at: Place(transform(first)))
      let end = Place(transform(point))
      write("c", [Place(transform(first)), Place(transform(second)), end])
      current = end
    case .close:
      guard begin(at: nil) else { return }
      data.append(UInt8(ascii: "z"))
      command = UInt8(ascii: "z")
      current = start
    }
  }

  /// Writes the start of a contour if one is pending or none has been written.
  ///
  /// - Parameter place: The start of a contour that has none.
  /// - Returns: Whether there was a start.
  private mutating func begin(at place: Place?) -> Bool {
    let hadStart = pendingMove != nil || !data.isEmpty
    guard let move = pendingMove ?? (data.isEmpty ? place : nil) else { return hadStart }
    pendingMove = nil
    if data.isEmpty {
      data.append(UInt8(ascii: "M"))
      append(move.x)
      append(move.y)
      command = UInt8(ascii: "M")
    } else {
      write("m", [move])
      // Further coordinates after a move are lines.
      command = UInt8(ascii: "l")
    }
    (current, start) = (move, move)
    return hadStart
  }

  private mutating func line(to end: Place) {
    if end.y == current.y, end.x != current.x {
      begin("h")
      append(end.x - current.x)
    } else if end.x == current.x, end.y != current.y {
      begin("v")
      append(end.y - current.y)
    } else {
      write("l", [end])
    }
    current = end
  }

  private mutating func write(_ letter: Unicode.Scalar, _ places: [Place]) {
    begin(letter)
    for place in places {
      append(place.x - current.x)
      append(place.y - current.y)
    }
  }

  /// Writes a command unless it repeats the previous one.
  private mutating func begin(_ letter: Unicode.Scalar) {
    let letter = UInt8(ascii: letter)
    guard letter != command else { return }
    data.append(letter)
    command = letter
  }

  private mutating func append(_ units: Int) {
    // A minus sign or a letter also separates numbers.
    if units >= 0, let last = data.last, last < UInt8(ascii: "A") { data.append(UInt8(ascii: " ")) }
    SVGNumber.append(units, unit: Self.unit, to: &data)
  }
}
