import RenderTesting
import ScrimCodecs
import ScrimKit
import ScrimRender
import Testing

/// Borders per side, dashed and dotted ones, and the shapes of corners. Chromium's are compared by the oracle of boxes.
@Suite struct BorderTests {
  private let renderer = TestRenderer([])

  private func pixels(_ layers: String) throws -> Pixels {
    try renderer.pixels(
      ##"{"scrim": 1, "canvas": {"width": 200, "height": 100, "background": "#fff"}, "layers": [\##(layers)]}"##
    )
  }

  private static let box = #""frame": {"x": 40, "y": 20, "width": 120, "height": 60}"#

  private static func fill(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    #"{"frame": {"x": \#(x), "y": \#(y), "width": \#(width), "height": \#(height)}, "fill": "red"}"#
  }

  /// Each with layers that draw the same.
  static let pairs: [(String, String)] = [
    // If only sides are given, the others have none.
    (#"{"bottom": {"width": 5}, "color": "red"}"#, fill(40, 75, 120, 5)),
    (
      #"{"top": {}, "left": {"width": 7}, "color": "red"}"#,
      fill(40, 20, 120, 1) + ", " + fill(40, 20, 7, 60)
    ),
    (#"{"width": 0, "right": {"width": 3, "color": "red"}}"#, fill(157, 20, 3, 60)),
    // With a width all have one.
    (
      #"{"width": 2, "color": "red", "left": {"width": 9}, "bottom": {"width": 0}}"#,
      fill(40, 20, 120, 2) + ", " + fill(40, 20, 9, 60) + ", " + fill(158, 20, 2, 60)
    ),
    // Whole device pixels, rounded down.
    (#"{"top": {"width": 2.9, "color": "red"}}"#, fill(40, 20, 120, 2)),
    (#"{"top": {"width": 0.3, "color": "red"}}"#, fill(40, 20, 120, 1)),
    // Thicker than the frame: each its share.
    (
      #"{"color": "red", "top": {"width": 90}, "bottom": {"width": 30}}"#, fill(40, 20, 120, 60)
    ),
  ]

  @Test(arguments: pairs) func sidesHaveTheirOwnWidths(border: String, other: String) throws {
    let drawn = try pixels(#"{\#(Self.box), "border": \#(border)}"#)
    #expect(try drawn.difference(from: pixels(other))?.greatest == 0)
  }

  /// No background shows outside of an opaque border at round corners, whatever draws it.
  @Test(arguments: [
    #""background": "black""#,
    #""background": "black", "layers": [{"frame": {"width": 1, "height": 1}}]"#,
    #""background": "black", "text": {"string": " ", "font": "DejaVu Sans"}"#,
    #""background": ["black", {"linear": {"stops": [["black", 0], ["black", 1]]}}]"#,
  ]) func noBackgroundShowsOutsideOfABorder(background: String) throws {
    let image = try pixels(
      #"{"frame": {"x": 50, "y": 0, "width": 100, "height": 100}, "cornerRadius": "full", \#(background), "border": {"width": 6, "color": "white"}}"#
    )
    for x in 50..<150 { #expect(image.pixel(x, 2) == [255, 255, 255, 255]) }
    // The ring around the circle of 44 px.
    for y in 0..<100 {
      for x in 50..<150 {
        let (dx, dy) = (Double(x) + 0.5 - 100, Double(y) + 0.5 - 50)
        if dx * dx + dy * dy > 46 * 46 { #expect(image.pixel(x, y)[0] > 250, "\(x), \(y)") }
      }
    }
    #expect(image.pixel(100, 50) == [0, 0, 0, 255])
  }

  /// Unlike sides meet on the line between the outer and the inner corner.
  @Test func unlikeSidesAreMitred() throws {
    let image = try pixels(
      #"{\#(Self.box), "border": {"top": {"width": 10, "color": "red"}, "left": {"width": 20, "color": "blue"}}}"#
    )
    #expect(image.pixel(58, 23) == [0, 0, 255, 255])
    #expect(image.pixel(43, 27) == [255, 0, 0, 255])
    #expect(image.pixel(61, 31) == [255, 255, 255, 255])
  }

  /// One side of a frame with round corners tapers to nothing along them, and has no line along the others.
  @Test(arguments: ["", #", "snap": false, "rotate": 0.001"#])
  func oneSideTapersAlongRoundCorners(more: String) throws {
    let image = try pixels(
      #"{\#(Self.box), "cornerRadius": 20, "border": {"left": {"width": 8, "color": "red"}}\#(more)}"#
    )
    #expect(image.pixel(43, 50) == [0, 0, 255, 255])
    #expect(image.pixel(53, 23)[1] < 200)
    for x in 62..<160 {
      for y in [19, 20, 21, 79, 80] { #expect(image.pixel(x, y) == [255, 255, 255, 255]) }
    }
    for y in 20..<80 { #expect(image.pixel(159, y) == [255, 255, 255, 255]) }
  }

  /// The starts of dashes along the top of the border, and their lengths.
  private func dashes(_ border: String, row: Int = 20) throws -> [(start: Int, length: Int)] {
    let image = try pixels(#"{\#(Self.box), "border": \#(border)}"#)
    var runs: [(start: Int, length: Int)] = []
    for x in 40..<160 where image.pixel(x, row)[0] < 128 {
      if let last = runs.last, last.start + last.length == x {
        runs[runs.count - 1].length += 1
      } else {
        runs.append((x, 1))
      }
    }
    return runs
  }

  /// Two widths long with gaps of one, stretched so that each side begins and ends with a dash.
  @Test func dashesFillEachSideEvenly() throws {
    let runs = try dashes(#"{"width": 6, "style": "dashed", "color": "red"}"#)
    #expect(runs.first?.start == 40)
    #expect(runs.last.map { $0.start + $0.length } == 160)
    // (120 − n × 12) / (n − 1) is nearest to 6 for n = 7.
    #expect(runs.count == 7)
    #expect(runs.allSatisfy { (11...13).contains($0.length) })
  }

  @Test func dotsOfThreeAndLessAreSquares() throws {
    let runs = try dashes(#"{"width": 2, "style": "dotted", "color": "red"}"#)
    #expect(runs.count == 30 || runs.count == 31)
    #expect(runs.allSatisfy { (1...3).contains($0.length) })
    #expect(try dashes(#"{"width": 10, "style": "dotted", "color": "red"}"#, row: 25).count == 7)
  }

  /// A translucent line is drawn once, where its sides meet, too.
  @Test(arguments: ["solid", "dashed"]) func cornersAreNotDrawnTwice(style: String) throws {
    let image = try pixels(
      ##"{\##(Self.box), "border": {"width": 6, "style": "\##(style)", "color": "#ff000080", "top": {"width": 6}}}"##
    )
    #expect(image.pixel(42, 22) == image.pixel(46, 22))
  }

  // MARK: - Corners

  /// The coverage of the top left corner of 40 px against what the shape's formula leaves.
  @Test(arguments: CornerShape.allCases) func cornersHaveTheirShape(shape: CornerShape) throws {
    let image = try pixels(
      #"{"frame": {"x": 20, "y": 10, "width": 160, "height": 80}, "cornerRadius": 40, "cornerShape": "\#(shape.rawValue)", "fill": "black"}"#
    )
    var greatest = 0.0
    for y in 0..<40 {
      for x in 0..<40 {
        var inside = 0
        for sample in 0..<256 {
          // From the corner, in radii.
          let u = (Double(x) + (Double(sample % 16) + 0.5) / 16) / 40
          let v = (Double(y) + (Double(sample / 16) + 0.5) / 16) / 40
          let (a, b) = (1 - u, 1 - v)
          let isInside =
            switch shape {
            case .round: a * a + b * b <= 1
            case .squircle: a * a * a * a + b * b * b * b <= 1
            case .bevel: u + v >= 1
            case .scoop: u * u + v * v >= 1
            case .notch: false
            }
          if isInside { inside += 1 }
        }
        let expected = 255 - 255 * Double(inside) / 256
        greatest = max(greatest, abs(Double(image.pixel(20 + x, 10 + y)[0]) - expected))
      }
    }
    // Cairo samples coverage at 15 × 17 places.
    #expect(greatest <= 12)
  }

  /// Clips, backgrounds and borders have the same shape as a fill.
  @Test(arguments: CornerShape.allCases) func everythingHasThatShape(shape: CornerShape) throws {
    let corners = #""cornerRadius": [30, 10, 0, 20], "cornerShape": "\#(shape.rawValue)""#
    let fill = try pixels(#"{\#(Self.box), \#(corners), "fill": "red"}"#)
    for other in [
      #"{\#(Self.box), \#(corners), "background": "red"}"#,
      #"{\#(Self.box), \#(corners), "layers": [{"fill": "red"}]}"#,
      #"{\#(Self.box), \#(corners), "clip": false, "background": "red", "layers": [{"frame": {"width": 1, "height": 1}}]}"#,
      #"{\#(Self.box), \#(corners), "border": {"width": 60, "color": "red"}}"#,
    ] {
      let image = try pixels(other)
      #expect((image.difference(from: fill)?.greatest ?? 255) <= 2, "\(other)")
    }
  }
}
