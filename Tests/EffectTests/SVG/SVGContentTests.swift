import Foundation
import RenderTesting
import SVG
import ScrimJob
import ScrimKit
import ScrimRender
import Testing

/// SVGs in jobs.
@Suite struct SVGContentTests {
  private let renderer = TestRenderer([SVG.self])

  private static let drawing = """
    <svg xmlns='http://www.w3.org/2000/svg' width='60' height='40' viewBox='0 0 30 20'>
    <linearGradient id='g'><stop stop-color='#f97316'/><stop offset='1' stop-color='#0ea5e9'/></linearGradient>
    <pattern id='p' width='.2' height='.2'><path d='M0 0l3 3' stroke='#000'/></pattern>
    <clipPath id='c'><circle cx='15' cy='10' r='9'/></clipPath>
    <path fill='#fff' d='M0 0h30v20h-30z'/><g clip-path='url(#c)' opacity='.8'><path fill='url(#g)' d='M0 0h30v20h-30z'/></g>
    <path d='M3 3h24v14h-24z' fill='url(#p)' stroke='#123' stroke-dasharray='3 2'/></svg>
    """
  private static let filtered = """
    <svg xmlns='http://www.w3.org/2000/svg' width='60' height='40'><filter id='f'><feGaussianBlur stdDeviation='2'/>
    </filter><path d='M9 9h30v20h-30z' fill='red' filter='url(#f)'/></svg>
    """
  private static let text = """
    <svg xmlns='http://www.w3.org/2000/svg' width='60' height='40'>
    <text y='20' font-family='Noto Sans' font-size='14'>Words</text></svg>
    """

  private static func job(
    _ content: String, _ frame: String = #""x": 0, "y": 0, "width": 60, "height": 40"#,
    output: String = #"{"format": "png"}"#
  ) -> String {
    """
    {"scrim": 1, "canvas": {"width": 60, "height": 40},
    "layers": [{"id": "a", "frame": {\(frame)}, "content": {"kind": "svg", \(content)}}],
    "output": [\(output)]}
    """
  }

  private static let file = ["images/a.svg": SourceFile.bytes(Array(drawing.utf8))]

  private static func quote(_ svg: String) -> String {
    "\"\(svg.replacing("\n", with: " "))\""
  }

