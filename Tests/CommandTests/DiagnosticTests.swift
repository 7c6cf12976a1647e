import Foundation
import ProgramTesting
import Testing

@Suite struct DiagnosticTests {
  @Test func jobThatIsNotThere() throws {
    let workshop = try Workshop()
    let run = try CommandRun("render", "nowhere.json", in: workshop.folder)
    #expect(run.status == 66)
    #expect(run.errors == "scrim: nowhere.json: no such file.\n")
  }

  @Test func folderThatIsNoBundle() throws {
    let workshop = try Workshop()
    try workshop.makeFolder("empty.scrim")
    let run = try CommandRun("render", "empty.scrim", in: workshop.folder)
    #expect(run.status == 66)
    #expect(
      run.errors == "scrim: empty.scrim/job.json: no such file; "
        + "a bundle needs a job.json.\n")
  }

  @Test func imageThatIsNotThere() throws {
    let workshop = try Workshop()
    try workshop.write(Example.image("photo.jpg"), "a/frame.json")
    for command in ["render", "validate"] {
      let run = try CommandRun(command, "a/frame.json", in: workshop.folder)
      #expect(run.status == 66)
      #expect(
        run.errors
          == "a/frame.json:4:38: layers[0].image.source: \"photo.jpg\": no such file.\n")
    }
  }

  @Test func syntax() throws {
    let workshop = try Workshop()
    try workshop.write("{ \"scrim\": 1,\n  \"layers\": [ }", "broken.json")
    let run = try CommandRun("render", "broken.json", in: workshop.folder)
    #expect(run.status == 65)
    #expect(run.errors == "broken.json:2:15: expected a value, found }.\n")
  }

  @Test func everyErrorOnALineOfItsOwn() throws {
    let workshop = try Workshop()
    try workshop.write(
      Example.effect(
        #"{ "effect": "drop-shadow", "sigma": 900 }, { "effect": "outlnie" }"#), "job.json")
    let run = try CommandRun("validate", "job.json", in: workshop.folder)
    #expect(run.status == 65)
    #expect(run.output == "")
    #expect(
      run.errors == """
        job.json:5:72: layers[0].effects[0].sigma: 900 is outside 0…250 px.
        job.json:5:91: layers[0].effects[1].effect: unknown effect "outlnie". \
        Did you mean "outline"?

        """)
  }

  @Test func errorsAsJSON() throws {
    let workshop = try Workshop()
    try workshop.write(Example.effect(#"{ "effect": "outline", "width": -1 }"#), "job.json")
    let run = try CommandRun("validate", "--json", "job.json", in: workshop.folder)
    #expect(run.status == 65)
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(list.count == 1)
    #expect(list.first?["pointer"] as? String == "/layers/0/effects/0/width")
    #expect(list.first?["line"] as? Int == 5)
    #expect(list.first?["code"] as? String == "out-of-range")
  }

  @Test func whatShowsOnlyWithFontsIsFoundWithoutDrawing() throws {
    let workshop = try Workshop()
    try workshop.write(
      """
      { "scrim": 1, "canvas": { "width": 100, "height": 50 }, "layers": [
        { "text": { "string": "incomprehensible", "font": "DejaVu Sans", "size": 30 } },
        { "text": { "string": "one", "font": "DejaVu Snas" } }
      ] }
      """, "job.json")
    let run = try CommandRun("validate", "job.json", in: workshop.folder)
    #expect(run.status == 65)
    #expect(
      run.errors == """
        job.json:2:25: layers[0].text.string: the text is 266.9 px wide; its frame allows \
        100 px, and "incomprehensible" has no place for a line break. Make the frame wider, set "wrap": "character", or \
        set "fit": "shrink", "ellipsis": "end", "overflow": "clip" or "overflow": "visible".
        job.json:3:40: layers[1].text.font: no font family "DejaVu Snas" is installed. \
        Did you mean "DejaVu Sans"?

        """)
  }

  @Test(arguments: ["render", "validate"])
  func imagesAndFontsAreLookedAtBesideOtherErrors(_ command: String) throws {
    let workshop = try Workshop()
    try workshop.write("no picture", "junk.png")
    try workshop.write(
      """
      { "scrim": 1, "canvas": { "width": 100, "height": 50 }, "layers": [
        { "text": { "string": "a\u{10FFFD}", "font": "DejaVu Sans" } },
        { "opacty": 1, "image": { "source": "junk.png" } },
        { "image": { "source": "gone.png" } }
      ] }
      """, "job.json")
    let run = try CommandRun(command, "job.json", in: workshop.folder)
    #expect(run.status == 65)
    let lines = run.errors.split(separator: "\n").map { $0.prefix(48) }
    #expect(
      lines == [
        "job.json:2:27: layers[0].text.string: no install",
        "job.json:3:5: layers[1].opacty: unknown key \"opa",
        "job.json:3:39: layers[1].image.source: \"junk.png",
        "job.json:4:26: layers[2].image.source: \"gone.png",
      ])
  }

  @Test func nothingToSayAboutAGoodJob() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "square.json")
    let run = try CommandRun("validate", "square.json", in: workshop.folder)
    #expect(run.status == 0)
    #expect(run.output + run.errors == "")
    #expect(
      try CommandRun("validate", "--json", "square.json", in: workshop.folder).output == "[]\n")
    #expect(try workshop.names(in: ".") == ["square.json"])
  }

  /// Those of the layout, then those of effects.
  @Test(arguments: ["validate", "render"]) func warnsOfAGoodJob(_ command: String) throws {
    let workshop = try Workshop()
    try workshop.write(
      """
      { "scrim": 1, "canvas": { "width": 200, "height": "auto" }, "layers": [
        { "text": { "string": "a" }, "effects": [
          { "effect": "paywall-blur", "substitute": "none" }] },
        { "text": { "string": "a", "verticalAlign": "middle" } }
      ] }
      """, "job.json")
    let run = try CommandRun(command, "job.json", in: workshop.folder)
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n").map { $0.prefix(60) }
    #expect(
      lines == [
        "job.json:4:47: layers[1].text.verticalAlign: warning: \"verti",
        "job.json:3:47: layers[0].effects[0].substitute: warning: pay",
      ])
  }

  @Test func wrongCommandLine() throws {
    #expect(try CommandRun("render").status == 64)
    #expect(try CommandRun("paint").status == 64)
  }

  /// The output of `scrim validate` for a document on a terminal of 100 columns.
  private func seen(_ document: String, name: String = "broken.json") throws -> String {
    let workshop = try Workshop()
    try workshop.write(document, name)
    let scrim = CommandRun.programs.appendingPathComponent("scrim").path
    let terminal = try CommandRun(
      "-qec", "\(scrim) validate \(name)", "\(workshop.folder.path)/seen",
      program: "/usr/bin/script", in: workshop.folder,
      environment: ["NO_COLOR": "1", "TERM": "xterm"])
    #expect(terminal.status == 65)
    let all = try workshop.text("seen").replacingOccurrences(of: "\r\n", with: "\n")
    // Without text that was erased, such as the progress shown on a busy machine, and without the first and the last
    // line, which `script` adds.
    return all.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.components(separatedBy: "\r\u{1B}[K").last ?? "" }
      .filter { !$0.hasPrefix("Script ") && !$0.isEmpty }.joined(separator: "\n")
  }

  @Test func pointsAtThePlaceOnATerminal() throws {
    #expect(
      try seen("{ \"a\": 1,\n  \"layers\": [ }") == """
        broken.json:2:15: expected a value, found }.
            2 |   "layers": [ }
              |               ^
        """)
  }

  /// The text before the position, and its width in terminal cells.
  @Test(arguments: [
    ("猫が", 4), ("ｶﾞ", 2), ("e\u{301}", 1), ("🚀", 2), ("🇯🇵", 2), ("\u{200B}", 0), ("한", 2), ("ａ", 2),
  ])
  func theCaretStandsUnderThePlaceWhateverIsBefore(text: String, cells: Int) throws {
    let dots = String(repeating: " ", count: cells)
    #expect(
      try seen("{ \"\(text)\": }") == """
        broken.json:1:\(text.unicodeScalars.count + 7): expected a value, found }.
            1 | { "\(text)": }
              |    \(dots)   ^
        """)
  }

  @Test func aTabIsOneCell() throws {
    #expect(
      try seen("{\t\"a\":\t}") == """
        broken.json:1:8: expected a value, found }.
            1 | { "a": }
              |        ^
        """)
  }

  @Test func nothingOfAJobMovesTheCursor() throws {
    let told = try seen(
      "{ \"\u{202E}\u{9B}2J\u{7F}\": 1, \"layers\": [{\"\u{9B}\": \"\\u001b[2J\"}] }")
    #expect(
      !told.unicodeScalars.contains {
        ($0.properties.generalCategory == .control && $0 != "\n") || $0.properties.isBidiControl
      })
    #expect(told.contains(#"unknown key "\u{202e}\u{9b}2J\u{7f}"."#))
  }
}
