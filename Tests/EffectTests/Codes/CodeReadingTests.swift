import BlurEffect
import Codes
import FrostedPanel
import RenderTesting
import ScrimDocument
import ScrimKit
import Testing

/// Codes are read again in the finished image.
@Suite struct CodeReadingTests {
  private static let renderer: [any Parameterized.Type] = [
    QRCode.self, Barcode.self, BlurEffect.self, FrostedPanel.self,
  ]

  private static let code = #""kind": "qr-code", "data": "https://example.org/t/4711""#

  private static let bars =
    #""kind": "barcode", "symbology": "ean-13", "data": "4006381333931", "text": false"#

  /// The messages of a job with a code, without their places.
  private func messages(
    _ layers: String, canvas: String = #", "background": "white""#,
    output: String = #"{"file": "a.png"}"#
  ) throws -> [String] {
    let found = try TestRenderer(Self.renderer).messages(
      """
      {"scrim": 1, "canvas": {"width": 400, "height": 300\(canvas)},
       "layers": [\(layers)], "output": \(output)}
      """)
    return found.map {
      String($0[($0.firstRange(of: ".content: ")?.upperBound ?? $0.startIndex)...])
    }
  }

  private func layer(_ more: String = "", _ frame: String = #""x": 20, "y": 20, "width": 200"#)
    -> String
  {
    #"{"frame": {\#(frame)}, "content": {\#(Self.code)}\#(more)}"#
  }

  @Test func whatIsReadableIsDrawn() throws {
    #expect(try messages(layer()) == [])
    #expect(try messages(layer(#", "rotate": 33"#)) == [])
    #expect(try messages(layer(#", "scale": [1.2, 0.8], "skew": 8"#)) == [])
    #expect(try messages(layer(#", "opacity": 0.6"#)) == [])
    #expect(try messages(layer(#", "visible": false"#)) == [])
    let group = #"{"rotate": -15, "scale": 0.7, "layers": [\#(layer())]}"#
    #expect(try messages(group) == [])
    #expect(try messages(layer(#", "effects": [{"effect": "blur", "sigma": 1}]"#)) == [])
    // The colours of a poster.
    let inverted =
      #"{"frame": {"width": 200}, "content": {\#(Self.code), "color": "white", "background": "midnightblue"}}"#
    #expect(try messages(inverted) == [])
    // Nothing behind it but the canvas, which is transparent: paper.
    let bare =
      #"{"frame": {"width": 200}, "content": {\#(Self.code), "background": "transparent"}}"#
    #expect(try messages(bare, canvas: #", "background": "transparent""#) == [])
    for format in ["jpg", "webp", "pdf", "svg"] {
      #expect(try messages(layer(), output: #"{"file": "a.\#(format)"}"#) == [], "\(format)")
    }
  }

  private static let covered =
    "in a.png the QR code cannot be read: something covers it or is in its quiet zone, or it is blurred "
    + "or cut off."

  @Test func whatCannotBeReadIsAnError() throws {
    let cover = #"{"frame": {"x": 20, "y": 20, "width": 120, "height": 120}, "fill": "crimson"}"#
    #expect(try messages(layer() + ", " + cover) == [Self.covered])
    #expect(
      try messages(layer(#", "effects": [{"effect": "blur", "sigma": 9}]"#)) == [Self.covered])
    let glass =
      #"{"frame": {"width": 400, "height": 300}, "effects": [{"effect": "frosted-panel", "blur": 12}]}"#
    #expect(try messages(layer() + ", " + glass).count == 1)
    #expect(try messages(layer("", #""x": 260, "y": 20, "width": 200"#)) == [Self.covered])
    let clipped =
      #"{"frame": {"width": 150, "height": 150}, "cornerRadius": 4, "layers": [\#(layer())]}"#
    #expect(try messages(clipped) == [Self.covered])
    #expect(
      try messages(layer(#", "opacity": 0"#)) == [
        "in a.png the QR code cannot be read: its contrast is 0 %, and 40 % are needed. Choose colours that "
          + "differ more, or uncover it."
      ])
    let hidden = layer() + #", {"fill": "white"}"#
    #expect(try messages(hidden).count == 1)
    // Something dark right beside the modules.
    let tight =
      #"{"frame": {"width": 200}, "content": {\#(Self.code), "quietZone": 0}}"#
    #expect(try messages(#"{"fill": "black"}, "# + tight).count == 1)
  }

  /// Neither takes as many samples as it would have pixels.
  @Test func codesFarBeyondTheCanvasAreErrors() throws {
    let nested = #"{"scale": 10, "layers": [\#(layer(#", "scale": 10"#))]}"#
    #expect(
      try messages(#"{"scale": 10, "layers": [\#(nested)]}"#).first?.contains("cannot be read")
        == true)
    let bars =
      #"{"frame": {"y": -400000, "width": 240, "height": 900000}, "content": {\#(Self.bars)}}"#
    #expect(try messages(bars).first?.contains("cannot be read") == true)
  }

  @Test func contrastIsNeeded() throws {
    let pale =
      #"{"frame": {"width": 200}, "content": {\#(Self.code), "color": "lightgray"}}"#
    let found = try messages(pale)
    #expect(
      found == [
        "in a.png the QR code has a contrast of 35 %; 40 % are needed, since many readers cannot read less. "
          + "Choose colours that differ more."
      ])
  }

  @Test func formatsThatLoseDetailsAreReadAsTheyAre() throws {
    // One pixel per module and the chroma of four.
    let small =
      #"{"frame": {"x": 20, "y": 20, "width": 33}, "content": {\#(Self.code), "color": "royalblue", "background": "orangered"}}"#
    #expect(
      try messages(small, output: #"[{"file": "a.png"}, {"file": "a.jpg", "quality": 1}]"#).count
        >= 1)
    #expect(
      try messages(layer("", #""width": 37"#), output: #"{"file": "a.jpg", "quality": 5}"#).first?
        .hasPrefix("in a.jpg the QR code cannot be read") == true)
  }

  @Test func linearCodesAreDarkOnLight() throws {
    let bars = #""kind": "barcode", "symbology": "ean-13", "data": "4006381333931""#
    #expect(try messages(#"{"frame": {"width": 240}, "content": {\#(bars)}}"#) == [])
    #expect(
      try messages(
        #"{"frame": {"width": 240}, "content": {\#(bars), "color": "white", "background": "black"}}"#
      ).count == 1)
    // A bar less is another code, or none.
    let bar = #"{"frame": {"x": 96, "width": 14, "height": 170}, "fill": "white"}"#
    #expect(try messages(#"{"frame": {"width": 240}, "content": {\#(bars)}}, "# + bar).count == 1)
  }

  @Test func warningsAndSilenceOnRequest() throws {
    let document = { (verify: String) in
      """
      {"scrim": 1, "canvas": {"width": 300, "height": 300, "background": "white"}, "layers": [
        {"frame": {"width": 200}, "content": {\(Self.code), "verify": "\(verify)"}},
        {"frame": {"width": 120, "height": 120}, "fill": "crimson"}],
       "output": [{"file": "a.png"}, {"file": "b.png", "scale": 2}, {"file": "a.jpg"}]}
      """
    }
    let renderer = TestRenderer(Self.renderer)
    let warned = try renderer.outputs(document("warn"))
    #expect(warned.outputs.count == 3)
    #expect(warned.report.warnings.map(\.code) == ["unreadable-code"])
    #expect(
      warned.report.warnings.first?.message.hasPrefix("in a.png, b.png and a.jpg the QR code")
        == true)
    #expect(try renderer.outputs(document("off")).report.warnings == [])
  }

  /// Each takes as long as a text, unlike a shape.
  @Test func codesAreFew() throws {
    let layers = Array(repeating: #"{"content": {\#(Self.code)}}"#, count: 257)
    let last = try messages(layers.joined(separator: ",")).last
    #expect(last?.contains("the job has more than 256 layers with a text") == true)
  }

  /// What a covered code of few modules may say instead.
  @Test func anotherTextIsAnError() throws {
    let two = """
      {"id": "a", "frame": {"x": 20, "y": 20, "width": 200}, "content": {\(Self.code)}},
      {"frame": {"x": 20, "y": 20, "width": 200}, "content": {"kind": "qr-code", "data": "other"}}
      """
    #expect(
      try messages(two) == [
        "in a.png the QR code reads as \"other\", which is not its data: something covers a part of it."
      ])
  }

  /// Each kind, at the width of its modules in pixels, and twice that.
  @Test(arguments: [
    ("ean-13", "4006381333931"), ("ean-8", "96385074"), ("upc-a", "036000291452"),
    ("upc-e", "01234565"), ("code-128", "Order-4711 abc"), ("itf-14", "15400141288763"),
    ("gs1-128", "(01)09501101020917(10)AB-123(17)261231"), ("data-matrix", "Grüße 日本"),
    ("aztec", "Grüße 日本"), ("pdf417", "Grüße 日本"),
  ]) func eachKindIsRead(_ symbology: String, _ data: String) throws {
    for scale in [0.5, 1, 2.5] {
      let layer =
        #"{"frame": {"width": "fit-content"}, "content": {"kind": "barcode", "symbology": "\#(symbology)", "data": "\#(data)"}}"#
      let found = try TestRenderer(Self.renderer).messages(
        """
        {"scrim": 1, "canvas": {"width": 800, "height": 400, "scale": \(scale)}, "layers": [\(layer)],
         "output": [{"file": "a.png"}, {"file": "a.jpg"}]}
        """)
      #expect(found == [], "\(scale)")
    }
  }

  @Test(arguments: ["12", "54495"]) func addOnsAreRead(_ digits: String) throws {
    for symbology in [
      ("ean-13", "9780143007234"), ("upc-a", "036000291452"), ("ean-8", "96385074"),
    ] {
      let layer =
        #"{"frame": {"width": 420}, "content": {"kind": "barcode", "symbology": "\#(symbology.0)", "data": "\#(symbology.1)", "addOn": "\#(digits)"}}"#
      #expect(try messages(layer, canvas: #", "scale": 2"#) == [], "\(symbology.0)")
    }
  }

  @Test(arguments: ["square", "dot", "rounded"]) func shapesAreRead(_ modules: String) throws {
    for eyes in ["square", "rounded", "circle"] {
      let layer =
        #"{"frame": {"width": 280}, "content": {\#(Self.code), "level": "H", "logo": 0.2, "moduleShape": "\#(modules)", "eyeShape": "\#(eyes)"}}"#
      #expect(try messages(layer, output: #"{"file": "a.jpg"}"#) == [], "\(eyes)")
    }
  }

  /// Versions, levels, masks and bytes.
  @Test func everyQRCodeIsRead() throws {
    var parameters: [String] = []
    for level in ["L", "M", "Q", "H"] {
      parameters.append(#""data": "4711", "level": "\#(level)""#)
    }
    for version in [1, 2, 7, 20, 40] {
      parameters.append(#""data": "4711", "version": \#(version)"#)
    }
    for mask in 0...7 { parameters.append(#""data": "4711", "mask": \#(mask)"#) }
    for version in 2...4 {
      parameters.append(#""data": "47", "micro": true, "level": "L", "version": \#(version)"#)
    }
    parameters.append(#""bytes": "gIGC/w==""#)
    parameters.append(#""data": "日本語 Ελληνικά 🎉""#)
    for one in parameters {
      let layer = #"{"frame": {"width": 280}, "content": {"kind": "qr-code", \#(one)}}"#
      #expect(try messages(layer) == [], "\(one)")
    }
  }
}
