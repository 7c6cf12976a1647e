import ScrimKit
import Testing

/// Sizes, colours and languages of SVGs.
@Suite struct SVGImageTests {
  private static func image(
    _ attributes: String, _ content: String = "", color: Color = .black, language: String? = nil
  ) throws -> SVGImage {
    try SVGImage(
      Array("<svg xmlns='http://www.w3.org/2000/svg' \(attributes)>\(content)</svg>".utf8),
      color: color, language: language)
  }

  @Test(
    arguments: [
      ("width='20' height='10'", Size(width: 20, height: 10)),
      ("width='1in' height='72pt' viewBox='0 0 5 5'", Size(width: 96, height: 96)),
      ("viewBox='3 4 24 12'", Size(width: 24, height: 12)),
      ("width='50' viewBox='0 0 24 12'", Size(width: 50, height: 25)),
      ("height='50' viewBox='0 0 24 12'", Size(width: 100, height: 50)),
      ("width='100%' height='100%' viewBox='0 0 24 12'", Size(width: 24, height: 12)),
      ("width='40'", Size(width: 40, height: 150)),
      ("height='40'", Size(width: 300, height: 40)),
      ("width='100%'", nil),
      ("", nil),
    ] as [(String, Size?)])
  func hasTheSizeOfItsAttributes(_ attributes: String, _ size: Size?) throws {
    #expect(try Self.image(attributes).naturalSize == size)
  }

  /// The colour of the middle pixel.
  private static func color(of image: SVGImage) throws -> Color {
    var raster = try Raster(area: PixelRect(x: 0, y: 0, width: 9, height: 9), scale: 1)
    let frame = Rect(x: 0, y: 0, width: 9, height: 9)
    try raster.draw { try $0.draw(image, in: frame, of: ContentGeometry(frame: frame)) }
    return raster.color(x: 4, y: 4)
  }

  private static let shape = "<path d='M0 0h9v9h-9z' fill='currentColor'/>"
  private static let blue = Color(red: 0, green: 0, blue: 1)

  /// The document's own colour takes precedence, however it is set.
  @Test(arguments: [
    ("", shape, Color.white), ("color='#00f'", shape, blue), ("style='color: blue'", shape, blue),
    ("", "<style>svg { color: blue }</style>\(shape)", blue),
    ("", "<g color='blue'><svg>\(shape)</svg></g>", blue),
    ("color='red'", "<g style='color: blue'>\(shape)</g>", blue),
  ])
  func currentColorIsTheGivenOne(
    _ attributes: String, _ content: String, _ expected: Color
  ) throws {
    let image = try Self.image("viewBox='0 0 9 9' \(attributes)", content, color: .white)
    #expect(try Self.color(of: image) == expected)
  }

  /// The process's language does not matter.
  @Test(
    arguments: [
      (nil, Color.white), ("de", blue), ("de-AT", blue), ("en", .black), ("fr", .white),
    ] as [(String?, Color)])
  func languageDecidesSwitches(_ language: String?, _ expected: Color) throws {
    func shape(_ attributes: String) -> String { "<path d='M0 0h9v9h-9z' \(attributes)/>" }
    let image = try Self.image(
      "viewBox='0 0 9 9'",
      "<switch>" + shape("systemLanguage='de, it' fill='blue'")
        + shape("systemLanguage='en-US' fill='black'") + shape("fill='white'") + "</switch>",
      language: language)
    #expect(try Self.color(of: image) == expected)
  }

  /// What editors write.
  @Test(arguments: [
    """
    <?xml version="1.0" encoding="UTF-8" standalone="no"?>
    <!-- Created with Inkscape (http://www.inkscape.org/) -->
    <svg xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:cc="http://creativecommons.org/ns#"
       xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://www.w3.org/2000/svg"
       xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
       xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="16" height="16.003"
       sodipodi:docname="a.svg" inkscape:export-filename="/home/me/a.png">
      <metadata><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format>
        <dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage" /></cc:Work></rdf:RDF></metadata>
      <sodipodi:namedview pagecolor="#ffffff"><inkscape:grid type="xygrid" /></sodipodi:namedview>
      <g inkscape:label="a" style="font-family:'No Such Font'"><path d="m 1,2 3,4 z" /></g>
    </svg>
    """,
    """
    <?xml version="1.0" encoding="utf-8"?>
    <!-- Generator: Adobe Illustrator 19.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
    <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [ ]>
    <svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg"
       xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:i="http://ns.adobe.com/AdobeIllustrator/10.0/"
       x="0px" y="0px" viewBox="0 0 24 24" style="enable-background:new 0 0 24 24;" xml:space="preserve">
    <style type="text/css">.st0{fill:#FFF;} .st1{fill:url(#SVGID_1_);}
      @media print { .st0, .st1:hover { stroke: url("#SVGID_1_") } }</style>
    <switch><foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/" width="1" height="1">
      <i:pgfRef xlink:href="#adobe_illustrator_pgf"/></foreignObject>
    <g><linearGradient id="SVGID_1_"><stop offset="0" style="stop-color:#00F"/></linearGradient>
      <a xlink:href="https://example.org/"><path class="st1" d="M0 0h24"/></a></g></switch>
    <i:pgf id="adobe_illustrator_pgf"><![CDATA[eJzsvel22zjTLvr]]></i:pgf>
    </svg>
    """,
    // A string as in HTML, with fonts of which one is there.
    "<svg viewBox='0 0 9 9'><text font-family=\"NoSuchFont, 'DejaVu Sans'\">a</text></svg>",
    "\u{FEFF}<svg xmlns:svg='http://www.w3.org/2000/svg'><svg:g/><text/></svg>",
  ])
  func filesOfEditorsAreRead(_ svg: String) throws { _ = try SVGImage(Array(svg.utf8)) }

