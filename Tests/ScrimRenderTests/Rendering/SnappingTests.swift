import RenderTesting
import ScrimCodecs
import ScrimKit
import ScrimRender
import Testing

/// Layout is fractional, drawing is on the pixel grid.
@Suite struct SnappingTests {
  private let renderer = TestRenderer()

  private func pixels(
    _ layers: String, canvas: String = #""width": 100, "height": 60"#,
    sources: [String: SourceFile] = [:]
  ) throws -> Pixels {
    try renderer.pixels(
      ##"{"scrim": 1, "canvas": {\##(canvas), "background": "#fff"}, "layers": [\##(layers)]}"##,
      sources: sources)
  }

  /// How dark the pixels of a column are, 0…255.
  private func column(_ x: Int, _ pixels: Pixels) -> [Int] {
    (0..<pixels.height).map { 255 - pixels.pixel(x, $0)[1] }
  }

  /// The rows of a column that are black; none may be grey.
  private func blackRows(_ x: Int, _ pixels: Pixels) throws -> [Int] {
    let dark = column(x, pixels)
    #expect(dark.allSatisfy { $0 == 0 || $0 == 255 }, "\(dark)")
    return dark.indices.filter { dark[$0] == 255 }
  }

  @Test(arguments: ["", #", "scale": 1.5"#, #", "scale": 0.77"#, #", "scale": 3"#])
  func thirdsHaveNoSeam(_ scale: String) throws {
    let thirds = [0.0, 100.0 / 3, 200.0 / 3].map {
      ##"{"frame": {"x": "\##($0)%", "width": "\##(100.0 / 3)%"}, "fill": "#000"}"##
    }
    let found = try pixels(
      thirds.joined(separator: ", "), canvas: #""width": 100, "height": 20"# + scale)
    for x in 0..<found.width { #expect(found.pixel(x, 5) == [0, 0, 0, 255], "\(x)") }
  }

  @Test func flexItemsHaveNoSeam() throws {
    let items = Array(repeating: ##"{"flexGrow": 1, "fill": "#000"}"##, count: 7)
    let found = try pixels(
      #"{"frame": {"x": 10, "y": 10, "width": 80, "height": 20}, "flex": {}, "layers": ["#
        + items.joined(separator: ", ") + "]}")
    for x in 10..<90 { #expect(found.pixel(x, 15) == [0, 0, 0, 255], "\(x)") }
    #expect(found.pixel(9, 15)[0] == 255 && found.pixel(90, 15)[0] == 255)
  }

  @Test(
    arguments: [
      (10.5, 1, [11]), (20, 0.5, [20]), (30.2, 1.4, [30, 31]), (40, 1.4, [40]), (50, 0.05, []),
      // On the far edge.
      (59.7, 0.3, [59]), (59.8, 0.15, [59]),
    ] as [(Double, Double, [Int])])
  func linesAreWholeRows(_ y: Double, _ height: Double, _ rows: [Int]) throws {
    let found = try pixels(
      ##"{"frame": {"x": 10, "y": \##(y), "width": 80, "height": \##(height)}, "fill": "#000"}"##)
    #expect(try blackRows(50, found) == rows)
  }

  @Test func imagesAreCopied() throws {
    var checks = try Raster(area: PixelRect(x: 0, y: 0, width: 49, height: 49), scale: 1)
    try checks.draw { canvas in
      for y in 0..<49 {
        for x in 0..<49 where (x + y).isMultiple(of: 2) {
          canvas.fill(
            Rect(x: Double(x), y: Double(y), width: 1, height: 1), with: .black)
        }
      }
    }
    let file = SourceFile.bytes(try PNGEncoding.encode(checks.pixels))
    let found = try pixels(
      #"{"frame": {"x": "center", "y": "center", "width": 49, "height": 49}, "image": {"source": "a.png"}}"#,
      sources: ["a.png": file])
    // (100 − 49) / 2 = 25.5, and (60 − 49) / 2 = 5.5.
    for y in 0..<49 {
      for x in 0..<49 {
        let dark = (x + y).isMultiple(of: 2)
        #expect(found.pixel(26 + x, 6 + y)[0] == (dark ? 0 : 255), "\(x), \(y)")
      }
    }
  }

  @Test(arguments: [0.5, 0.3, 0.77])
  func fullBleedLayersAreOpaqueToTheEdge(_ scale: Double) throws {
    var photo = try Raster(area: PixelRect(x: 0, y: 0, width: 101, height: 51), scale: 1)
    try photo.draw { [rect = photo.rect] canvas in
      canvas.fill(rect, with: .color(Color(red: 0.1, green: 0.2, blue: 0.3)))
    }
    let file = SourceFile.bytes(try PNGEncoding.encode(photo.pixels))
    let found = try renderer.pixels(
      #"{"scrim": 1, "layers": [{"image": {"source": "a.png"}}], "output": {"file": "a.png", "scale": \#(scale)}}"#,
      sources: ["a.png": file])
    #expect(found.width == Int((101 * scale + 0.5).rounded(.down)))
    #expect(found.height == Int((51 * scale + 0.5).rounded(.down)))
    for y in 0..<found.height {
      for x in 0..<found.width { #expect(found.pixel(x, y)[3] == 255, "\(x), \(y)") }
    }
  }

  @Test func bordersAreWholePixelsInside() throws {
    let found = try pixels(
      ##"{"frame": {"x": 20.5, "y": 10.4, "width": 40, "height": 30}, "border": {"width": 1.7, "color": "#000"}}"##
    )
    // From 21 to 61 and from 10 to 40, one row thick.
    #expect(try blackRows(40, found) == [10, 39])
    #expect((0..<100).filter { found.pixel($0, 25)[0] == 0 } == [21, 60])
  }

  // MARK: Text

  /// DejaVu Sans: ascent 0.928, descent 0.236.
  private func text(_ y: Double, _ more: String, size: Double = 16) -> String {
    ##"{"frame": {"x": 5, "y": \##(y), "width": 90}, "text": {"string": "E", "font": "DejaVu Sans", "size": \##(size), "color": "#000"\##(more)}}"##
  }

  /// The row below the last one of a letter E, whose foot is on the baseline.
  private func baseline(_ pixels: Pixels, _ columns: Range<Int> = 5..<30) -> Int? {
    (0..<pixels.height).last { y in columns.contains { pixels.pixel($0, y)[0] < 128 } }
      .map { $0 + 1 }
  }

  @Test(
    arguments: [
      // A = 15, D = 4; L = 24: round(y) + 15 + floor(2.5).
      (10, #", "lineHeight": 1.5"#, 27), (10.4, #", "lineHeight": 1.5"#, 27),
      (10.5, #", "lineHeight": 1.5"#, 28), (10.9, #", "lineHeight": 1.5"#, 28),
      // L = 16: 15 + floor(−1.5).
      (10.2, #", "lineHeight": 1"#, 23),
      // From the ascent to the descent.
      (10.2, "", 25), (10.6, "", 26),
    ] as [(Double, String, Int)])
  func baselinesAreOnRows(_ y: Double, _ more: String, _ row: Int) throws {
    let found = try pixels(text(y, more))
    #expect(baseline(found) == row)
    // The foot of the letter is whole: no row below it is grey.
    let below = (5..<30).map { found.pixel($0, row)[0] }
    #expect(below.allSatisfy { $0 == 255 }, "\(below)")
  }

  @Test func equalLinesLookEqual() throws {
    let found = try pixels(
      #"{"frame": {"x": 5, "y": 3.3, "width": 40}, "text": {"string": "EE\nEE\nEE", "font": "DejaVu Sans", "size": 11, "lineHeight": 1.6}}"#
    )
    let rows = (0..<60).map { y in (5..<40).map { found.pixel($0, y) } }
    let blank = rows[0]
    let starts = rows.indices.dropFirst().filter { rows[$0] != blank && rows[$0 - 1] == blank }
    #expect(starts.count == 3)
    for start in starts.dropFirst() {
      #expect(rows[start..<start + 8] == rows[starts[0]..<starts[0] + 8])
    }
  }

  @Test func wordsWithARiseHaveABaselineOfTheirOwn() throws {
    let found = try pixels(
      ##"{"frame": {"x": 5, "y": 10.2, "width": 90}, "text": {"markup": "E<span rise='3.3pt'>E</span>", "font": "DejaVu Sans", "size": 16, "color": "#000"}}"##
    )
    let row = try #require(baseline(found, 5..<15))
    let own = try #require(baseline(found, 17..<26))
    // 4.4 px.
    #expect(row - own == 4)
    #expect((17..<26).allSatisfy { found.pixel($0, own)[0] == 255 })
  }

  // MARK: Transforms

  /// A transformed layer is drawn in its own space: the fraction of its corner is dropped.
  @Test(arguments: [#""rotate": 30"#, #""skew": 20"#, #""scale": [-1.2, 1]"#, #""rotate": 90"#])
  func theFractionOfATransformedLayerIsDropped(_ transform: String) throws {
    func drawn(_ x: Double, _ y: Double) throws -> Pixels {
      try pixels(
        ##"{"frame": {"x": \##(x), "y": \##(y), "width": 30, "height": 20}, \##(transform), "layers": ["##
          + ##"{"fill": "#08c"}, {"frame": {"x": 5.4, "y": 5.4, "width": 10, "height": 1}, "fill": "#000"}]}"##
      )
    }
    let whole = try drawn(30, 20)
    #expect(try drawn(30.4, 19.6).difference(from: whole)?.greatest == 0)
    #expect(try drawn(29.5, 20.3).difference(from: whole)?.greatest == 0)
    #expect(try drawn(30.6, 20).difference(from: whole)?.greatest ?? 0 > 20)
  }

  // MARK: Layers that are not snapped

  @Test func nestedLayersAreDrawnBetweenPixels() throws {
    let inside = ##"{"frame": {"x": 10, "y": 10.5, "width": 40, "height": 10}, "fill": "#000"}"##
    let found = try pixels(
      #"{"snap": false, "layers": [{"layers": [\#(inside)]}]}, "#
        + inside.replacing(#""x": 10"#, with: #""x": 60"#))
    #expect(abs(found.pixel(20, 10)[0] - 128) <= 1 && abs(found.pixel(20, 20)[0] - 128) <= 1)
    #expect(try blackRows(70, found) == Array(11..<21))
  }

  @Test func measuresAreThoseOfTheLayout() throws {
    let layer = #"{"id": "a", "frame": {"x": 10.3, "y": "33.3%", "width": "33.3%", "height": 5.5}}"#
    let document =
      #"{"scrim": 1, "canvas": {"width": 100, "height": 60}, "layers": [\#(layer)]}"#
    let report = try renderer.outputs(document).report.json
    let frame = (report["layers"]?["a"]?["frame"]?.array ?? []).compactMap(\.number)
    #expect(zip(frame, [10.3, 19.98, 33.3, 5.5]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(frame)")
  }

  @Test func documentsAreNotSnapped() throws {
    let document =
      ##"{"scrim": 1, "canvas": {"width": 100.3, "height": 60.25}, "layers": [{"frame": {"x": 10.3, "y": 5.25, "width": 20.5, "height": 7.25}, "fill": "#000"}], "output": {"file": "a.svg"}}"##
    let bytes = try #require(try renderer.outputs(document).outputs.first).bytes
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#"d="M10.3 5.25h20.5v7.25h-20.5z""#), "\(text)")
    #expect(text.contains(#"width="100.3px" height="60.25px""#), "\(text)")
  }
}
