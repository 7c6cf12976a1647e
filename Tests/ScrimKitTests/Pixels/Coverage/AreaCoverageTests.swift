@_spi(Host) import ScrimKit
import Testing

@Suite struct AreaCoverageTests {
  /// Measured: ours 0.33 on average and 1.4 at most, Cairo 1.7 and 16 of 255.
  @Test(arguments: UInt64(1)...12)
  func isNearerToTheTruthThanCairo(seed: UInt64) throws {
    var scene = CoverageScene(seed: seed)
    var path = scene.star(corners: 5 + Int(seed), radii: 8...22)
    if seed.isMultiple(of: 2) {
      path.append(scene.star(corners: 5, radii: 3...7, reversed: true))
    }
    let truth = try CoverageScene.cairo(path, finer: 16)
    let own = CoverageScene.Difference(try coverage(path), truth)
    let cairo = CoverageScene.Difference(try CoverageScene.cairo(path, finer: 1), truth)
    #expect(own.mean <= 0.6 && own.greatest <= 3)
    #expect(own.mean <= cairo.mean && own.greatest <= cairo.greatest)
  }

  @Test func isExact() throws {
    let path = Path(rect: Rect(x: 10.25, y: 10.5, width: 3.5, height: 1.25))
    let mask = try coverage(path)
    #expect(mask[11, 11] == 191 && mask[12, 10] == 128 && mask[10, 10] == 96)
    #expect(mask[13, 11] == 143 && mask[14, 11] == 0 && mask[9, 10] == 0 && mask[12, 12] == 0)
  }

  @Test func curvesAreAsNearAsCairos() throws {
    let path = Path(
      rect: Rect(x: 3.3, y: 6.1, width: 47, height: 39), radii: CornerRadii(.pixels(19)))
    let truth = try CoverageScene.cairo(path, finer: 16)
    let own = CoverageScene.Difference(try coverage(path), truth)
    let cairo = CoverageScene.Difference(try CoverageScene.cairo(path, finer: 1), truth)
    #expect(own.mean <= cairo.mean && own.greatest <= max(10, cairo.greatest))
  }

  @Test func thinLinesKeepTheirWeight() throws {
    let line = Path(polygon: [
      Point(x: 0, y: 10), Point(x: 50, y: 13), Point(x: 50, y: 13.1), Point(x: 0, y: 10.1),
    ])
    let sum = try coverage(line).coverage.reduce(0) { $0 + Int($1) }
    #expect(abs(Double(sum) / 255 - 5) < 0.1)
  }

  @Test func whatOverlapsIsLeftToOthers() throws {
    var path = Path(rect: Rect(x: 5, y: 5, width: 20, height: 20))
    path.append(Path(rect: Rect(x: 20, y: 8, width: 20, height: 20)))
    let overlapping = try #require(DevicePolygons(path, DeviceTransform()))
    #expect(try overlapping.coverage(of: CoverageScene.area) == nil)
    var apart = Path(rect: Rect(x: 5, y: 5, width: 20.5, height: 20))
    apart.append(Path(rect: Rect(x: 25.5, y: 8, width: 20, height: 20)))
    #expect(try coverage(apart)[25, 12] == 255)
  }

  @Test func doesNotDependOnWhereAPartBegins() throws {
    var scene = CoverageScene(seed: 5)
    let path = scene.star(corners: 11, radii: 4...40)
    let whole = try coverage(path)
    let part = PixelRect(x: 17, y: 9, width: 30, height: 21)
    #expect(try coverage(path, of: part).isSame(as: whole.cropped(to: part)))
    var moved = DeviceTransform()
    (moved.x0, moved.y0) = (-17, -9)
    let polygons = try #require(DevicePolygons(path, moved))
    let own = try #require(
      try polygons.coverage(of: PixelRect(x: 0, y: 0, width: part.width, height: part.height)))
    #expect(try own.coverage == whole.cropped(to: part).coverage)
  }

  @Test func hugeAndTinyShapes() throws {
    let huge = Path(polygon: [
      Point(x: -2e6, y: -2e6), Point(x: 2e6, y: -2e6), Point(x: 2e6, y: 2e6),
      Point(x: -2e6, y: 2e6),
    ])
    #expect(try coverage(huge).coverage.allSatisfy { $0 == 255 })
    let tiny = Path(rect: Rect(x: 7.2, y: 9.2, width: 0.25, height: 0.25))
    #expect(try coverage(tiny)[7, 9] == 16)
    let outside = Path(rect: Rect(x: 700, y: 9, width: 5, height: 5))
    #expect(try coverage(outside).isBlank)
    var degenerate = Path()
    degenerate.move(to: Point(x: 3, y: 3))
    degenerate.line(to: Point(x: 3, y: 3))
    degenerate.close()
    degenerate.line(to: Point(x: 30, y: 30))
    #expect(try coverage(degenerate).isBlank)
    #expect(try coverage(Path()).isBlank)
  }

  @Test(arguments: [Double.nan, .infinity, -1e9])
  func whatCannotBeHeldIsRefused(value: Double) {
    var path = Path(rect: Rect(x: 5, y: 5, width: 20, height: 20))
    path.line(to: Point(x: 4, y: value))
    #expect(DevicePolygons(path, DeviceTransform()) == nil)
  }

  private func coverage(_ path: Path, of area: PixelRect = CoverageScene.area) throws -> Mask {
    let polygons = try #require(DevicePolygons(path, DeviceTransform()))
    return try #require(try polygons.coverage(of: area))
  }
}
