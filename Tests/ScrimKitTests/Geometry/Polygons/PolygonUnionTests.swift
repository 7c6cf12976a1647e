import ScrimKit
import Testing

/// Unions and differences of random polygons beside an oracle.
@Suite struct PolygonUnionTests {
  private static let runs = 400

  /// Polygons, and some to subtract.
  private static func scene(seed: Int) -> (polygons: [ConvexPolygon], holes: [ConvexPolygon]) {
    var random = SeededGenerator(seed: UInt64(seed))
    let (count, holes) = (1 + Int(random.unit() * 4), Int(random.unit() * 4))
    return (
      (0..<count).compactMap { _ in ConvexPolygon.random(by: &random) },
      (0..<holes).compactMap { _ in ConvexPolygon.random(by: &random) }
    )
  }

  @Test func theAreaIsThatOfTheDifference() throws {
    for seed in 0..<Self.runs {
      let (polygons, holes) = Self.scene(seed: seed)
      let contours = try #require(Path(union: polygons, subtracting: holes).polygons)
      let area = contours.map(PolygonOracle.area).reduce(0, +)
      let expected =
        PolygonOracle.areaOfUnion((polygons + holes).map(\.vertices))
        - PolygonOracle.areaOfUnion(holes.map(\.vertices))
      #expect(abs(area - expected) < 1e-3, "seed \(seed): \(area) px², expected \(expected)")
    }
  }

  /// Inside contours run around a point once, outside never: so both fill rules give the same.
  @Test func pointsAreInsideOnceOrNot() throws {
    var counts = (inside: 0, outside: 0)
    for seed in 0..<Self.runs {
      let (polygons, holes) = Self.scene(seed: seed)
      let contours = try #require(Path(union: polygons, subtracting: holes).polygons)
      var random = SeededGenerator(seed: ~UInt64(seed))
      for _ in 0..<100 {
        let point = Point(x: random.unit() * 120 - 10, y: random.unit() * 120 - 10)
        let all = (polygons + holes).map(\.vertices)
        guard all.allSatisfy({ PolygonOracle.distance(point, $0) > 1e-4 }) else { continue }
        let isInside =
          polygons.contains { PolygonOracle.contains($0.vertices, point) }
          && !holes.contains { PolygonOracle.contains($0.vertices, point) }
        let winding = PolygonOracle.winding(contours, around: point)
        #expect(winding == (isInside ? 1 : 0), "seed \(seed), \(point)")
        if isInside { counts.inside += 1 } else { counts.outside += 1 }
      }
    }
    #expect(counts.inside > Self.runs * 10 && counts.outside > Self.runs * 10, "\(counts)")
  }

  @Test func orderDoesNotMatter() throws {
    for seed in 0..<50 {
      let (polygons, holes) = Self.scene(seed: seed)
      let one = try #require(Path(union: polygons, subtracting: holes).polygons)
      let other = try #require(
        Path(union: polygons.reversed(), subtracting: holes.reversed()).polygons)
      let areas = [one, other].map { $0.map(PolygonOracle.area).reduce(0, +) }
      #expect(abs(areas[0] - areas[1]) < 1e-6)
    }
  }

  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ConvexPolygon {
    ConvexPolygon(
      roundedRect: Rect(x: x, y: y, width: width, height: height),
      corners: Array(repeating: Size(width: 0, height: 0), count: 4), scale: 1)
  }

  @Test func polygonsThatTouchAreOne() throws {
    let path = Path(union: [box(0, 0, 10, 10), box(10, 0, 10, 10)])
    let polygons = try #require(path.polygons)
    #expect(polygons.count == 1)
    #expect(Set(polygons[0]) == Set(box(0, 0, 20, 10).vertices))
  }

  /// 17.6 + (99.7 − 17.6) is less than 99.7: the band above the lowest side was left out.
  @Test func theLowestPolygonIsNotCutByRounding() throws {
    let path = Path(union: [box(0, 17.6, 30, 50), box(10, 56.6, 30, 43.1)])
    let polygons = try #require(path.polygons)
    let area = polygons.map(PolygonOracle.area).reduce(0, +)
    let expected: Double = 30 * 50 + 30 * 43.1 - 20 * 11
    #expect(isNear(area, expected, within: 1e-4))
  }

  @Test func polygonsThatAreApartStayAsTheyAre() throws {
    let (one, other) = (box(0, 0, 10, 10), box(30, 5, 10, 10))
    #expect(Path(union: [one, other]).polygons == [one.vertices, other.vertices])
    let hole = box(2, 2, 3, 3)
    #expect(
      Path(union: [one, other], subtracting: [hole]).polygons
        == [one.vertices, other.vertices, hole.vertices.reversed()])
  }

  @Test func nothingIsLeftOfWhatIsCovered() {
    let one = box(10, 10, 10, 10)
    #expect(Path(union: [one], subtracting: [box(0, 0, 50, 50)]).isEmpty)
    #expect(Path(union: [one], subtracting: [box(0, 0, 15, 50), box(15, 0, 15, 50)]).isEmpty)
    #expect(Path(union: []).isEmpty)
    #expect(Path(union: [], subtracting: [one]).isEmpty)
  }

  @Test func aHoleFarAwayChangesNothing() {
    let one = box(0, 0, 10, 10)
    #expect(Path(union: [one], subtracting: [box(500, 0, 9, 9)]) == Path(union: [one]))
  }
}