  /// Pixels in parts are those in one go, wherever the parts begin, and under any transform.
  @Test(arguments: [
    Transform.none, Transform(degrees: 30, about: Point(x: 20, y: 20)),
    Transform(scale: (-1.3, 0.7), about: Point(x: 20.3, y: 11)),
  ])
  func partsAreAsTheWhole(_ transform: Transform) throws {
    let image = try Self.image(
      "viewBox='0 0 20 20'",
      """
      <filter id='f'><feGaussianBlur stdDeviation='1'/></filter><mask id='m'><circle r='15' fill='white'/></mask>
      <g opacity='.6' mask='url(#m)'><circle cx='9' cy='9' r='8' filter='url(#f)' fill='red'/></g>
      <path d='M1 3q9 20 18 0' stroke='#080' fill='none'/>
      """)
    let frame = Rect(x: 3.2, y: 4.1, width: 31.7, height: 33.3)
    func raster(_ area: PixelRect) throws -> Raster {
      var raster = try Raster(area: area, scale: 1.7)
      try raster.draw { canvas in
        try canvas.transformed(by: transform) {
          try $0.draw(image, in: frame, of: ContentGeometry(frame: frame))
        }
      }
      return raster
    }
    let whole = try raster(PixelRect(x: -10, y: -10, width: 110, height: 100))
    var count = 0
    for tile in [(-10, -10, 33, 60), (23, -10, 77, 19), (23, 9, 77, 81), (-10, 50, 33, 40)] {
      let part = try raster(PixelRect(x: tile.0, y: tile.1, width: tile.2, height: tile.3))
      for y in tile.1..<tile.1 + tile.3 {
        for x in tile.0..<tile.0 + tile.2 {
          #expect(part.color(x: x, y: y) == whole.color(x: x, y: y))
          if whole.color(x: x, y: y).alpha > 0 { count += 1 }
        }
      }
    }
    #expect(count > 500)
  }

  /// librsvg draws masks, filters and groups with opacity upright only.
  @Test(arguments: [90.0, 180, 270]) func rotationIsThatOfPixels(_ degrees: Double) throws {
    let image = try Self.image(
      "viewBox='0 0 20 20'",
      """
      <filter id='f'><feGaussianBlur stdDeviation='1'/></filter><mask id='m'><circle r='15' fill='white'/></mask>
      <g opacity='.6' mask='url(#m)'><circle cx='9' cy='9' r='8' filter='url(#f)' fill='red'/></g>
      <path d='M1 3q9 20 18 0' stroke='#080' fill='none'/>
      """)
    let frame = Rect(x: 5, y: 5, width: 30, height: 30)
    func raster(_ transform: Transform) throws -> Raster {
      var raster = try Raster(area: PixelRect(x: 0, y: 0, width: 40, height: 40), scale: 1)
      try raster.draw { canvas in
        try canvas.transformed(by: transform) {
          try $0.draw(image, in: frame, of: ContentGeometry(frame: frame))
        }
      }
      return raster
    }
    let center = Point(x: 20, y: 20)
    let upright = try raster(.none)
    let turned = try raster(Transform(degrees: degrees, about: center))
    var greatest = 0.0
    for y in 0..<40 {
      for x in 0..<40 {
        let (u, v) =
          degrees == 90 ? (39 - y, x) : degrees == 180 ? (39 - x, 39 - y) : (y, 39 - x)
        let (a, b) = (upright.color(x: x, y: y), turned.color(x: u, y: v))
        greatest = max(greatest, abs(a.alpha - b.alpha), abs(a.red - b.red) * min(a.alpha, b.alpha))
      }
    }
    #expect(greatest < 0.1)
  }

  /// A frame that cuts an SVG shows its pixels as they are without the frame.
  @Test(arguments: [1.0, 2.5]) func framesCutPixels(_ scale: Double) throws {
    let image = try Self.image(
      "viewBox='0 0 20 20'",
      """
      <filter id='f'><feGaussianBlur stdDeviation='1'/></filter><mask id='m'><circle r='15' fill='white'/></mask>
      <g opacity='.6' mask='url(#m)'><circle cx='9' cy='9' r='8' filter='url(#f)' fill='red'/></g>
      """)
    let rect = Rect(x: -30, y: -50, width: 100, height: 100)
    func raster(_ frame: Rect) throws -> Raster {
      var raster = try Raster(
        area: PixelRect(x: -80, y: -130, width: 260, height: 260), scale: scale)
      try raster.draw { try $0.draw(image, in: rect, of: ContentGeometry(frame: frame)) }
      return raster
    }
    let (whole, cut) = (try raster(rect), try raster(Rect(x: 0, y: 0, width: 20, height: 20)))
    var count = 0
    for y in 0..<Int(20 * scale) {
      for x in 0..<Int(20 * scale) {
        #expect(whole.color(x: x, y: y) == cut.color(x: x, y: y))
        if cut.color(x: x, y: y).alpha > 0 { count += 1 }
      }
    }
    #expect(count > 100)
    #expect(cut.color(x: -1, y: 5).alpha == 0 && whole.color(x: -1, y: 5).alpha > 0)
  }
}
