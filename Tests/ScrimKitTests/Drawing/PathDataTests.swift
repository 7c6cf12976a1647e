import ScrimKit
import Testing

/// SVG path data, arcs, lengths and parts of paths.
@Suite struct PathDataTests {
  /// Each with the same path in other words.
  @Test(
    arguments: [
      ("M1 2L3 4", "m1 2 2 2"), ("M1,2 3,4 5,6", "M1 2L3 4L5 6"),
      ("M1 2h3v4H0V0", "M1 2L4 2L4 6L0 6L0 0"),
      ("M0 0l1.5.5-2-3e1", "M0 0L1.5 .5L-.5 -29.5"), ("M10-20.5.5 7L0 0", "M10 -20.5L.5 7L0 0"),
      ("M0 0C1 1 2 2 3 3S5 5 6 6", "M0 0C1 1 2 2 3 3C4 4 5 5 6 6"),
      // Without a curve before it the control point is the current point.
      ("M5 5S1 1 0 0", "M5 5C5 5 1 1 0 0"), ("M0 0Q3 3 6 0T12 0", "M0 0Q3 3 6 0Q9 -3 12 0"),
      ("M0 0Q3 3 6 0", "M0 0C2 2 4 2 6 0"), ("M5 5T9 9", "M5 5Q5 5 9 9"),
      // After a closed contour another one begins at its start.
      ("M1 1h2v2zl1 0", "M1 1L3 1L3 3ZM1 1L2 1"), ("M0 0zm5 5h1", "M0 0ZM5 5L6 5"),
      // Flags need no separators; a radius of 0 is a line.
      ("M0 0a5 5 0 0110 0", "M0 0A5 5 0 0 1 10 0"), ("M0 0a5 5 0 10.5.5", "M0 0A5 5 0 1 0 .5 .5"),
      ("M0 0A0 5 0 0 1 7 7", "M0 0L7 7"), ("\n M 1\t1 ,\r2 2 Z ", "M1 1L2 2z"),
    ])
  func meansTheSame(_ one: String, _ other: String) throws {
    let (first, second) = try (Path(svg: one), Path(svg: other))
    #expect(first.elements.count == second.elements.count)
    for (a, b) in zip(points(of: first), points(of: second)) {
      #expect(abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9, "\(one): \(a) \(b)")
    }
  }

