import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// `textLayer` of PDF outputs, as poppler reads it.
@Suite struct TextLayerTests {
  private static func job(_ layers: String, canvas: String = "", output: String = "") -> String {
    """
    {"scrim": 1, "seed": 1, "canvas": {"width": 400, "height": 200, "background": "#fff"\(canvas)},
     "layers": [\(layers)],
     "output": [{"file": "a.pdf", "textLayer": true\(output)}, {"file": "b.pdf"\(output)}]}
    """
  }

  private static func text(_ words: String, y: Int = 20, more: String = "") -> String {
    #"{"frame": {"x": 20, "y": \#(y), "width": 360}, "text": {"string": "\#(words)", "size": 20, "fontFallback": "allow"}\#(more)}"#
  }

  private func render(_ job: String) throws -> Workshop {
    let workshop = try Workshop()
    try workshop.write(job, "job.json")
    let run = try CommandRun(["render", "job.json"], in: workshop.folder)
    try #require(run.status == 0, "\(run.errors)")
    return workshop
  }

  /// What a program of poppler prints about a file; it must not complain.
  private func read(_ program: String, _ arguments: [String], in workshop: Workshop) throws
    -> String
  {
    let run = try CommandRun(arguments, program: "/usr/bin/\(program)", in: workshop.folder)
    #expect(run.errors == "")
    return run.output
  }

  private func words(_ name: String, in workshop: Workshop) throws -> [String] {
    try read("pdftotext", [name, "-"], in: workshop)
      .split { $0.isWhitespace || "\u{202A}\u{202B}\u{202C}".contains($0) }.map(String.init)
  }

  @Test(arguments: [
    ("The office", ["The", "office"]), ("smile \u{1F642}", ["smile", "\u{1F642}"]),
    ("Two\\nlines", ["Two", "lines"]), ("שלום", ["שלום"]), ("اجتمع", ["اجتمع"]),
    ("漢字かな", ["漢字かな"]), ("ก็ได้", ["ก็ได้"]),
    (
      "It is a text that is much longer than a line",
      "It is a text that is much longer than a line".split(separator: " ").map(String.init)
    ),
  ])
  func wordsAreRead(string: String, expected: [String]) throws {
    let workshop = try render(Self.job(Self.text(string)))
    #expect(try words("a.pdf", in: workshop) == expected)
    #expect(try words("b.pdf", in: workshop) == [])
  }

  @Test func nothingElseIsDrawn() throws {
    let outline = #", "effects": [{"effect": "outline", "width": 2, "color": "red"}]"#
    let workshop = try render(
      Self.job(
        Self.text("Outlined words", more: outline) + ","
          + Self.text("turned", y: 100, more: #", "rotate": 30, "opacity": 0.5"#),
        canvas: #", "bleed": 12"#))
    for program in ["pdftoppm", "pdftocairo"] {
      for name in ["a", "b"] {
        _ = try read(
          program, ["-png", "-singlefile", "\(name).pdf", "\(program)-\(name)"], in: workshop)
      }
      #expect(
        try workshop.bytes("\(program)-a.png") == workshop.bytes("\(program)-b.png"))
    }
    #expect(try Set(words("a.pdf", in: workshop)).isSuperset(of: ["Outlined", "words"]))
  }

  /// Points from the page's upper left corner; the line is 20 px from the top of the canvas, the page begins 12 px above.
  @Test func wordsAreWhereTheyAreDrawn() throws {
    let workshop = try render(Self.job(Self.text("Where"), canvas: #", "bleed": 12"#))
    let boxes = try read("pdftotext", ["-bbox", "a.pdf", "-"], in: workshop)
    let line = try #require(boxes.split(separator: "\n").first { $0.contains("<word") })
    let numbers = line.split(separator: "\"").compactMap { Double($0) }
    try #require(numbers.count == 4)
    #expect(abs(numbers[0] - 32 * 0.75) < 0.1 && abs(numbers[1] - 32 * 0.75) < 3)
    #expect(numbers[2] > 70 && numbers[2] < 80 && numbers[3] > 40 && numbers[3] < 48)
  }

  @Test func concealedWordsAndDecoysAreNotInIt() throws {
    let paywall = #", "effects": [{"effect": "paywall-blur", "visibleLines": 1"#
    let group =
      #"{"frame": {"y": 120, "width": 400, "height": 80}, "layers": [\#(Self.text("buried", y: 40))], "effects": [{"effect": "paywall-blur", "visibleHeight": 20}]}"#
    for substitute in ["decoy", "bars", "none"] {
      let workshop = try render(
        Self.job(
          [
            Self.text("Free\\nsecret", more: paywall + #", "substitute": "\#(substitute)"}]"#),
            Self.text("unseen", y: 90, more: #", "visible": false"#), group,
          ].joined(separator: ",")))
      #expect(try words("a.pdf", in: workshop) == ["Free"])
    }
  }

  @Test func theStructureHasTextsAndFigure() throws {
    let workshop = try render(
      Self.job(Self.text("First") + "," + Self.text("Second", y: 80), canvas: #", "alt": "Both""#))
    let structure = try read("pdfinfo", ["-struct-text", "a.pdf"], in: workshop)
    let lines = structure.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(
      lines == ["Document", "Figure", "\"\"", "P (block)", "\"First\"", "P (block)", "\"Second\""])
    let file = String(decoding: try workshop.bytes("a.pdf"), as: UTF8.self)
    #expect(file.contains("/Alt <feff0042006f00740068>"))
    #expect(try read("pdfinfo", ["a.pdf"], in: workshop).contains("Tagged:          yes"))
    #expect(try read("pdfinfo", ["b.pdf"], in: workshop).contains("Tagged:          no"))
  }

  /// Text in an order that is not that of reading has it besides.
  @Test func theReadingOrderOfMixedTextsIsGiven() throws {
    let workshop = try render(Self.job(Self.text("אב cd")))
    let file = String(decoding: try workshop.bytes("a.pdf"), as: UTF8.self)
    #expect(file.contains("/ActualText <feff05d005d1002000630064>"))
  }

  @Test func itIsForPDFOnly() throws {
    let workshop = try Workshop()
    try workshop.write(
      Self.job(Self.text("a")).replacing("a.pdf", with: "a.png"), "job.json")
    let run = try CommandRun(["render", "job.json"], in: workshop.folder)
    #expect(
      run.status == 65 && run.errors.contains("\"textLayer\" is for PDF; this output is PNG."),
      "\(run.errors)")
  }
}
