import ScrimKit
import Testing

@Suite struct ColorSyntaxTests {
  @Test(arguments: [
    ("#fc0", "#ffcc00"), ("#FC0", "#ffcc00"), ("#fc08", "#ffcc0088"), ("#12aBcd", "#12abcd"),
    ("#12abcd80", "#12abcd80"), ("#000f", "#000000"),
    ("rgb(255 204 0)", "#ffcc00"), ("rgb(255, 204, 0)", "#ffcc00"), ("RGB(255,204,0)", "#ffcc00"),
    ("rgb( 255  204 0 )", "#ffcc00"), ("rgb(100% 80% 0%)", "#ffcc00"),
    ("rgb(255 204 0 / 50%)", "#ffcc0080"), ("rgb(255 204 0/.5)", "#ffcc0080"),
    ("rgba(255, 204, 0, 0.5)", "#ffcc0080"), ("rgba(255, 204, 0, 50%)", "#ffcc0080"),
    ("rgb(+1e2 0 0)", "#640000"), ("rgb(12.6 0 0)", "#0d0000"),
    ("hsl(48 100% 50%)", "#ffcc00"), ("hsl(48, 100%, 50%)", "#ffcc00"),
    ("hsl(48deg 100% 50%)", "#ffcc00"), ("hsl(408 100% 50%)", "#ffcc00"),
    ("hsl(-312 100% 50%)", "#ffcc00"), ("hsla(48 100% 50% / 0.5)", "#ffcc0080"),
    ("hsl(0.5turn 100% 50%)", "#00ffff"), ("hsl(200grad 100% 50%)", "#00ffff"),
    ("hsl(3.14159265rad 100% 50%)", "#00ffff"),
    ("hsl(120 100% 25%)", "#008000"), ("hsl(0 0% 60%)", "#999999"), ("hsl(240 60% 70%)", "#8585e0"),
    ("transparent", "#00000000"), ("Transparent", "#00000000"),
  ])
  func reads(_ text: String, css: String) {
    #expect(Color(css: text)?.css == css)
  }

  /// CSS clamps parts that are out of range.
  @Test(arguments: [
    ("rgb(300 -20 0)", "#ff0000"), ("rgb(0 0 0 / 2)", "#000000"), ("rgb(0 0 0 / -1)", "#00000000"),
    ("hsl(0 200% 50%)", "#ff0000"), ("hsl(0 100% 150%)", "#ffffff"),
  ])
  func clamps(_ text: String, css: String) {
    #expect(Color(css: text)?.css == css)
  }

  @Test(arguments: [
    "", "#", "#f", "#ff", "#fffff", "#fffffff", "#fffffffff", "#ggg", "#-12", "fff", "0xfff",
    "rgb()", "rgb(1,2)", "rgb(1 2)", "rgb(1 2 3 4)", "rgb(1,2,3,4,5)", "rgb(1,2,,3)", "rgb(1,2,3,)",
    "rgb(1, 2 3)", "rgb(1,2,3/0.5)", "rgb(1 2 3 / )", "rgb(1 2 3 / 1 / 1)", "rgb(1 2 3",
    "rgb 1 2 3)", "rgb(1 2 3))", "rgb (1 2 3)", "rgb(1deg 2 3)", "rgb(1 2 3 / 4deg)",
    "rgb(0x10 0 0)", "rgb(nan 0 0)", "rgb(inf 0 0)", "rgb(1e999 0 0)", "rgb(1px 0 0)",
    "rgb(0.5turn 0 0)", "hsl(50% 10% 10%)", "hsl(1 2 3)", "hsl(1 2% 3% / 4deg)",
    "hsl(1 2deg 3%)", "lab(50% 0 0)", "color(srgb 1 0 0)", " red", "red ", "spotligth",
    "currentcolor", "#fff;", "réd",
  ])
  func refuses(_ text: String) {
    #expect(Color(css: text) == nil)
  }

  /// From CSS Color 4 §6.1; the first few are those that X11 has otherwise.
  @Test(arguments: [
    ("gray", "#808080"), ("green", "#008000"), ("maroon", "#800000"), ("purple", "#800080"),
    ("aliceblue", "#f0f8ff"), ("black", "#000000"), ("cornflowerblue", "#6495ed"),
    ("darkslategrey", "#2f4f4f"), ("fuchsia", "#ff00ff"), ("gold", "#ffd700"),
    ("lightgoldenrodyellow", "#fafad2"), ("lime", "#00ff00"), ("mediumspringgreen", "#00fa9a"),
    ("papayawhip", "#ffefd5"), ("RebeccaPurple", "#663399"), ("silver", "#c0c0c0"),
    ("tan", "#d2b48c"), ("teal", "#008080"), ("white", "#ffffff"), ("yellowgreen", "#9acd32"),
  ])
  func knows(_ name: String, css: String) {
    #expect(Color(css: name)?.css == css)
  }

  @Test(arguments: ["dark%", "dim%", "%", "light%", "darkslate%", "lightslate%", "slate%"])
  func greyIsGray(_ pattern: String) {
    let (gray, grey) = (
      pattern.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "gray"),
      pattern.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "grey")
    )
    #expect(Color(css: gray) != nil)
    #expect(Color(css: gray) == Color(css: grey))
  }

  @Test func eachByteSurvives() {
    for byte in 0...255 {
      let color = Color(red: Double(byte) / 255, green: 0, blue: 1, alpha: 0.2)
      #expect(Color(css: color.css)?.css == color.css)
    }
  }

  @Test func opacityMultiplies() {
    let color = Color(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.5).withOpacity(0.5)
    #expect(color == Color(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.25))
  }
}
