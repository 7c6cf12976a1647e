import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// What `scrim measure` prints.
@Suite struct MeasureCommandTests {
  private static func job(title: String = "One line") -> String {
    ##"""
    {"scrim": 1, "canvas": {"width": 400, "height": 300, "scale": 2}, "layers": [
      {"id": "title", "frame": {"x": 10, "y": 20, "width": 120},
        "text": {"string": "\##(title)", "font": "DejaVu Sans", "size": 20, "lineHeight": 1.2}},
      {"id": "cta", "frame": {"x": 10, "below": "#title", "gap": 6, "width": 100, "height": 30}, "fill": "red"}
    ]}
    """##
  }

  private func workshop() throws -> Workshop {
    let workshop = try Workshop()
    try workshop.write(Self.job(), "story.json")
    return workshop
  }

  @Test func framesLinesAndWordsAreMeasured() throws {
    let workshop = try workshop()
    let run = try CommandRun("measure", "story.json", "--json", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    let json = try JSON(parsing: Array(run.output.utf8))
    let layers = json["layers"]?.array ?? []
    #expect(json["canvas"] == [400, 300] && layers.count == 2)
    #expect(layers[0]["frame"] == [10, 20, 120, 24])
    #expect(layers[1]["frame"] == [10, 50, 100, 30] && layers[1]["id"] == "cta")
    let text = layers[0]["text"]
    #expect(text?["words"]?.array?.compactMap { $0["word"]?.string } == ["One", "line"])
    #expect(text?["lines"]?.array?.count == 1 && text?["size"] == 20)
    #expect(text?["lines"]?.array?.first?["range"] == [0, 8])
  }

  @Test func textIsForPeople() throws {
    let workshop = try workshop()
    let run = try CommandRun("measure", "story.json", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.starts(with: ["canvas  400 × 300 px", "#title", "  frame   10, 20, 120 × 24"]))
    #expect(lines.contains("  text    20 px, 1 line"))
  }

  @Test func comparisonSaysWhatMovedAndWhatPushedIt() throws {
    let workshop = try workshop()
    let first = try CommandRun("measure", "story.json", "--json", in: workshop.folder)
    try workshop.write(first.output, "old.json")
    let same = try CommandRun("measure", "story.json", "--compare", "old.json", in: workshop.folder)
    #expect(same.status == 0 && same.output == "", "\(same.errors)")
    try workshop.write(Self.job(title: "Two lines of words"), "story.json")
    let other = try CommandRun(
      "measure", "story.json", "--compare", "old.json", in: workshop.folder)
    #expect(other.status == 1)
    #expect(other.output == "title: 1 → 2 lines; pushes #cta 24 px down\n", "\(other.errors)")
    let missing = try CommandRun(
      "measure", "story.json", "--compare", "x.json", in: workshop.folder)
    #expect(missing.status == 66)
    #expect(missing.errors == "scrim: x.json cannot be read: No such file or directory.\n")
    try workshop.write("no", "bad.json")
    let bad = try CommandRun("measure", "story.json", "--compare", "bad.json", in: workshop.folder)
    #expect(bad.status == 65)
    #expect(
      bad.errors
        == "scrim: bad.json is not JSON: expected what scrim measure --json printed.\n")
  }

  @Test func theImageMapHasWordsBeforeLayers() throws {
    let workshop = try workshop()
    let run = try CommandRun("measure", "story.json", "--html", "map.html", in: workshop.folder)
    #expect(run.status == 0 && run.output == "", "\(run.errors)")
    let html = String(decoding: try workshop.bytes("map.html"), as: UTF8.self)
    let image = ##"<img src="story.png" width="800" height="600" alt="" usemap="#scrim">"##
    #expect(html.contains(image))
    let area = ##"<area shape="rect" coords="20,100,220,160" alt="#cta" title="#cta">"##
    #expect(html.contains(area))
    let word = html.range(of: #"alt="line""#)?.lowerBound
    let layer = html.range(of: ##"alt="#title""##)?.lowerBound
    #expect(word.flatMap { word in layer.map { word < $0 } } == true)
  }

  /// Lines are columns, and words are where they stand in them, also in an image map.
  @Test func columnsAreMeasured() throws {
    let workshop = try Workshop()
    try workshop.write(
      ##"""
      {"scrim": 1, "canvas": {"width": 400, "height": 300}, "layers": [
        {"id": "title", "frame": {"right": 20, "y": 30, "height": 200},
          "text": {"markup": "<ruby>港<rt>みな</rt></ruby>町 船\n鳥", "font": "Noto Sans CJK JP", "language": "ja",
            "size": 40, "lineHeight": 2, "writingMode": "vertical-rl"}}
      ]}
      """##, "story.json")
    let run = try CommandRun(
      "measure", "story.json", "--json", "--html", "map.html", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    let layer = try JSON(parsing: Array(run.output.utf8))["layers"]?.array?.first
    #expect(layer?["frame"] == [220, 30, 160, 200])
    let lines = layer?["text"]?["lines"]?.array ?? []
    #expect(lines.count == 2 && lines.first?["range"] == [0, 10])
    let words = layer?["text"]?["words"]?.array ?? []
    #expect(words.compactMap { $0["word"]?.string } == ["港町", "船", "鳥"])
    #expect(words.first?["frame"] == [300, 30, 80, 80])
    #expect(words.last?["frame"] == [220, 30, 80, 40])
    let html = String(decoding: try workshop.bytes("map.html"), as: UTF8.self)
    #expect(html.contains(#"coords="300,30,380,110" alt="港町""#))
  }

  @Test func concealedWordsAreNowhere() throws {
    let workshop = try Workshop()
    try workshop.write(
      ##"""
      {"scrim": 1, "canvas": {"width": 400, "height": 300}, "layers": [
        {"id": "article", "frame": {"width": 300},
          "text": {"string": "Anyone may read.\nThe culprit is hidden here.", "font": "DejaVu Sans", "size": 20},
          "effects": [{"effect": "paywall-blur", "visibleLines": 1, "sigma": 4}]}
      ]}
      """##, "story.json")
    for arguments in [["--json"], [], ["--html", "map.html"]] {
      let running = try RunningCommand(["measure", "story.json"] + arguments, in: workshop.folder)
      let run = running.finish()
      #expect(run.status == 0, "\(run.errors)")
      #expect(!run.output.contains("culprit") && !run.output.contains("hidden"))
    }
    let html = String(decoding: try workshop.bytes("map.html"), as: UTF8.self)
    #expect(html.contains("Anyone") && !html.contains("culprit"))
  }

  @Test func errorsOfTheJobAreReported() throws {
    let workshop = try Workshop()
    try workshop.write(#"{"scrim": 1, "layers": [{"fill": "red"}]}"#, "bad.json")
    let run = try CommandRun("measure", "bad.json", in: workshop.folder)
    #expect(run.status == 65 && run.output == "")
    #expect(run.errors.contains("the canvas has no size"))
  }

  @Test func everyRowOfATemplateIsMeasured() throws {
    let workshop = try Workshop()
    try workshop.write(
      #"""
      {"scrim": 1, "inputs": {"name": {"type": "string"}}, "canvas": {"width": "auto", "height": 40},
       "layers": [{"id": "name", "text": {"string": "${name}", "font": "DejaVu Sans"}}]}
      """#, "card.json")
    try workshop.write("name\nAda\nGrace Hopper\n", "people.csv")
    let run = try CommandRun(
      "measure", "card.json", "--data", "people.csv", "--json", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    let rows = try JSON(parsing: Array(run.output.utf8)).array ?? []
    #expect(rows.compactMap { $0["row"]?.number } == [1, 2])
    let widths = rows.compactMap { $0["canvas"]?.array?.first?.number }
    #expect(widths.count == 2 && widths[0] < widths[1])
  }
}