  /// A shape counts as a fill; an SVG, of which a job may have fewer, does not.
  @Test func svgsAreCountedAsImagesAre() {
    let layer =
      #"{"frame": {"width": 1, "height": 1}, "content": {"kind": "svg", "string": "<svg/>"}}"#
    let layers = Array(repeating: layer, count: 257).joined(separator: ",\n")
    let job = #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [\#(layers)]}"#
    let diagnostics = #expect(throws: JobDiagnostics.self) { try renderer.pixels(job) }
    #expect(
      diagnostics?.diagnostics.last?.message.contains(
        "more than 256 layers with a text, an image, an SVG") == true)
  }

  @Test func textsInLinksAreDrawn() throws {
    let svg = """
      <svg xmlns='http://www.w3.org/2000/svg' width='60' height='40'>
      <text y='20' font-size='14'><a href='https://example.com'>Words</a></text></svg>
      """
    let pixels = try renderer.pixels(Self.job("\"string\": \(Self.quote(svg))"))
    #expect((0..<60).contains { x in (0..<24).contains { pixels.pixel(x, $0)[3] == 255 } })
  }

  /// A translucent PNG of one pixel, under the type that it has, another one, and none that is known.
  @Test(arguments: ["image/png", "image/jpeg", "image/jpg", "IMAGE/PNG"])
  func imagesAreDrawnWhateverTypeTheyHave(_ type: String) throws {
    let data =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
    let svg = """
      <svg xmlns='http://www.w3.org/2000/svg' width='60' height='40'><switch><path systemLanguage='de'/>
      <g><image width='30' height='30' href=' data:\(type);base64,\(data)'/><image x='30' width='30' height='30'
      href='data:\(type);base64,\(data)'/></g></switch></svg>
      """
    let pixels = try renderer.pixels(
      Self.job(#""source": "a.svg""#), sources: ["a.svg": .bytes(Array(svg.utf8))])
    #expect(pixels.pixel(15, 15)[3] == 127 && pixels.pixel(45, 15)[3] == 127)
  }

  @Test(arguments: [drawing, filtered, text], [1.0, 2, 1.25])
  func isDrawnAsByRsvgConvert(_ svg: String, scale: Double) throws {
    let job = Self.job(
      #""source": "a.svg""#, output: #"{"format": "png", "scale": \#(scale)}"#)
    let actual = try renderer.pixels(job, sources: ["a.svg": .bytes(Array(svg.utf8))])
    let expected = try DocumentReader().pixels(ofSVG: Array(svg.utf8), scale: scale)
    let difference = try #require(actual.difference(from: expected))
    #expect(difference.greatest <= 1)
  }

  /// Vectors stay vectors in PDF; blurs become pixels at the output's scale; words are outlines.
  @Test func isDrawnInDocuments() throws {
    let reader = try DocumentReader()
    func output(_ svg: String, _ format: String, scale: Int = 1) throws -> EncodedOutput {
      try #require(
        try renderer.outputs(
          Self.job(
            #""string": \#(Self.quote(svg))"#,
            output: #"{"format": "\#(format)", "scale": \#(scale)}"#)
        ).outputs.first)
    }
    let pdf = try output(Self.drawing, "pdf", scale: 3)
    #expect(try reader.images(inPDF: pdf).embedded == 0)
    let poppler = try reader.pixels(of: pdf, by: .popplerCairo, scale: 2)
    let expected = try reader.pixels(ofSVG: Array(Self.drawing.utf8), scale: 2)
    // 30 dB.
    #expect(try #require(poppler.difference(from: expected)).meanSquare < 65)
    #expect(try reader.images(inPDF: output(Self.filtered, "pdf")).drawn == [[60, 40]])
    #expect(try reader.images(inPDF: output(Self.filtered, "pdf", scale: 3)).drawn == [[180, 120]])
    let words = try reader.text(inPDF: output(Self.text, "pdf"))
    #expect(words.fonts == 0 && words.words == "")
    let svg = try output(Self.drawing, "svg", scale: 2)
    #expect(String(decoding: svg.bytes, as: UTF8.self).contains("<image "))
  }

  @Test(arguments: [
    (#""width": 30, "height": "fit-content""#, [30.0, 20.0]),
    (#""width": "fit-content", "height": 10"#, [15, 10]),
    (#""width": "fit-content", "height": "fit-content""#, [60, 40]),
    (#""width": 33, "height": 44"#, [33, 44]),
  ])
  func sizeFollowsFromTheFile(_ frame: String, _ size: [Double]) throws {
    let measures = try renderer.measures(
      Self.job(#""source": "images/a.svg""#, #""x": 0, "y": 0, "# + frame), sources: Self.file)
    let frame = measures?["layers"]?.array?.first?["frame"]?.array
    #expect(frame?.suffix(2).map(\.number) == size)
  }

  /// The bounds of what is drawn, device pixels: left, top, right, bottom.
  @Test(arguments: [
    ("contain", "[0, 0]", [0, 0, 36, 24]), ("contain", #"["50%", "100%"]"#, [0, 16, 36, 40]),
    ("cover", "[0, 0]", [0, 0, 36, 40]), ("fill", "[0, 0]", [0, 8, 36, 32]),
    ("none", "[-50, -30]", [0, 0, 10, 10]), ("scale-down", "[0, 0]", [0, 0, 36, 24]),
  ])
  func fitsAsAnImage(_ fit: String, _ position: String, _ bounds: [Int]) throws {
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='40' viewBox='0 0 6 4'><path d='M-9-9h99v99h-99z'/></svg>"
    let pixels = try renderer.pixels(
      Self.job(
        #""string": \#(Self.quote(svg)), "fit": "\#(fit)", "position": \#(position)"#,
        #""x": 0, "y": 0, "width": 36, "height": 40"#))
    var found = [pixels.width, pixels.height, 0, 0]
    for y in 0..<pixels.height {
      for x in 0..<pixels.width where pixels.pixel(x, y)[3] > 0 {
        found = [min(found[0], x), min(found[1], y), max(found[2], x + 1), max(found[3], y + 1)]
      }
    }
    // `fill` gives the SVG the frame, in which its own ratio counts; its path is everywhere there.
    #expect(found == (fit == "fill" ? [0, 0, 36, 40] : bounds))
  }

  @Test(arguments: [
    (
      #""source": "b.svg""#,
      #"test.json:2:115: layers[0].content.source: "b.svg": the file was not passed to the renderer."#
    ),
    (
      #""source": "wrong.svg""#,
      "test.json:2:115: layers[0].content.source: svg: line 1, column 6: <script> is not allowed: nothing runs scripts."
    ),
    (
      #""string": "<svg><script/></svg>""#,
      "test.json:2:115: layers[0].content.string: line 1, column 6: <script> is not allowed: nothing runs scripts."
    ),
    (
      #""source": "images/a.svg", "string": "<svg/>""#,
      #"test.json:2:141: layers[0].content.string: "source" cannot be combined with "string"."#
    ),
    (
      #""color": "red""#,
      #"test.json:2:89: layers[0].content: "source" is missing: a file, or "string", the SVG itself."#
    ),
    (
      #""source": 4"#,
      "test.json:2:115: layers[0].content.source: expected the path of a file, found 4."
    ),
    (
      #""string": "<svg/>", "fit": "contian""#,
      #"test.json:2:132: layers[0].content.fit: "contian" is not one of "cover", "contain", "fill", "none", "scale-down". Did you mean "contain"?"#
    ),
  ])
  func errorsHaveAPlace(_ content: String, _ message: String) throws {
    let wrong = SourceFile.bytes(Array("<svg><script/></svg>".utf8))
    let messages = try renderer.messages(
      Self.job(content), sources: Self.file.merging(["wrong.svg": wrong]) { $1 })
    #expect(messages == [message])
  }

  /// A file may be used twice, also as an image.
  @Test func filesAreReadByEachContent() throws {
    func layer(_ content: String) -> String {
      #"{"frame": {"x": 0, "y": 0, "width": 60, "height": 40}, \#(content)}"#
    }
    let content = layer(#""content": {"kind": "svg", "source": "images/a.svg"}"#)
    func job(_ layers: String...) -> String {
      #"{"scrim": 1, "canvas": {"width": 60, "height": 40}, "layers": [\#(layers.joined(separator: ", "))]}"#
    }
    let group = #"{"layers": [\#(content), \#(content)]}"#
    let pixels = try renderer.pixels(job(group, content), sources: Self.file)
    #expect(pixels.pixel(30, 20)[3] > 250)
    let messages = try renderer.messages(
      job(content, layer(#""image": {"source": "images/a.svg"}"#)), sources: Self.file)
    #expect(messages == [])
  }
}
