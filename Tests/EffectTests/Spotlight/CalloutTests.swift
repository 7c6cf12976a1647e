import RenderTesting
import ScrimKit
import Testing

/// Positions of callouts. Their texts are transparent here, and their bubbles coloured.
@Suite struct CalloutTests {
  private let scene = SpotlightScene()
  private static let size = (width: 400, height: 300)

  /// A callout as high as one line of 20 px and its padding: 44 px.
  private static func callout(
    _ keys: String = "", fill: String = "#f00", words: String = "Eight words are enough"
  ) -> String {
    ##""callout": {"text": {"string": "\##(words)", "font": "Noto Sans", "lineHeight": 1.25, "color": "transparent"}, "arrowRadius": 0, "fill": "\##(fill)"\##(keys)}"##
  }

  private static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    #"{"x": \#(x), "y": \#(y), "width": \#(width), "height": \#(height)}"#
  }

  private static let red = [0, 0, 255]
  private static let green = [0, 128, 0]

  private func image(_ effect: String) throws -> Pixels {
    try scene.pixels(#""shape": "rect", "# + effect, size: Self.size)
  }

  private func bubble(_ effect: String, color: [Int] = red) throws -> Rect {
    let found = try #require(try image(effect).bounds(of: color))
    return found.rect(scale: 1)
  }

  /// Its lines are as equal as possible, unless the text says otherwise.
  @Test func itsWordsAreBalanced() throws {
    func size(_ keys: String) throws -> Rect {
      let text =
        #""callout": {"text": {"string": "Now it is two whole lines", "font": "Noto Sans", "color": "transparent"\#(keys)}, "maxWidth": 180, "arrow": 0, "fill": "red"}"#
      return try bubble(#""targets": [\#(Self.rect(180, 130, 40, 30))], \#(text)"#)
    }
    let (own, balanced) = (try size(""), try size(#", "textWrap": "balance""#))
    let greedy = try size(#", "textWrap": "wrap""#)
    #expect(own == balanced)
    #expect(own.width < greedy.width - 20)
    #expect(own.height == greedy.height)
  }

  /// gap 10, arrow 8, bubble 44: each side of a target in the middle.
  @Test(arguments: ["top", "right", "bottom", "left", "auto"])
  func standsOnItsSideWithTheArrowAtTheTarget(_ side: String) throws {
    let pixels = try image(
      #""targets": [\#(Self.rect(180, 130, 40, 30))], \#(Self.callout(#", "side": "\#(side)""#, words: "Few words"))"#
    )
    let found = try #require(pixels.bounds(of: Self.red)).rect(scale: 1)
    switch side {
    case "top":
      #expect(found.bottom >= 119 && found.bottom <= 120 && found.top == 68)
      #expect(pixels.pixel(200, 117)[2] > 200)
    case "right":
      #expect(found.left >= 230 && found.left <= 231)
      #expect(found.top == 123 && found.bottom == 167)
      #expect(pixels.pixel(233, 145)[2] > 200)
    case "left":
      #expect(found.right >= 169 && found.right <= 170)
      #expect(found.top == 123 && found.bottom == 167)
      #expect(pixels.pixel(166, 145)[2] > 200)
    default:
      #expect(found.top >= 170 && found.top <= 171 && found.bottom == 222)
      #expect(pixels.pixel(200, 173)[2] > 200)
    }
    if side != "left", side != "right" { #expect(abs(found.center.x - 200) <= 0.5) }
  }

  @Test func theArrowIsTwiceAsBroadAsLong() throws {
    let pixels = try image(
      #""targets": [\#(Self.rect(180, 130, 40, 30))], \#(Self.callout(#", "arrow": 12"#))"#)
    // Its tip is at (200, 170), its base at y 182.
    for y in 171..<181 {
      let columns = (0..<400).filter { pixels.pixel($0, y)[1] < 20 && pixels.pixel($0, y)[2] > 220 }
      #expect(abs(columns.count - 2 * (y - 170)) <= 2, "\(y): \(columns.count)")
    }
    #expect((0..<400).filter { pixels.pixel($0, 190)[1] == 0 }.count > 150)
  }

  @Test func withoutAnArrowItStandsAtTheGap() throws {
    let found = try bubble(
      #""targets": [\#(Self.rect(180, 130, 40, 30))], \#(Self.callout(#", "arrow": 0, "gap": 6"#))"#
    )
    #expect(found.top == 166 && found.height == 44)
  }

  @Test func theGapBeginsAtTheRing() throws {
    let found = try bubble(
      #""targets": [\#(Self.rect(180, 130, 40, 30))], "padding": 5, "ring": {"width": 3, "gap": 4}, \#(Self.callout(#", "arrow": 0"#))"#
    )
    #expect(found.top == 182)
  }

  /// Bottom, top, right, left: whatever there is no room for is passed over.
  @Test func autoTakesTheFirstSideThatFits() throws {
    let auto = Self.callout()
    let low = try bubble(#""targets": [\#(Self.rect(180, 245, 40, 30))], \#(auto)"#)
    #expect(low.bottom <= 235)
    let high = try bubble(#""targets": [\#(Self.rect(20, 30, 40, 240))], \#(auto)"#)
    #expect(high.left >= 70)
    let right = try bubble(#""targets": [\#(Self.rect(340, 30, 40, 240))], \#(auto)"#)
    #expect(right.right <= 330)
  }

  /// At the canvas's edge it moves along, and its arrow still points at the target.
  @Test func staysOnTheCanvas() throws {
    let pixels = try image(
      #""targets": [\#(Self.rect(380, 100, 20, 20))], \#(Self.callout(#", "side": "bottom""#))"#)
    let found = try #require(pixels.bounds(of: Self.red)).rect(scale: 1)
    #expect(found.right <= 400 && found.right >= 389)
    let tip = (0..<400).filter { pixels.pixel($0, 133)[2] > pixels.pixel($0, 133)[1] + 60 }
    #expect(tip.allSatisfy { (376..<392).contains($0) } && !tip.isEmpty)
  }

  /// Of a target that is partly off the canvas the part that is seen counts.
  @Test func pointsAtWhatIsSeen() throws {
    let pixels = try image(#""targets": [\#(Self.rect(-300, 100, 400, 20))], \#(Self.callout())"#)
    let tip = (0..<400).filter { pixels.pixel($0, 133)[2] > pixels.pixel($0, 133)[1] + 60 }
    let middle: Int = tip.reduce(0, +) / max(1, tip.count)
    #expect(abs(middle - 50) <= 1)
  }

  @Test func coversNoTarget() throws {
    let targets =
      #"{"at": \#(Self.rect(180, 100, 40, 30)), \#(Self.callout())}, \#(Self.rect(100, 150, 200, 40))"#
    let pixels = try image(#""targets": [\#(targets)]"#)
    let found = try #require(pixels.bounds(of: Self.red)).rect(scale: 1)
    #expect(found.bottom <= 90)
    #expect((100..<300).allSatisfy { pixels.pixel($0, 170) == [255, 255, 255, 255] })
  }

  /// Beside a target that is in the way on one side of the middle, there may be room on the other.
  @Test func movesAlongToKeepClear() throws {
    let targets =
      #"{"at": \#(Self.rect(150, 100, 60, 30)), \#(Self.callout(#", "side": "bottom""#))}, "#
      + Self.rect(60, 150, 60, 60)
    let found = try bubble(#""targets": [\#(targets)]"#)
    #expect(found.left == 130)
  }

  @Test func calloutsCoverNoOther() throws {
    let targets =
      #"{"at": \#(Self.rect(100, 100, 30, 30)), \#(Self.callout())}, "#
      + #"{"at": \#(Self.rect(180, 100, 30, 30)), \#(Self.callout(fill: "#008000"))}"#
    let pixels = try image(#""targets": [\#(targets)]"#)
    let red = try #require(pixels.bounds(of: Self.red))
    let green = try #require(pixels.bounds(of: Self.green))
    #expect(red.intersection(green).isEmpty)
    #expect(red.y >= 130)
    #expect(green.y + green.height <= 100)
  }

  /// One that may stand below only is placed before one that has a choice.
  @Test func thoseWithAChoiceGiveWay() throws {
    let targets =
      #"{"at": \#(Self.rect(100, 100, 30, 30)), \#(Self.callout())}, "#
      + #"{"at": \#(Self.rect(180, 100, 30, 30)), \#(Self.callout(#", "side": "bottom""#, fill: "#008000"))}"#
    let pixels = try image(#""targets": [\#(targets)]"#)
    #expect(try #require(pixels.bounds(of: Self.green)).y >= 130)
    #expect(try #require(pixels.bounds(of: Self.red)).y < 100)
  }

  /// The words of a text are one target, and one callout.
  @Test func relatesToAllRectanglesOfItsTarget() throws {
    let text =
      ##"{"id": "t", "frame": {"x": 100, "y": 60, "width": 200}, "text": {"string": "aa\nbb\naa", "font": "Noto Sans", "size": 30, "lineHeight": 1, "color": "transparent"}}, "##
    let pixels = try scene.pixels(
      ##""targets": ["#t/match/aa"], "shape": "rect", \##(Self.callout())"##, below: text,
      size: Self.size)
    let found = try #require(pixels.bounds(of: Self.red))
    #expect(found.y >= 160 && found.y <= 161)
  }

  @Test func wrapsAtItsWidth() throws {
    let narrow = try bubble(
      #""targets": [\#(Self.rect(180, 100, 40, 30))], \#(Self.callout(#", "maxWidth": 110, "arrow": 0"#))"#
    )
    #expect(narrow.width <= 110 && narrow.width > 80)
    // Whole lines of 20 px.
    let lines = (narrow.height - 24) / 20
    #expect(lines >= 2 && lines == lines.rounded())
  }

  @Test func paddingCanDiffer() throws {
    let found = try bubble(
      #""targets": [\#(Self.rect(180, 100, 40, 30))], \#(Self.callout(#", "arrow": 0, "padding": [1, 30, 5, 2]"#))"#
    )
    #expect(found.height == 26)
  }

  /// One shape: where the arrow joins the bubble, a translucent fill is not doubled.
  @Test func theArrowAndTheBubbleAreOneShape() throws {
    let pixels = try image(
      ##""opacity": 0, "targets": [\##(Self.rect(180, 130, 40, 30))], \##(Self.callout(#", "side": "right", "cornerRadius": 500"#, fill: "rgb(0 0 0 / 50%)", words: "Few words"))"##
    )
    for y in 0..<300 {
      for x in 0..<400 {
        let found = pixels.pixel(x, y)[1]
        #expect(found == 255 || found >= 127, "\(x), \(y): \(found)")
      }
    }
    #expect(pixels.pixel(236, 145)[1] == 127 || pixels.pixel(236, 145)[1] == 128)
    #expect(pixels.pixel(240, 145)[1] == 127 || pixels.pixel(240, 145)[1] == 128)
  }

  @Test func aGradientSpansTheBubble() throws {
    let gradient =
      ##"{"linear": {"angle": 90, "stops": [["#f00", 0], ["#00f", 1]]}}"##
    let pixels = try image(
      ##""targets": [\##(Self.rect(180, 130, 40, 30))], "callout": {"text": {"string": "A gradient", "font": "Noto Sans", "color": "transparent"}, "cornerRadius": 0, "fill": \##(gradient)}"##
    )
    let row = (0..<400).filter { pixels.pixel($0, 200)[1] == 0 }
    let (first, last) = (try #require(row.first), try #require(row.last))
    #expect(pixels.pixel(first, 200)[2] > 248 && pixels.pixel(last, 200)[0] > 248)
  }
}
