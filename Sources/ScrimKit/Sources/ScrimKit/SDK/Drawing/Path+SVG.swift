internal import Glibc

/// An error in SVG path data.
public struct PathDataError: Error, Hashable, Sendable {
  /// What is wrong, with the place in the data, as a sentence.
  public let message: String
}

extension Path {
  /// Creates a path from SVG path data (SVG 2 §9.3): all commands, absolute and relative, with the grammar's optional
  /// commas and spaces, flags without separators and repeated arguments.
  ///
  /// - Parameter text: Such as "M0 0h24v24z"; "" is an empty path.
  /// - Throws: `PathDataError` where the grammar is broken or a number is not finite. SVG draws what comes before;
  ///   a job should not be drawn half.
  public init(svg text: String) throws(PathDataError) {
    var reader = PathDataReader(text)
    try reader.readAll()
    self = reader.path
  }

  /// What renderers draw of path data: all before the first error, with numbers of any size.
  init(drawnOf text: String) {
    var reader = PathDataReader(text, limit: .infinity)
    try? reader.readAll()
    self = reader.path
  }
}

/// Reads SVG path data.
private struct PathDataReader {
  private let bytes: [UInt8]
  private var place = 0
  private(set) var path = Path()
  private let limit: Double
  private var current = Point.zero
  private var start = Point.zero
  /// The last control point of the command before, for smooth curves; `nil` after another command.
  private var cubicControl: Point?
  private var quadraticControl: Point?
  /// Whether the contour was closed, so that the next command begins another one at its start.
  private var isClosed = false

  init(_ text: String, limit: Double = 1e6) {
    bytes = Array(text.utf8)
    self.limit = limit
  }

  mutating func readAll() throws(PathDataError) {
    skipSpaces()
    while place < bytes.count {
      let byte = bytes[place]
      let command = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 ? byte | 0x20 : 0
      guard "mzlhvcsqta".utf8.contains(command) else {
        throw error("expected a command such as M, L or Z")
      }
      guard command == UInt8(ascii: "m") || !path.isEmpty else {
        throw error("path data begins with M")
      }
      place += 1
      try read(command, isRelative: byte & 0x20 != 0)
      skipSpaces()
    }
  }

  /// Reads the arguments of a command, as often as they are repeated.
  private mutating func read(_ command: UInt8, isRelative: Bool) throws(PathDataError) {
    if command == UInt8(ascii: "z") {
      path.close()
      (current, isClosed) = (start, true)
      (cubicControl, quadraticControl) = (nil, nil)
      return
    }
    var command = command
    repeat {
      try readOnce(command, isRelative: isRelative)
      // Further points after a move are lines.
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
    } while hasArgument()
  }

  private mutating func readOnce(_ command: UInt8, isRelative: Bool) throws(PathDataError) {
    let origin = isRelative ? current : .zero
    let (cubic, quadratic) = (cubicControl, quadraticControl)
    (cubicControl, quadraticControl) = (nil, nil)
    switch command {
    case UInt8(ascii: "m"):
      current = try point(origin)
      (start, isClosed) = (current, false)
      path.move(to: current)
    case UInt8(ascii: "l"): line(to: try point(origin))
    case UInt8(ascii: "h"): line(to: Point(x: origin.x + (try number()), y: current.y))
    case UInt8(ascii: "v"): line(to: Point(x: current.x, y: origin.y + (try number())))
    case UInt8(ascii: "c"):
      let first = try point(origin)
      let second = try point(origin)
      curve(first, second, to: try point(origin))
    case UInt8(ascii: "s"):
      let second = try point(origin)
      curve(reflected(cubic), second, to: try point(origin))
    case UInt8(ascii: "q"):
      let control = try point(origin)
      quadraticCurve(control, to: try point(origin))
    case UInt8(ascii: "t"): quadraticCurve(reflected(quadratic), to: try point(origin))
    default:
      let radii = Size(width: try number(), height: try number())
      let rotation = try number() * .pi / 180
      let (isLarge, isClockwise) = (try flag(), try flag())
      arc(radii, rotation, isLarge, isClockwise, to: try point(origin))
    }
  }

  /// A control point mirrored at the current point, which it is without one.
  private func reflected(_ control: Point?) -> Point {
    control.map { Point(x: 2 * current.x - $0.x, y: 2 * current.y - $0.y) } ?? current
  }

  private mutating func beginContour() {
    guard isClosed else { return }
    path.move(to: start)
    isClosed = false
  }

  private mutating func line(to end: Point) {
    beginContour()
    path.line(to: end)
    current = end
  }

