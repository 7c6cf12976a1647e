/// A point of what a reference names: `#id/right`, `#id/ink/top-left`, `#canvas/center`; without an edge, where a line
/// to the rectangle's centre meets its sides.
public struct ReferencePoint: Hashable, Sendable {
  /// The place of a point in a rectangle.
  public enum Edge: String, CaseIterable, Sendable {
    /// The middle of a side.
    case left, right, top, bottom
    /// The middle of the rectangle.
    case center
    /// A corner.
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    /// The shares of the width and the height that are left of it and above it.
    fileprivate var shares: (x: Double, y: Double) {
      switch self {
      case .left: (0, 0.5)
      case .right: (1, 0.5)
      case .top: (0.5, 0)
      case .bottom: (0.5, 1)
      case .center: (0.5, 0.5)
      case .topLeft: (0, 0)
      case .topRight: (1, 0)
      case .bottomLeft: (0, 1)
      case .bottomRight: (1, 1)
      }
    }
  }

  /// What it is a point of.
  public let reference: Reference
  /// Where it is; `nil` where a line to the centre meets the sides.
  public let edge: Edge?

  /// The syntax of points, for messages.
  public static let syntax =
    "a reference, alone or with \(Edge.allCases.map { "\"/\($0.rawValue)\"" }.joined(separator: ", "))"

  /// Parses a point; `nil` if `text` is not one.
  public init?(_ text: String) {
    // Words may contain a slash, and end like an edge.
    if let slash = text.lastIndex(of: "/"),
      let edge = Edge(rawValue: String(text[slash...].dropFirst())),
      let reference = Reference(String(text[..<slash]))
    {
      (self.reference, self.edge) = (reference, edge)
      return
    }
    guard let reference = Reference(text) else { return nil }
    (self.reference, edge) = (reference, nil)
  }

  /// The point as written in a job.
  public var text: String { reference.text + (edge.map { "/\($0.rawValue)" } ?? "") }

  /// The point of a rectangle.
  ///
  /// - Parameters:
  ///   - rectangle: The bounds of what the reference names, px.
  ///   - other: Where a line to the point comes from, px.
  /// - Returns: px; the centre if there is no edge and `other` is inside the rectangle.
  public func point(of rectangle: Rect, toward other: Point) -> Point {
    if let shares = edge?.shares {
      return Point(
        x: rectangle.x + rectangle.width * shares.x, y: rectangle.y + rectangle.height * shares.y)
    }
    let center = rectangle.center
    let (dx, dy) = (other.x - center.x, other.y - center.y)
    // Of the way to the other end, the share that is inside.
    let share = min(
      dx == 0 ? .infinity : rectangle.width / 2 / abs(dx),
      dy == 0 ? .infinity : rectangle.height / 2 / abs(dy))
    guard share < 1 else { return center }
    return Point(x: center.x + dx * share, y: center.y + dy * share)
  }
}

extension ReferencePoint: ParameterValue {
  public static var shape: ParameterShape { .referencePoint }
  public var json: JSON { .string(text) }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard case .string(let text) = json else {
      decoding.reportType(json, expected: Self.shape.words)
      return nil
    }
    guard let point = ReferencePoint(text) else {
      decoding.report(
        .invalidValue, "\(json.description) is not a point of a layer: \(Self.syntax).",
        word: text, candidates: Self.meant(by: text))
      return nil
    }
    self = point
  }

  /// Suggestions for a string that is not a point.
  private static func meant(by text: String) -> [String] {
    let name = text.hasPrefix("#") ? text : "#\(text)"
    let base = name.lastIndex(of: "/").map { String(name[..<$0]) } ?? name
    guard Reference(base) != nil else { return [] }
    return (base == name ? [base] : []) + Edge.allCases.map { "\(base)/\($0.rawValue)" }
  }
}
