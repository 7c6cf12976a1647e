import RenderTesting
import ScrimKit
import Testing

/// Lit and dimmed areas.
@Suite struct SpotlightTests {
  private let scene = SpotlightScene()
  private static let square = #"{"x": 40, "y": 30, "width": 40, "height": 40}"#

  @Test func whatIsOutsideIsDimmedAndTheTargetIsNot() throws {
    let pixels = try scene.pixels(#""targets": [\#(Self.square)], "shape": "rect""#)
    for y in 0..<120 {
      for x in 0..<160 {
        let isLit = (40..<80).contains(x) && (30..<70).contains(y)
        // 255 × (1 − 0.6)
        #expect(pixels.pixel(x, y) == (isLit ? [255, 255, 255, 255] : [102, 102, 102, 255]))
      }
    }
  }

  @Test func theColourCanBeChosen() throws {
    let pixels = try scene.pixels(
      ##""targets": [\##(Self.square)], "color": "rgb(0 0 255 / 50%)", "opacity": 0.5"##)
    // A quarter of blue over white.
    #expect(zip(pixels.pixel(5, 5), [255, 191, 191, 255]).allSatisfy { abs($0 - $1) <= 1 })
    #expect(pixels.pixel(60, 50) == [255, 255, 255, 255])
  }

  /// With the even-odd rule the intersection of two targets, and of two of three, would be dark.
  @Test(arguments: [2, 3, 4]) func overlappingTargetsLightTheirUnion(_ count: Int) throws {
    let targets = (0..<count).map {
      #"{"x": \#(30 + 12 * $0), "y": \#(20 + 9 * $0), "width": 50, "height": 40}"#
    }
    let pixels = try scene.pixels(
      #""shape": "rect", "targets": [\#(targets.joined(separator: ", "))]"#)
    for y in 0..<120 {
      for x in 0..<160 {
        let isLit = (0..<count).contains { index in
          let (left, top) = (30 + 12 * index, 20 + 9 * index)
          return (left..<left + 50).contains(x) && (top..<top + 40).contains(y)
        }
        #expect(pixels.pixel(x, y)[1] == (isLit ? 255 : 102), "\(x), \(y)")
      }
    }
  }

  @Test(arguments: ["rounded", "rect", "circle", "ellipse", "pill"])
  func aTargetThatIsThereTwiceIsLitOnce(_ shape: String) throws {
    let square = #"{"x": 40.3, "y": 30.6, "width": 40, "height": 50}"#
    func image(_ targets: String) throws -> Pixels {
      try scene.pixels(#""shape": "\#(shape)", "targets": [\#(targets)]"#)
    }
    let difference = try image(square).difference(from: image("\(square), \(square)"))
    #expect(difference?.greatest == 0)
  }

  /// Where two targets share an edge inside a pixel, no trace of the veil is visible between them.
  @Test func targetsThatTouchHaveNoSeam() throws {
    let pixels = try scene.pixels(
      #""shape": "rect", "targets": [{"x": 20, "y": 20, "width": 30.5, "height": 30.3}, "#
        + #"{"x": 50.5, "y": 20, "width": 40, "height": 30.3}, "#
        + #"{"x": 20, "y": 50.3, "width": 70.5, "height": 30}]"#)
    for y in 20..<80 {
      for x in 20..<90 { #expect(pixels.pixel(x, y)[1] == 255, "\(x), \(y)") }
    }
  }

  /// Overlapping round lights, next to two separate ones: intersections of curves.
  @Test func overlappingCurvesLightTheirUnion() throws {
    let centers = [(50.0, 50.0), (75.0, 62.0), (62.0, 75.0)]
    let targets = centers.map {
      #"{"x": \#($0.0 - 20), "y": \#($0.1 - 20), "width": 40, "height": 40}"#
    }
    let pixels = try scene.pixels(
      #""shape": "circle", "targets": [\#(targets.joined(separator: ", "))]"#)
    let error = pixels.distance { x, y in
      centers.contains { (x - $0.0) * (x - $0.0) + (y - $0.1) * (y - $0.1) < 400 }
    }
    #expect(error.greatest <= 11)
    #expect(error.ofEdges <= 1.5)
  }

  @Test func whatIsOffTheCanvasIsClipped() throws {
    let pixels = try scene.pixels(
      #""shape": "rect", "targets": [{"x": -50, "y": 90, "width": 90, "height": 500}, "#
        + #"{"x": 150, "y": -999999, "width": 1000000, "height": 1000000}]"#)
    #expect(pixels.pixel(0, 119)[1] == 255)
    #expect(pixels.pixel(39, 90)[1] == 255)
    #expect(pixels.pixel(40, 100)[1] == 102)
    #expect(pixels.pixel(155, 0)[1] == 255)
    #expect(pixels.pixel(155, 1)[1] == 102)
    #expect(pixels.pixel(159, 60)[1] == 102)
    #expect(pixels.pixel(0, 89)[1] == 102)
  }

  @Test func percentagesAreOfTheCanvas() throws {
    let pixels = try scene.pixels(
      #""shape": "rect", "targets": [{"x": "25%", "y": "50%", "width": "10%", "height": "25%"}]"#)
    #expect(pixels.bounds(of: [255, 255, 255]) == PixelRect(x: 40, y: 60, width: 16, height: 30))
  }

  @Test func onlyTheFrameIsDimmedWithItsCorners() throws {
    let pixels = try scene.pixels(
      #""targets": [{"x": 0, "y": 50, "width": 60, "height": 20}], "shape": "rect""#,
      layer: #""frame": {"x": 20, "y": 20, "width": 100, "height": 80}, "cornerRadius": 20, "#)
    #expect(pixels.pixel(10, 10)[1] == 255)
    #expect(pixels.pixel(21, 21)[1] == 255)
    #expect(pixels.pixel(70, 21)[1] == 102)
    #expect(pixels.pixel(40, 60)[1] == 255)
    #expect(pixels.pixel(119, 60)[1] == 102)
    #expect(pixels.pixel(120, 60)[1] == 255)
  }

  @Test func theVeilLiesOverTheLayersContent() throws {
    let pixels = try scene.pixels(
      #""targets": [\#(Self.square)], "shape": "rect""#, layer: ##""fill": "#0f0", "##)
    #expect(pixels.pixel(60, 50) == [0, 255, 0, 255])
    #expect(pixels.pixel(10, 10) == [0, 102, 0, 255])
  }

  @Test func aReferenceOfSeveralRectanglesIsAsManyLights() throws {
    let text =
      ##"{"id": "t", "frame": {"x": 10, "y": 10, "width": 140}, "text": {"string": "aa bb aa\nbb", "font": "Noto Sans", "size": 20, "lineHeight": 2, "color": "transparent"}}, "##
    let words = try scene.pixels(
      ##""targets": ["#t/match/bb"], "shape": "rect""##, below: text)
    let columns = (0..<160).filter { words.pixel($0, 30)[1] == 255 }
    let lower = (0..<160).filter { words.pixel($0, 70)[1] == 255 }
    // The first word begins inside a pixel.
    #expect((20...30).contains(columns.count) && abs(columns.count - lower.count) <= 1)
    #expect(lower.first == 10 && columns.first ?? 0 > 30)
    // Lines of 40 px touch each other. They are 0.76 px higher than laid out, for their baselines.
    let lines = try scene.pixels(##""targets": ["#t/lines"], "shape": "rect""##, below: text)
    #expect((9..<89).allSatisfy { lines.pixel(12, $0)[1] == 255 })
    #expect(lines.pixel(80, 40)[1] == 255 && lines.pixel(80, 60)[1] == 102)
  }

  /// Columns of 20 px at the right, beginning with the first one, and words in them.
  @Test(arguments: [
    ("vertical-rl", "#t/line/0", (130, 10, 20, 80)),
    ("vertical-rl", "#t/line/1", (110, 10, 20, 40)),
    ("vertical-lr", "#t/line/1", (120, 10, 20, 40)),
    ("vertical-rl", "#t/match/港の", (130, 30, 20, 40)),
  ])
  func columnsAndTheirWordsAreTargets(
    _ mode: String, _ target: String, _ place: (x: Int, y: Int, width: Int, height: Int)
  ) throws {
    let frame = mode == "vertical-rl" ? #""right": 10"# : #""x": 100"#
    let text =
      #"{"id": "t", "frame": {\#(frame), "y": 10, "height": 80}, "text": {"string": "船港の猫\n鳥木", "#
      + #""font": "Noto Sans CJK JP", "language": "ja", "size": 20, "lineHeight": 1, "writingMode": "\#(mode)", "color": "transparent"}}, "#
    let rectangle =
      #"{"x": \#(place.x), "y": \#(place.y), "width": \#(place.width), "height": \#(place.height)}"#
    for keys in [
      #""shape": "rect""#,
      #""callout": {"text": {"string": "A", "font": "Noto Sans"}, "side": "left"}, "shape": "rect""#,
    ] {
      let lit = try scene.pixels(#""targets": ["\#(target)"], \#(keys)"#, below: text)
      let same = try scene.pixels(#""targets": [\#(rectangle)], \#(keys)"#, below: text)
      #expect(lit.difference(from: same)?.greatest == 0)
    }
  }

  /// A frame without any target may be dimmed.
  @Test func aTargetOutsideTheFrameChangesNothing() throws {
    let pixels = try scene.pixels(
      #""targets": [{"x": 2, "y": 2, "width": 10, "height": 10}]"#,
      layer: #""frame": {"x": 80, "y": 60, "width": 40, "height": 40}, "#)
    #expect(
      (0..<160).allSatisfy { pixels.pixel($0, 70)[1] == ((80..<120).contains($0) ? 102 : 255) })
  }

  @Test func aPictureAtTwiceTheScaleIsTheSamePicture() throws {
    let effect =
      #""targets": [{"x": 20, "y": 20, "width": 31, "height": 22}, "#
      + #"{"at": {"x": 90, "y": 30, "width": 40, "height": 50}, "shape": "ellipse", "feather": 4}, "#
      + #"{"at": {"x": 30, "y": 60, "width": 30, "height": 30}, "shape": "circle", "ring": {"width": 3, "gap": 2}}], "backdropSigma": 3"#
    let below = ##"{"frame": {"width": 70}, "fill": "#c33"}, "##
    let once = try scene.pixels(effect, below: below)
    let twice = try scene.pixels(
      effect, below: below, canvas: ##""background": "#fff", "scale": 2"##)
    var (greatest, sum) = (0.0, 0.0)
    for y in 0..<120 {
      for x in 0..<160 {
        for channel in 0..<4 {
          let mean = [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(0.0) {
            $0 + Double(twice.pixel(2 * x + $1.0, 2 * y + $1.1)[channel]) / 4
          }
          let distance = abs(mean - Double(once.pixel(x, y)[channel]))
          greatest = max(greatest, distance)
          sum += distance
        }
      }
    }
    #expect(greatest <= 12)
    #expect(sum / (120 * 160 * 4) < 0.2)
  }
}