  private mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    beginContour()
    path.curve(first, second, to: end)
    (current, cubicControl) = (end, second)
  }

  private mutating func quadraticCurve(_ control: Point, to end: Point) {
    beginContour()
    func toward(_ point: Point) -> Point { point + (control - point) * (2.0 / 3) }
    path.curve(toward(current), toward(end), to: end)
    (current, quadraticControl) = (end, control)
  }

  /// SVG 2 §B.2.4 and §B.2.5: from end points to a centre; radii that are too small grow.
  private mutating func arc(
    _ radii: Size, _ rotation: Double, _ isLarge: Bool, _ isClockwise: Bool, to end: Point
  ) {
    var (rx, ry) = (abs(radii.width), abs(radii.height))
    guard rx > 0, ry > 0, end != current else {
      if end != current { line(to: end) }
      return
    }
    beginContour()
    let (cosine, sine) = (cos(rotation), sin(rotation))
    let half = (current - end) * 0.5
    let x = cosine * half.x + sine * half.y
    let y = cosine * half.y - sine * half.x
    // Squares of very small or large numbers would be 0 or infinite.
    let growth = hypot(x / rx, y / ry)
    if growth > 1 { (rx, ry) = (rx * growth, ry * growth) }
    let rest = max(0, 1 / growth - 1).squareRoot() * (1 / growth + 1).squareRoot()
    let factor = growth >= 1 ? 0 : isLarge == isClockwise ? -rest : rest
    let (cx, cy) = (factor * rx * y / ry, -factor * ry * x / rx)
    let middle = (current + end) * 0.5
    let center = Point(
      x: cosine * cx - sine * cy + middle.x, y: sine * cx + cosine * cy + middle.y)
    guard growth.isFinite, growth > 0, center.x.isFinite, center.y.isFinite else {
      line(to: end)
      return
    }
    let from = atan2((y - cy) / ry, (x - cx) / rx)
    var sweep = atan2((-y - cy) / ry, (-x - cx) / rx) - from
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    let count = path.elements.count
    path.addArc(
      center: center, radii: Size(width: rx, height: ry), rotation: rotation, from: from,
      sweep: sweep, continuing: true)
    if path.elements.count > count { current = end }
  }

  // MARK: - Characters

  private mutating func skipSpaces() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[place]) { place += 1 }
  }

  private mutating func skipSeparator() {
    skipSpaces()
    if place < bytes.count, bytes[place] == UInt8(ascii: ",") {
      place += 1
      skipSpaces()
    }
  }

  /// Whether another argument follows, after a separator.
  private mutating func hasArgument() -> Bool {
    let before = place
    skipSeparator()
    if place < bytes.count, Self.beginsNumber(bytes[place]) { return true }
    // A comma before a command is an error there.
    place = before
    return false
  }

  private static func beginsNumber(_ byte: UInt8) -> Bool {
    isDigit(byte) || "+-.".utf8.contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private mutating func point(_ origin: Point) throws(PathDataError) -> Point {
    let x = try number()
    return Point(x: origin.x + x, y: origin.y + (try number()))
  }

  private mutating func number() throws(PathDataError) -> Double {
    skipSeparator()
    let first = place
    func digits(_ place: inout Int) -> Int {
      let before = place
      while place < bytes.count, Self.isDigit(bytes[place]) { place += 1 }
      return place - before
    }
    if place < bytes.count, "+-".utf8.contains(bytes[place]) { place += 1 }
    var count = digits(&place)
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      place += 1
      count += digits(&place)
    }
    guard count > 0 else {
      place = first
      throw error("expected a number")
    }
    if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
      let before = place
      place += 1
      if place < bytes.count, "+-".utf8.contains(bytes[place]) { place += 1 }
      if digits(&place) == 0 { place = before }
    }
    let text = String(decoding: bytes[first..<place], as: UTF8.self)
    guard let value = Double(text.hasSuffix(".") ? text + "0" : text.replacing(".e", with: ".0e")),
      abs(value) <= limit
    else {
      place = first
      throw error("\(text) is outside -1000000…1000000")
    }
    return value
  }

  private mutating func flag() throws(PathDataError) -> Bool {
    skipSeparator()
    guard place < bytes.count,
      bytes[place] == UInt8(ascii: "0") || bytes[place] == UInt8(ascii: "1")
    else { throw error("expected a flag, 0 or 1") }
    place += 1
    return bytes[place - 1] == UInt8(ascii: "1")
  }

  private func error(_ words: String) -> PathDataError {
    let found = String(decoding: bytes[min(place, bytes.count)...].prefix(12), as: UTF8.self)
    return PathDataError(
      message: "\(words) at character \(place + 1)"
        + (found.isEmpty ? ", where the data ends." : ", found \"\(found)\"."))
  }
}
