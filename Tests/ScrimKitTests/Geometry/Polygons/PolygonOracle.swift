import Glibc
import ScrimKit

/// Plain geometry of polygons, which shares no code with the kit's; vertices clockwise, y down.
enum PolygonOracle {
  /// The area by the shoelace formula; negative for an anticlockwise polygon.
  static func area(_ polygon: [Point]) -> Double {
    polygon.indices.reduce(0) { sum, index in
      let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
      return sum + (a.x * b.y - b.x * a.y) / 2
    }
  }

  /// The area of a union of convex polygons, by inclusion and exclusion of their intersections.
  static func areaOfUnion(_ polygons: [[Point]]) -> Double {
    func sum(_ common: [Point]?, _ rest: ArraySlice<[Point]>, _ sign: Double) -> Double {
      rest.indices.reduce(0) { total, index in
        let part = common.map { intersection($0, rest[index]) } ?? rest[index]
        guard !part.isEmpty else { return total }
        return total + sign * area(part) + sum(part, rest[(index + 1)...], -sign)
      }
    }
    return sum(nil, polygons[...], 1)
  }

  /// What two convex polygons have in common: the first, cut at the line through each side of the second.
  static func intersection(_ one: [Point], _ other: [Point]) -> [Point] {
    other.indices.reduce(one) { polygon, index in
      let (a, b) = (other[index], other[(index + 1) % other.count])
      let heights = polygon.map { height($0, over: a, b) }
      return polygon.indices.flatMap { index -> [Point] in
        let next = (index + 1) % polygon.count
        let kept = heights[index] >= 0 ? [polygon[index]] : []
        guard heights[index] * heights[next] < 0 else { return kept }
        let share = heights[index] / (heights[index] - heights[next])
        let (from, to) = (polygon[index], polygon[next])
        return kept + [
          Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
        ]
      }
    }
  }

  /// Whether a point is inside a convex polygon.
  static func contains(_ polygon: [Point], _ point: Point) -> Bool {
    polygon.indices.allSatisfy {
      height(point, over: polygon[$0], polygon[($0 + 1) % polygon.count]) > 0
    }
  }

  /// Twice the area of a triangle: positive where the point is to the right of the line from `a` to `b`.
  private static func height(_ point: Point, over a: Point, _ b: Point) -> Double {
    (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
  }

  /// The distance of a point from the nearest side of a polygon.
  static func distance(_ point: Point, _ polygon: [Point]) -> Double {
    polygon.indices.map { index in
      let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let square = dx * dx + dy * dy
      let share = square > 0 ? ((point.x - a.x) * dx + (point.y - a.y) * dy) / square : 0
      let t = max(0, min(1, share))
      return hypot(point.x - a.x - t * dx, point.y - a.y - t * dy)
    }.min() ?? .infinity
  }

  /// How often contours run clockwise around a point.
  static func winding(_ contours: [[Point]], around point: Point) -> Int {
    contours.reduce(0) { winding, contour in
      contour.indices.reduce(winding) { winding, index in
        let (a, b) = (contour[index], contour[(index + 1) % contour.count])
        guard (a.y <= point.y) != (b.y <= point.y) else { return winding }
        let x = a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)
        // To the right of the point, what runs clockwise around it goes down.
        return x > point.x ? winding + (b.y > a.y ? 1 : -1) : winding
      }
    }
  }
}

extension Path {
  /// The vertices of each contour, if all its sides are straight.
  var polygons: [[Point]]? {
    elements.reduce([[Point]]?([])) { polygons, element in
      guard var polygons else { return nil }
      switch element {
      case .move(let point): polygons.append([point])
      case .line(let point): polygons[polygons.count - 1].append(point)
      case .curve: return nil
      case .close: break
      }
      return polygons
    }
  }
}

extension ConvexPolygon {
  /// A polygon at random, in a square of 100 px. Some share sides, corners or heights with others.
  static func random(by random: inout SeededGenerator) -> ConvexPolygon? {
    func number(_ range: Range<Double>) -> Double {
      range.lowerBound + random.unit() * (range.upperBound - range.lowerBound)
    }
    func step(_ count: Int) -> Double { Double(Int(random.unit() * Double(count))) * 10 }
    switch Int(random.unit() * 4) {
    case 0:
      let (left, top) = (step(9), step(9))
      return ConvexPolygon(
        roundedRect: Rect(x: left, y: top, width: 10 + step(5), height: 10 + step(5)),
        corners: Array(repeating: Size(width: 0, height: 0), count: 4), scale: 1)
    case 1:
      let size = Size(width: number(10..<50), height: number(10..<50))
      let corners = (0..<4).map { _ in
        Size(width: number(0..<size.width / 2), height: number(0..<size.height / 2))
      }
      return ConvexPolygon(
        roundedRect: Rect(
          x: number(0..<50), y: number(0..<50), width: size.width, height: size.height),
        corners: corners, offset: step(2), scale: 0.1)
    default:
      let count = 3 + Int(random.unit() * 9)
      let center = Point(x: number(20..<80), y: number(20..<80))
      let (width, height) = (number(5..<40), number(5..<40))
      return ConvexPolygon(
        (0..<count).map { index in
          let angle = (Double(index) + number(0..<0.8)) / Double(count) * 2 * .pi
          return Point(x: center.x + width * cos(angle), y: center.y + height * sin(angle))
        })
    }
  }
}
