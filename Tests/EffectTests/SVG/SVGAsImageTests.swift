import FrostedPanel
import RenderTesting
import SVG
import ScrimCodecs
import ScrimDocument
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

/// SVGs where a job names an image.
@Suite struct SVGAsImageTests {
  private let renderer = TestRenderer([SVG.self, FrostedPanel.self])

  /// 60 × 40; an ellipse on transparent.
  private static let drawing =
    "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='40' viewBox='0 0 30 20'>"
    + "<ellipse cx='15' cy='10' rx='14' ry='9' fill='#0ea5e9' stroke='#123'/></svg>"

  private static func files(_ svg: String = drawing, _ name: String = "a.svg") -> [String:
    SourceFile]
  {
    [name: .bytes(Array(svg.utf8))]
  }

  private static func job(
    _ layer: String, canvas: String = #""width": 90, "height": 60"#,
    output: String = #"{"format": "png"}"#
  ) -> String {
    #"{"scrim": 1, "canvas": {\#(canvas)}, "layers": [\#(layer)], "output": [\#(output)]}"#
  }

  private static let whole = #""frame": {"x": 0, "y": 0, "width": 90, "height": 60}"#

  /// The same pixels as by the content, in every fit.
  @Test(arguments: ["cover", "contain", "fill", "none", "scale-down"], [1, 2])
  func isDrawnAsTheContent(_ fit: String, _ scale: Int) throws {
    func pixels(_ layer: String) throws -> Pixels {
      try renderer.pixels(
        Self.job(
          #"{"frame": {"x": 5, "y": 10, "width": 75, "height": 50}, \#(layer)}"#,
          output: #"{"format": "png", "scale": \#(scale)}"#),
        sources: Self.files())
    }
    let options = #""source": "a.svg", "fit": "\#(fit)", "position": [0, 0]"#
    let image = try pixels(#""image": {\#(options)}"#)
    let content = try pixels(#""content": {"kind": "svg", \#(options)}"#)
    #expect(try #require(image.difference(from: content)).greatest == 0)
    #expect(image.pixel(35 * scale, 30 * scale)[3] == 255)
  }

  /// Whatever its name is: the bytes decide.
  @Test(arguments: ["", "\u{FEFF}", " \n", "<?xml version='1.0'?>", "<!-- a -->\n"])
  func bytesDecide(_ before: String) throws {
    let pixels = try renderer.pixels(
      Self.job(#"{\#(Self.whole), "image": {"source": "logo.png"}}"#),
      sources: Self.files(before + Self.drawing, "logo.png"))
    #expect(pixels.pixel(45, 30) == [0xe9, 0xa5, 0x0e, 255])
  }

  @Test(arguments: [
    (
      #"{"image": {"source": "a.svg"}, "frame": {"x": 0, "y": 0, "width": 30, "height": "fit-content"}}"#,
      [30.0, 20.0]
    ),
    (
      #"{"image": {"source": "a.svg"}, "frame": {"width": "fit-content", "height": "fit-content"}}"#,
      [60, 40]
    ),
    (
      #"{"flex": {"direction": "row"}, "layers": [{"image": {"source": "a.svg"}, "id": "i"}]}"#,
      [300, 200]
    ),
    (
      #"{"image": {"source": "b.svg"}, "frame": {"width": "fit-content", "height": "fit-content"}}"#,
      [300, 150]
    ),
  ])
  func layoutKnowsItsSize(_ layer: String, _ size: [Double]) throws {
    let none = Self.files("<svg xmlns='http://www.w3.org/2000/svg'/>", "b.svg")
    let measures = try renderer.measures(
      Self.job(layer, canvas: #""width": 400, "height": 200"#),
      sources: Self.files().merging(none) { $1 })
    let layers = measures?["layers"]?.array ?? []
    let frame = (layers.count > 1 ? layers[1] : layers.first)?["frame"]?.array
    #expect(frame?.suffix(2).map(\.number) == size)
  }

  /// The lowest image sets the canvas, whose pixels follow from the scale.
  @Test func canvasHasItsSize() throws {
    let pixels = try renderer.pixels(
      #"{"scrim": 1, "canvas": {"scale": 2}, "layers": [{"image": {"source": "a.svg"}}]}"#,
      sources: Self.files())
    #expect(pixels.width == 120 && pixels.height == 80)
  }

  /// Backgrounds and masks.
  @Test func isDrawnBehindAndAsMask() throws {
    let files = Self.files()
    let image = try renderer.pixels(
      Self.job(#"{\#(Self.whole), "image": {"source": "a.svg"}}"#), sources: files)
    let background = try renderer.pixels(
      Self.job(#"{\#(Self.whole), "background": {"source": "a.svg"}}"#), sources: files)
    #expect(try #require(background.difference(from: image)).greatest == 0)
    let masked = try renderer.pixels(
      Self.job(##"{\##(Self.whole), "fill": "#f00", "mask": {"source": "a.svg"}}"##), sources: files
    )
    for (x, y) in [(0, 0), (45, 30), (45, 5), (10, 30), (89, 30)] {
      #expect(abs(Int(masked.pixel(x, y)[3]) - Int(image.pixel(x, y)[3])) <= 1)
    }
    #expect(masked.pixel(45, 30) == [0, 0, 255, 255])
  }

  @Test func filtersOfImagesAndEffectsApply() throws {
    let layer = ##"{\##(Self.whole), "rotate": 90, "opacity": 0.5, "image": {"source": "a.svg"}}"##
    let pixels = try renderer.pixels(Self.job(layer), sources: Self.files())
    #expect(pixels.pixel(45, 30)[3] == 128)
    #expect(pixels.pixel(3, 30)[3] == 0 && pixels.pixel(45, 2)[3] == 128)
  }

  /// Vectors in PDF, pixels and a warning in SVG.
  @Test func isDrawnInDocuments() throws {
    let reader = try DocumentReader()
    for layer in [
      #"{\#(Self.whole), "image": {"source": "a.svg"}}"#,
      #"{\#(Self.whole), "background": {"source": "a.svg"}}"#,
      #"{"layers": [{\#(Self.whole), "content": {"kind": "svg", "source": "a.svg"}}]}"#,
    ] {
      let job = Self.job(layer, output: #"{"format": "pdf"}, {"format": "svg"}, {"format": "png"}"#)
      let (outputs, report) = try renderer.outputs(job, sources: Self.files())
      let pdf = try #require(outputs.first)
      #expect(try reader.images(inPDF: pdf).embedded == 0)
      let messages = report.warnings.map(\.message)
      #expect(
        messages == [
          "SVGs become pixels in an output in SVG, at its scale. In PDF they stay vectors."
        ])
      #expect(report.warnings.first?.path == ["output", 1])
    }
    let (_, plain) = try renderer.outputs(
      Self.job(##"{\##(Self.whole), "fill": "#f00"}"##, output: #"{"format": "svg"}"#))
    #expect(plain.warnings.isEmpty)
  }

  @Test(arguments: [
    (
      "<svg><script/></svg>", #""image": {"source": "a.svg"}"#,
      #"image.source: "a.svg": line 1, column 6: <script> is not allowed: nothing runs scripts."#
    ),
    (
      "<!DOCTYPE html><html></html>", #""background": {"source": "a.svg"}"#,
      #"background.source: "a.svg": line 1, column 16: the root element is <html>; expected <svg> with xmlns="http://www.w3.org/2000/svg"."#
    ),
    (
      "\u{1F}\u{8B}", #""image": {"source": "a.svg"}"#,
      #"image.source: "a.svg": Not a PNG, JPEG, WebP or SVG file."#
    ),
    (
      "<svg viewBox='0 0 9 9'><text font-family='NoSuchFont'>a</text></svg>",
      #""mask": {"source": "a.svg"}"#,
      #"mask.source: "a.svg": line 1, column 30: no font of "NoSuchFont" is installed, nor among the job's "fonts": install or add one, name another, or convert the text to paths."#
    ),
    (
      "<svg viewBox='0 0 9 9'><text>a&#x10FFFD;</text></svg>", #""image": {"source": "a.svg"}"#,
      #"image.source: "a.svg": line 1, column 30: no installed font, and none of the job, has U+10FFFD: install or add one that has it, or convert the text to paths."#
    ),
    (
      drawing,
      #""image": {"source": "a.svg"}, "effects": [{"effect": "frosted-panel", "mask": {"source": "a.svg"}}]"#,
      #"effects[0].mask.source: "a.svg": an effect takes pixels, and not an SVG: save it as PNG."#
    ),
  ])
  func errorsHaveAPlace(_ svg: String, _ layer: String, _ message: String) throws {
    let messages = try renderer.messages(
      Self.job("{\(Self.whole), \(layer)}"), sources: Self.files(svg))
    #expect(messages.count == 1)
    #expect(messages.first?.contains("layers[0].\(message)") == true, "\(messages)")
  }

  /// 400 blurs of 5400 pixels are drawn, of 345,600 not.
  @Test func filtersHaveALimit() throws {
    let blurs = String(repeating: "<feGaussianBlur stdDeviation='1'/>", count: 400)
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 6'><filter id='f'>\(blurs)</filter>"
      + "<path d='M0 0h9' filter='url(#f)'/></svg>"
    for layer in ["image", "background"] {
      let job = { (scale: Int) in
        Self.job(
          #"{\#(Self.whole), "\#(layer)": {"source": "a.svg"}}"#,
          output: #"{"format": "png", "scale": \#(scale)}"#)
      }
      #expect(try renderer.messages(job(1), sources: Self.files(svg)) == [])
      let messages = try renderer.messages(job(8), sources: Self.files(svg))
      #expect(messages.count == 1)
      #expect(
        messages.first?.contains(
          "layers[0].\(layer).source: \"a.svg\": its filters and translucent groups are 801 passes over 0.3 megapixels"
        ) == true, "\(messages)")
    }
  }
}
