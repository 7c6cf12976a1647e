import ScrimKit
import Testing

/// What the scan of an SVG refuses, each with its message.
@Suite struct SVGRefusalTests {
  /// A case of the table.
  struct Case: Sendable, CustomStringConvertible {
    let description: String
    let bytes: [UInt8]
    let message: String

    init(_ description: String, _ svg: String, _ message: String) {
      self.init(description, Array(svg.utf8), message)
    }

    init(_ description: String, _ bytes: [UInt8], _ message: String) {
      (self.description, self.bytes, self.message) = (description, bytes, message)
    }

    /// In an `<svg>` of 100 × 100, on its second line.
    static func inside(_ description: String, _ content: String, _ message: String) -> Case {
      Case(description, SVGRefusalTests.svg(content), message)
    }
  }

  static func svg(_ content: String) -> String {
    #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" "#
      + #"xmlns:xi="http://www.w3.org/2001/XInclude" width="100" height="100">"#
      + "\n\(content)</svg>"
  }

  private static let parts =
    ##"allowed are parts of the SVG such as "#id", and PNG and JPEG as data: URLs."##
  private static let entities =
    "declarations such as <!ENTITY> are not allowed in the document type: write the text itself in place of entities."

  /// Each level draws the one below ten times.
  private static func tenfold(_ levels: Int, _ element: (Int, String) -> String) -> String {
    let groups = (0..<levels).map { level in
      element(level, String(repeating: "#l\(level + 1)|", count: 10))
    }
    return "<defs>\(groups.joined())"
      + ##"<g id="l\##(levels)"><path d="M0 0h9"/></g></defs><use xlink:href="#l0"/>"##
  }

