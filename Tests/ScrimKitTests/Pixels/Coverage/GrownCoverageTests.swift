@_spi(Host) import ScrimKit
import Testing

@Suite struct GrownCoverageTests {
  /// Measured over 40 stars for each radius: ours 0.4 to 0.5 on average, Cairo 0.8 to 1.2 of 255.
  @Test(arguments: [1.5, 2.3, 4, 9])
  func isAsNearToTheTruthAsCairo(radius: Double) throws {
    var (own, cairo) = (0.0, 0.0)
    var (wrong, edges) = (0, 0)
    for seed in UInt64(1)...12 {
      var scene = CoverageScene(seed: seed)
      var path = scene.star(corners: 5 + Int(seed), radii: 8...16)
      if seed.isMultiple(of: 2) {
        path.append(scene.star(corners: 5, radii: 3...7, reversed: true))
      }
      let truth = try CoverageScene.cairo(path, grownBy: radius, finer: 16)
      let difference = CoverageScene.Difference(try grown(path, by: radius), truth)
      own += difference.mean / 12
      wrong += difference.wrong
      edges += difference.edges
      cairo +=
        CoverageScene.Difference(
          try CoverageScene.cairo(path, grownBy: radius, finer: 1), truth
        ).mean / 12
    }
    #expect(own <= 0.8 && own <= cairo)
    // Where three edges meet in one pixel.
    #expect(wrong * 500 <= edges)
  }

  @Test func aSquareHasRoundCorners() throws {
    let mask = try grown(Path(rect: Rect(x: 10, y: 10, width: 20, height: 20)), by: 5.5)
    #expect(mask[4, 20] == 128 && mask[20, 4] == 128 && mask[35, 20] == 128 && mask[20, 35] == 128)
    #expect(mask[5, 20] == 255 && mask[3, 20] == 0 && mask[20, 20] == 255)
    #expect(mask[4, 4] == 0 && mask[34, 34] < 30 && mask[7, 7] > 200)
  }

  @Test func holesCloseFromAllSides() throws {
    var ring = Path(rect: Rect(x: 5, y: 5, width: 40, height: 40))
    ring.append(
      Path(polygon: [
        Point(x: 15, y: 15), Point(x: 15, y: 35), Point(x: 35, y: 35), Point(x: 35, y: 15),
      ]))
    #expect(try grown(ring, by: 8)[25, 25] == 0)
    // A hole of one pixel is left, in the middle of four.
    #expect(try (180...200).contains(grown(ring, by: 9.5)[25, 25]))
    #expect(try grown(ring, by: 14).coverage.allSatisfy { $0 != 0 } == false)
    #expect(try grown(ring, by: 14)[25, 25] == 255)
  }

  @Test func whatMeetsHasOneRim() throws {
    var two = Path(rect: Rect(x: 5, y: 10, width: 15, height: 20.25))
    two.append(Path(rect: Rect(x: 24, y: 10, width: 15, height: 20.25)))
    let mask = try grown(two, by: 6)
    // As far as one shape's edge is straight, whatever lies beside it.
    for x in 6..<19 { #expect(mask[x, 36] == 64) }
    for x in 20..<24 { #expect(mask[x, 36] <= 64 && mask[x, 20] == 255) }
  }

  @Test func itDoesNotMatterWhichWayAnIslandRuns() throws {
    let square = [
      Point(x: 10, y: 10), Point(x: 30, y: 10), Point(x: 30, y: 30), Point(x: 10, y: 30),
    ]
    let clockwise = try grown(Path(polygon: square), by: 4)
    #expect(try grown(Path(polygon: square.reversed()), by: 4).isSame(as: clockwise))
  }

  @Test func doesNotDependOnWhereAPartBegins() throws {
    var scene = CoverageScene(seed: 3)
    let path = scene.star(corners: 9, radii: 6...30)
    let part = PixelRect(x: 11, y: 7, width: 33, height: 25)
    let whole = try grown(path, by: 3.7)
    #expect(try grown(path, by: 3.7, of: part).isSame(as: whole.cropped(to: part)))
  }

  @Test func thinLinesBecomeCapsules() throws {
    let line = Path(polygon: [Point(x: 12, y: 20), Point(x: 40, y: 20)])
    let mask = try grown(line, by: 4)
    #expect(mask[26, 16] == 255 && mask[26, 23] == 255 && mask[26, 15] == 0 && mask[26, 24] == 0)
    #expect(mask[8, 19] > 200 && mask[43, 20] > 200 && mask[7, 20] == 0 && mask[44, 19] == 0)
  }

  private func grown(
    _ path: Path, by radius: Double, of area: PixelRect = CoverageScene.area
  ) throws -> Mask {
    let polygons = try #require(DevicePolygons(path, DeviceTransform()))
    return try polygons.grownCoverage(by: radius, of: area)
  }
}
