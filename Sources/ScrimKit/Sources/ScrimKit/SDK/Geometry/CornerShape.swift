/// The shape of a box's corners; CSS Borders 4 §4.
public enum CornerShape: String, ParameterChoice {
  /// Quarters of circles.
  case round
  /// Quarters of superellipses of degree 4, between a circle and a square.
  case squircle
  /// Straight cuts.
  case bevel
  /// Quarters of circles that curve inwards.
  case scoop
  /// Squares cut out.
  case notch

  /// Whether a box with such corners is convex.
  public var isConvex: Bool { self != .scoop && self != .notch }

  /// How much a corner's radius grows where its outline moves outwards by 1, so that the middle of the corner moves
  /// with it along the diagonal.
  @_spi(Host) public var growth: Double {
    switch self {
    case .round: 1
    case .squircle: Self.diagonal / (1 - Self.middle)
    case .bevel: 2 - 2.0.squareRoot()
    case .scoop: Self.diagonal * 2.0.squareRoot()
    case .notch: 0
    }
  }

  /// A corner as elements that continue a path at its start.
  ///
  /// - Parameters:
  ///   - tip: Where the two sides would meet, px.
  ///   - before: From there to the start of the corner.
  ///   - after: From there to its end.
  /// - Returns: Lines and curves.
  func quarter(from tip: Point, before: Point, after: Point) -> [Path.Element] {
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: tip.x + before.x * x + after.x * y, y: tip.y + before.y * x + after.y * y)
    }
    // 1 − κ: the control points of the curve closest to a quarter of a circle.
    let k = 0.447_715_250_169_206
    switch self {
    case .round: return [.curve(at(k, 0), at(0, k), at(0, 1))]
    case .bevel: return [.line(at(0, 1))]
    case .scoop: return [.curve(at(1, 1 - k), at(1 - k, 1), at(0, 1))]
    case .notch: return [.line(at(1, 1)), .line(at(0, 1))]
    case .squircle:
      // Cubic Hermite curves through points of the half from the start to the diagonal, then mirrored.
      let half = (0...Self.pieces).map { Self.half(Double($0) / Double(Self.pieces)) }
      var points = [(x: Double, y: Double)]()
      for (one, other) in zip(half, half.dropFirst()) {
        let third = (other.x - one.x) / 3
        points += [
          (one.x + third, one.y + third * one.slope),
          (other.x - third, other.y - third * other.slope),
          (other.x, other.y),
        ]
      }
      // The end of the first half is the start of the second.
      points += points.dropLast().reversed().map { ($0.y, $0.x) } + [(0, 1)]
      return stride(from: 0, to: points.count, by: 3).map {
        .curve(
          at(points[$0].x, points[$0].y), at(points[$0 + 1].x, points[$0 + 1].y),
          at(points[$0 + 2].x, points[$0 + 2].y))
      }
    }
  }

  /// The pieces of half a squircle's corner: within 0.0003 of its radius.
  private static let pieces = 4

  /// A point of a squircle's corner between its start and the diagonal, and dy/dx there.
  private static func half(_ share: Double) -> (x: Double, y: Double, slope: Double) {
    // (1 − x)⁴ + (1 − y)⁴ = 1
    let along = middle * share
    let fourth = along * along * along * along
    let rest = (1 - fourth).squareRoot().squareRoot()
    return (1 - along, 1 - rest, -along * along * along / (rest * rest * rest))
  }

  /// The distance from the middle of a squircle's corner to the end of its radius, in each direction: 2^(−¼).
  private static let middle = 0.840_896_415_253_714_6
  /// √½ of the distance from the corner of a box to that of the box grown by 1, less 1: 1 − √½.
  private static let diagonal = 0.292_893_218_813_452_5
}