  static let syntax: [Case] = [
    Case("nothing", "", "there is no <svg> element."),
    Case("text", "hello", "line 1, column 1: there is text outside of the <svg> element."),
    Case(
      "truncated", #"<svg xmlns="http://www.w3.org/2000/svg"><g>"#,
      "line 1, column 44: the file ends inside of <g>."),
    Case(
      "truncated tag", #"<svg xmlns="http://www.w3.org/2000/svg"><g id="#,
      #"line 1, column 44: the value of "id" is not in quotes."#),
    Case(
      "truncated value", #"<svg xmlns="http://www.w3.org/2000/svg"><g id="a"#,
      #"line 1, column 44: the value of "id" is not closed."#),
    // A message of librsvg has several lines.
    Case(
      "version of XML", #"<?xml version="9.0"?><svg/>"#,
      "librsvg reports: XML parse error: Error domain 1 code 108 on line 1 column 20 of data: Unsupported version '9.0'."
    ),
    Case(
      "compressed", [0x1F, 0x8B, 8, 0],
      "the file is compressed (svgz): decompress it first, as by gunzip."),
    Case("UTF-16", [0xFF, 0xFE, 0x3C, 0], "the file is in UTF-16; only UTF-8 is read."),
    Case(
      "Latin 1", Array("<svg>".utf8) + [0xE4],
      "line 1, column 6: this is not UTF-8, the only encoding that is read."),
    Case(
      "declared Latin 1", #"<?xml version="1.0" encoding="iso-8859-1"?><svg/>"#,
      "line 1, column 1: the encoding is iso-8859-1; only UTF-8 is read."),
    Case("control", "<svg>\u{1}</svg>", "line 1, column 6: there is a control character."),
    Case(
      "HTML", "<html><body/></html>",
      #"line 1, column 1: the root element is <html>; expected <svg> with xmlns="http://www.w3.org/2000/svg"."#
    ),
    .inside("crossed tags", "<g><a></g></a>", "line 2, column 7: </g> closes <a>."),
    .inside("no quotes", "<g id=a/>", #"line 2, column 4: the value of "id" is not in quotes."#),
    .inside(
      "attribute twice", #"<g id="a" id="b"/>"#,
      #"line 2, column 11: <g> has the attribute "id" twice."#),
    .inside(
      "unknown entity", "<text>&nbsp;</text>",
      "line 2, column 7: the entity &nbsp; is not known; allowed are &lt; &gt; &amp; &quot; &apos; and numbers such as &#160;."
    ),
    .inside(
      "control character in an entity", "<text>&#\n1;</text>",
      "line 2, column 7: the entity &#\u{fffd}1; is not known; allowed are &lt; &gt; &amp; &quot; &apos; and numbers such as &#160;."
    ),
    Case(
      "nesting", "<svg>" + String(repeating: "<g>", count: 100_000),
      "line 1, column 603: elements are nested more than 200 deep."),
    .inside(
      "elements", String(repeating: "<g/>", count: 20_001),
      "line 2, column 79997: there are more than 20000 elements."),
  ]

  static let references: [Case] = [
    Case(
      "entity of a file",
      #"<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>"#,
      "line 1, column 1: \(entities)"),
    Case(
      "billion laughs",
      #"<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg><text>&b;</text></svg>"#,
      "line 1, column 1: \(entities)"),
    .inside(
      "XInclude", #"<xi:include href="/etc/passwd" parse="text"/>"#,
      "line 2, column 1: <xi:include> is not allowed: an SVG cannot include files."),
    Case(
      "style sheet", #"<?xml-stylesheet href="a.css"?><svg/>"#,
      "line 1, column 1: style sheets in other files are not read: put the rules into a <style> element."
    ),
    .inside(
      "image in a file", #"<image xlink:href="file:///etc/passwd"/>"#,
      #"line 2, column 8: xlink:href of <image> is "file:///etc/passwd"; \#(parts)"#),
    .inside(
      "image on the web", #"<image href="&#104;ttp://example.org/a.png"/>"#,
      #"line 2, column 8: href of <image> is "http://example.org/a.png"; \#(parts)"#),
    .inside(
      "part of another file", #"<use href="other.svg#a"/>"#,
      #"line 2, column 6: href of <use> is "other.svg#a"; \#(parts)"#),
    .inside(
      "paint in another file", #"<path fill="url(other.svg#a)"/>"#,
      #"line 2, column 7: url(…) is "other.svg#a"; \#(parts)"#),
    .inside(
      "style attribute", #"<path style="fill: u\72 l( 'http://a/b' )"/>"#,
      #"line 2, column 7: url(…) is "http://a/b"; \#(parts)"#),
    .inside(
      "style element", "<style>@font-face { src: url(/a.woff) }</style>",
      #"line 2, column 8: url(…) is "/a.woff"; \#(parts)"#),
    .inside(
      "@import", "<style><![CDATA[@im/**/port 'a.css'; @import 'a.css';]]></style>",
      "line 2, column 17: @import is not allowed: put the rules into the <style> element."),
    .inside(
      "script", "<script>1</script>",
      "line 2, column 1: <script> is not allowed: nothing runs scripts."),
    .inside(
      "foreignObject", "<foreignObject/>",
      "line 2, column 1: <foreignObject> is not drawn: use SVG's own elements."),
    .inside(
      "textPath", ##"<text><textPath href="#a">a</textPath></text>"##,
      "line 2, column 7: <textPath> is not drawn: convert the text to paths."),
    .inside(
      "font", #"<text font-family="No Such Font, Another">a</text>"#,
      #"line 2, column 7: no font of "No Such Font, Another" is installed, nor among the job's "fonts": install or add one, name another, or convert the text to paths."#
    ),
    .inside(
      "font of a rule", "<style>.a{font: bold 12px/1.5 NoSuchFont}</style><text class='a'>a</text>",
      #"line 2, column 8: no font of "NoSuchFont" is installed, nor among the job's "fonts": install or add one, name another, or convert the text to paths."#
    ),
    .inside(
      "data of another type", #"<image href="data:image/svg+xml;base64,AAAA"/>"#,
      #"line 2, column 8: href of <image>: the data: URL has the type "image/svg+xml"; allowed are image/png and image/jpeg."#
    ),
    .inside(
      "data without an image", #"<image href="data:image/png;base64,AAAA"/>"#,
      "line 2, column 8: href of <image>: the data: URL is not a complete PNG or JPEG."),
    .inside(
      "data that is no base64", #"<image href="data:image/png;base64,!!"/>"#,
      "line 2, column 8: href of <image>: the data: URL has invalid base64."),
    .inside(
      "large image",
      #"<image href="data:image/png;base64,\#(png(width: 100_000, height: 100_000))"/>"#,
      "line 2, column 8: href of <image>: the images up to this one, of 100000 × 100000, have more than 64000000 pixels."
    ),
    .inside(
      "huge image",
      #"<image href="data:image/png;base64,\#(png(width: .max, height: .max))"/>"#,
      "line 2, column 8: href of <image>: the images up to this one, of 4294967295 × 4294967295, have more than 64000000 pixels."
    ),
  ]

  static let costs: [Case] = [
    .inside(
      "use of itself", ##"<g id="a"><use href="#a"/></g>"##,
      "line 2, column 1: <g> refers to itself."),
    .inside(
      "ring of patterns",
      ##"<pattern id="a" width="9" height="9"><path fill="url(#b)"/></pattern>"##
        + ##"<pattern id="b" width="9" height="9"><path fill="url(#a)"/></pattern><path fill="url(#a)"/>"##,
      "line 2, column 1: <pattern> refers to itself."),
    .inside(
      "use bomb",
      tenfold(9) { level, uses in
        #"<g id="l\#(level)">"#
          + uses.split(separator: "|").map { #"<use xlink:href="\#($0)"/>"# }.joined() + "</g>"
      },
      "line 1, column 1: with everything that <use>, patterns, masks and markers draw again there are more than 50000 elements."
    ),
    .inside(
      "masks by rules",
      "<style>"
        + (0..<9).map { ".m\($0) { mask: url(#m\($0)) }" }.joined() + "</style>"
        + (1...9).map {
          #"<mask id="m\#($0 - 1)">"#
            + String(repeating: #"<path class="a m\#($0)"/>"#, count: 10) + "</mask>"
        }.joined() + #"<path class="m0"/>"#,
      "line 1, column 1: with everything that <use>, patterns, masks and markers draw again there are more than 50000 elements."
    ),
    .inside(
      "markers",
      ##"<marker id="m">\##(String(repeating: "<path/>", count: 100))</marker>"##
        + #"<path marker-mid="url(#m)" d="\#(String(repeating: "L1 1", count: 2000))"/>"#,
      "line 1, column 1: with everything that <use>, patterns, masks and markers draw again there are more than 50000 elements."
    ),
    .inside(
      "chain of uses",
      (0..<5000).map { ##"<g id="g\##($0)"><use href="#g\##($0 + 1)"/></g>"## }.joined(),
      "line 2, column 3360: with everything that references draw again, elements are nested more than 200 deep."
    ),
    .inside(
      "path that crosses itself", #"<path d="M0 0\#(zigzag(10_000))"/>"#,
      "line 2, column 7: the path has too many segments that cross or touch each other (about 2000000 pairs are allowed): simplify it."
    ),
    .inside(
      "polygon that crosses itself", #"<polygon points="0 0\#(zigzag(10_000, ""))"/>"#,
      "line 2, column 10: the path has too many segments that cross or touch each other (about 2000000 pairs are allowed): simplify it."
    ),
    .inside(
      "path drawn often",
      #"<path id="p" d="M0 0\#(zigzag(1_000))"/>"#
        + String(repeating: ##"<use href="#p"/>"##, count: 1000),
      "line 1, column 1: \(crossings)"),
    .inside(
      "wide strokes",
      ##"<style>g{stroke-width: 4e2px}</style><g stroke="red"><path d="M0 0\##(String(repeating: "l.1.1.1-.1", count: 2000))"/></g>"##,
      "line 1, column 1: \(crossings)"),
    .inside(
      "short dashes",
      ##"<path stroke-dasharray="1,.5" stroke="red" d="M0 0\##(String(repeating: "H1e6H0", count: 2))"/>"##,
      "line 1, column 1: the strokes have more than 2000000 dashes: use longer ones."),
    .inside(
      "dashes of a group",
      ##"<path id="a" d="M0 0H1e6"/><g style="stroke-dasharray: 1"><use href="#a"/><use href="#a"/><use href="#a"/></g>"##,
      "line 1, column 1: the strokes have more than 2000000 dashes: use longer ones."),
    .inside(
      "selectors",
      "<style>" + (0..<2000).map { "a .b\($0),c{fill:red}" }.joined() + "</style>"
        + String(repeating: "<g/>", count: 9000),
      "line 2, column 8: the style sheets have more than 2702 selectors, the most that are allowed for 9002 elements: use fewer classes, or attributes."
    ),
    .inside(
      "character without a glyph", "<text><tspan>a&#x10FFFD;</tspan></text>",
      "line 2, column 14: no installed font, and none of the job, has U+10FFFD: install or add one that has it, or convert the text to paths."
    ),
    .inside(
      "large pattern", #"<pattern width="16000" height="16000"/>"#,
      "line 2, column 1: <pattern> is 16000 × 16000 px; at most 16000000 px² are allowed."),
    .inside(
      "large blur", #"<filter><feGaussianBlur stdDeviation="2 1e9"/></filter>"#,
      "line 2, column 9: stdDeviation of <feGaussianBlur> is 1000000000; at most 1000 is allowed."),
    Case(
      "large size", #"<svg xmlns="http://www.w3.org/2000/svg" width="1e99"/>"#,
      #"line 1, column 41: width of <svg> is "1e99"; numbers up to 1000000 are allowed."#),
    Case(
      "large viewBox", #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1e999 1"/>"#,
      #"line 1, column 41: viewBox of <svg> is "0 0 1e999 1"; numbers up to 1000000 are allowed."#),
    Case(
      "no size", #"<svg xmlns="http://www.w3.org/2000/svg" width="0" height="10"/>"#,
      "the SVG is 0 × 10 px: nothing of it is seen."),
  ]

  private static let crossings =
    "with everything that is drawn again, and with the widths of strokes, the paths have too many segments that cross "
    + "or touch each other (about 2000000 pairs are allowed): simplify them."

  /// Lines between places all over a square.
  private static func zigzag(_ count: Int, _ command: String = "L") -> String {
    var generator = SeededGenerator(seed: 7)
    return (0..<count).map { _ in
      let (x, y) = (
        Int.random(in: 0..<900, using: &generator), Int.random(in: 0..<900, using: &generator)
      )
      return "\(command)\(command.isEmpty ? " " : "")\(x) \(y)"
    }.joined()
  }

  /// A PNG without pixels, in base64.
  private static func png(width: UInt32, height: UInt32) -> String {
    func bytes(_ number: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    let file =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + bytes(width) + bytes(height) + [8, 6, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0]
      + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for at in stride(from: 0, to: file.count - 2, by: 3) {
      let bits = Int(file[at]) << 16 | Int(file[at + 1]) << 8 | Int(file[at + 2])
      for shift in [18, 12, 6, 0] { text.append(digits[bits >> shift & 63]) }
    }
    return text
  }

  private static let frame = Rect(x: 0, y: 0, width: 100, height: 100)

  @Test(arguments: syntax + references + costs) func isRefused(_ one: Case) {
    let start = ContinuousClock.now
    #expect {
      let image = try SVGImage(one.bytes)
      try image.check(in: Self.frame, of: ContentGeometry(frame: Self.frame))
    } throws: { error in
      let message = (error as? EffectError)?.message
      #expect(message == one.message)
      return true
    }
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  /// 300 blurs of a megapixel.
  @Test func filtersHaveALimitAtTheirSize() throws {
    let blurs = String(repeating: #"<feGaussianBlur stdDeviation="2"/>"#, count: 300)
    let image = try SVGImage(
      Array(Self.svg(##"<filter id="f">\##(blurs)</filter><path filter="url(#f)"/>"##).utf8))
    let frame = Rect(x: 0, y: 0, width: 400, height: 400)
    try image.check(in: frame, of: ContentGeometry(frame: frame))
    #expect {
      try image.check(in: frame, of: ContentGeometry(frame: frame, scale: 2))
    } throws: { error in
      (error as? EffectError)?.message
        == "its filters and translucent groups are 601 passes over 0.6 megapixels; at most 100 passes over a megapixel "
        + "are allowed. Draw it smaller, or with fewer of them."
    }
  }

  /// What takes little time is not refused: traced images, maps, hatches, and fine details.
  @Test(arguments: [
    // 40,000 short segments, and 20,000 that return to a point.
    (0..<200).map { y in "M0 \(y)" + String(repeating: "l1 .4 1-.4", count: 100) }.joined(),
    "M50 50" + (0..<500).map { "L\($0 % 100) \($0 / 100)M50 50" }.joined(),
    // A chart of 5000 values.
    "M0 0" + (0..<5000).map { "L\($0 / 50) \($0 * 7919 % 100)" }.joined(),
    (0..<5000).map { "M\($0 % 100) \($0 / 100)h.001v.001h-.001z" }.joined(),
  ])
  func pathsOfIllustrationsAreDrawn(_ data: String) throws {
    let image = try SVGImage(
      Array(Self.svg(##"<path stroke="#000" stroke-width=".01" d="\##(data)"/>"##).utf8))
    try image.check(in: Self.frame, of: ContentGeometry(frame: Self.frame))
  }

  /// 5000 translucent elements at a megapixel.
  @Test(arguments: [
    #"<path opacity=".5"/>"#, #"<path style="opacity: 50%"/>"#, #"<path class="o"/>"#,
    #"<g style="mix-blend-mode:multiply"/>"#, ##"<g mask="url(#m)"/>"##,
  ])
  func groupsHaveALimitAtTheirSize(_ element: String) throws {
    let image = try SVGImage(
      Array(
        Self.svg(
          "<style>.o{opacity:.5}</style>" + String(repeating: element, count: 5000)
        ).utf8))
    func check(_ side: Double) throws {
      let frame = Rect(x: 0, y: 0, width: side, height: side)
      try image.check(in: frame, of: ContentGeometry(frame: frame))
    }
    try check(500)
    #expect {
      try check(1000)
    } throws: { error in
      (error as? EffectError)?.message.hasPrefix(
        "its filters and translucent groups are 150 passes over 1 megapixels") == true
    }
  }

  /// Whatever bytes there are, there is an SVG or an error.
  @Test func anyBytesAreReadOrRefused() {
    let file = Array(
      Self.svg(
        ##"<style>.a{fill:url(#b)}</style><g class="a" id="c"><use href="#d"/></g><text>&amp;</text>"##
      )
      .utf8)
    for length in 0..<file.count {
      #expect(throws: EffectError.self) { _ = try SVGImage(Array(file.prefix(length))) }
    }
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      var bytes = file
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let at = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[at] =
          Bool.random(using: &generator)
          ? UInt8.random(in: 0...255, using: &generator) : bytes[(at + 7) % bytes.count]
      }
      _ = try? SVGImage(bytes)
    }
    for _ in 0..<100 {
      _ = try? SVGImage((0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
  }
}