  @Test(
    arguments: [
      ("L1 1", "path data begins with M at character 1, found \"L1 1\"."),
      ("M1", "expected a number at character 3, where the data ends."),
      ("M1 2 3", "expected a number at character 7, where the data ends."),
      ("M1 2X3", "expected a command such as M, L or Z at character 5, found \"X3\"."),
      ("M1 2,L3 4", "expected a command such as M, L or Z at character 5, found \",L3 4\"."),
      ("M0 0a1 1 0 2 0 1 1", "expected a flag, 0 or 1 at character 12, found \"2 0 1 1\"."),
      ("M0 1e9", "1e9 is outside -1000000…1000000 at character 4, found \"1e9\"."),
      ("M0 0l--1 1", "expected a number at character 6, found \"--1 1\"."),
      ("M0 nan", "expected a number at character 4, found \"nan\"."),
    ])
  func refusesWhatIsNoPathData(_ text: String, _ message: String) {
    #expect(throws: PathDataError.self) { try Path(svg: text) }
    do { _ = try Path(svg: text) } catch { #expect(error.message == message) }
  }

  @Test func emptyDataIsAnEmptyPath() throws {
    #expect(try Path(svg: "").isEmpty)
    #expect(try Path(svg: " \n").isEmpty)
  }

  /// Radii that are far too small grow to half the distance (SVG 2 §9.5.1); too large ones leave a line.
  @Test(arguments: [
    ("1e-200 1e-200", 0.5), ("1e-160 2e-160", 1), ("1e-320 1e-320", 0), ("1e6 1e-300", 0),
    ("0.1 0.1", 0.5),
  ]) func radiiOfAnySizeAreDrawn(_ radii: String, _ height: Double) throws {
    let path = try Path(svg: "M0 0A\(radii) 0 0 1 1 0")
    let bounds = path.bounds
    #expect(abs(bounds.width - 1) < 1e-3)
    #expect(abs(bounds.height - height) < 1e-3 && abs(bounds.bottom) < 1e-9)
  }

  /// All four arcs between two points (SVG 2 §9.3.8), by the point in their middle.
  @Test(
    arguments: [
      ("0 0", false, false), ("0 1", false, true), ("1 0", true, false), ("1 1", true, true),
    ])
  func arcsGoTheFourWays(_ flags: String, _ isLarge: Bool, _ isClockwise: Bool) throws {
    // A chord of 5 in a circle of radius 5: its sagittas are 5 ± 5·√3/2.
    let bounds = try Path(svg: "M0 0A5 5 0 \(flags) 5 0").bounds
    let half = 2.5 * 3.0.squareRoot()
    let depth = isLarge ? 5 + half : 5 - half
    #expect(abs((isClockwise ? -bounds.top : bounds.bottom) - depth) < 0.01, "\(bounds)")
    #expect(abs(bounds.width - (isLarge ? 10 : 5)) < 0.01, "\(bounds)")
  }

  @Test func radiiThatAreTooSmallGrow() throws {
    let path = try Path(svg: "M0 0A1 1 0 0 1 10 0")
    #expect(abs(path.bounds.top + 5) < 0.01)
    // Turned by 90 degrees the first radius is upright.
    #expect(abs(try Path(svg: "M0 0A20 5 90 0 1 10 0").bounds.top + 20) < 0.02)
  }

  @Test func curvesAndArcsHaveTheirLength() throws {
    #expect(abs(Path(ellipseIn: Rect(x: 0, y: 0, width: 20, height: 20)).length - 20 * .pi) < 0.02)
    #expect(abs(try Path(svg: "M0 0h3v4z").length - 12) < 1e-9)
    #expect(abs(try Path(svg: "M0 0h3M9 9v4").length - 7) < 1e-9)
    #expect(Path().length == 0)
  }

  @Test(
    arguments: [
      ("M0 0h10", 2.0, 5.0, "M2 0L5 0"), ("M0 0h10v10", 8, 13, "M8 0L10 0L10 3"),
      ("M0 0h4M0 5h4", 2, 6, "M2 0L4 0M0 5L2 5"), ("M0 0h4v4h-4z", 14, 16, "M0 2L0 0"),
      ("M0 0h10", -5, 99, "M0 0L10 0"), ("M0 0h10", 7, 7, ""), ("M0 0h10", 12, 14, ""),
      // Half of a curve that is a line.
      ("M0 0C2 0 4 0 6 0", 3, 6, "M3 0C4 0 5 0 6 0"),
    ])
  func isTrimmed(_ text: String, _ start: Double, _ end: Double, _ expected: String) throws {
    let part = try Path(svg: text).trimmed(from: start, to: end)
    let wanted = try Path(svg: expected)
    #expect(part.elements.count == wanted.elements.count, "\(part.elements)")
    for (a, b) in zip(points(of: part), points(of: wanted)) {
      #expect(abs(a.x - b.x) < 0.01 && abs(a.y - b.y) < 0.01, "\(part.elements)")
    }
  }

  @Test func cornersOfPolygonsAreRound() {
    let square = [Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 10), Point(x: 0, y: 10)]
    let round = Path(polygon: square, radius: 2)
    #expect(abs(round.length - (4 * 6 + 4 * .pi)) < 0.01)
    // At most half of each side: a circle.
    #expect(abs(Path(polygon: square, radius: 99).length - 10 * .pi) < 0.01)
    #expect(Path(polygon: square, radius: 0).length == 40)
    // What has no corner there stays.
    let flat = [Point(x: 0, y: 0), Point(x: 5, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 10)]
    let bounds = Path(polygon: flat, radius: 1).bounds
    #expect(abs(bounds.right - 10) < 1e-9 && abs(bounds.top) < 1e-9, "\(bounds)")
  }

  private func points(of path: Path) -> [Point] {
    path.elements.flatMap { (element) -> [Point] in
      switch element {
      case .move(let p), .line(let p): [p]
      case .curve(let a, let b, let p): [a, b, p]
      case .close: []
      }
    }
  }
}
