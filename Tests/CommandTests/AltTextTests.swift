import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// Texts for readers who cannot see an image: where they are in files, as other programs read them, and what they must
/// not hold.
@Suite struct AltTextTests {
  private static func job(canvas: String? = nil, layers: String = "", output: String = "a.png")
    -> String
  {
    """
    {"scrim": 1, "canvas": {"width": 9, "height": 7\(canvas.map { ", \"alt\": \"\($0)\"" } ?? "")},
     "layers": [{"fill": "#c08040"}\(layers)], "output": {"file": "\(output)"}}
    """
  }

  private func render(_ job: String, _ arguments: [String] = []) throws -> Workshop {
    let workshop = try Workshop()
    try workshop.write(job, "job.json")
    let run = try CommandRun(["render", "job.json"] + arguments, in: workshop.folder)
    try #require(run.status == 0, "\(run.errors)")
    return workshop
  }

  /// What Pillow and Python's XML parser find: size, mode, `Description` of PNG, and the two properties of XMP.
  private func read(_ name: String, in workshop: Workshop) throws -> [String?] {
    let script = """
      import json, sys
      import xml.etree.ElementTree as tree
      from PIL import Image
      image = Image.open(sys.argv[1])
      image.load()
      info = image.info
      xmp = info.get("xmp") or info.get("XML:com.adobe.xmp")
      if image.format == "JPEG":
          parts = [data for marker, data in image.applist if marker == "APP1"]
          head = b"http://ns.adobe.com/xap/1.0/\\0"
          xmp = next((part[len(head):] for part in parts if part.startswith(head)), None)
      found = [str(image.size), info.get("Description")]
      core = "{http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/}"
      rdf = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
      root = tree.fromstring(xmp) if xmp else None
      for name in ["AltTextAccessibility", "ExtDescrAccessibility"]:
          place = None if root is None else root.find(f".//{core}{name}/{rdf}Alt/{rdf}li")
          found.append(None if place is None else place.text)
      print(json.dumps(found))
      """
    return try run(script, name, in: workshop)
  }

  /// The list of strings that a script of Python prints about a file.
  private func run(_ script: String, _ name: String, in workshop: Workshop) throws -> [String?] {
    let run = try CommandRun(
      "-c", script, workshop.folder.appending(path: name).path, program: "/usr/bin/python3")
    try #require(run.status == 0)
    return (try JSON(parsing: run.bytes).array ?? []).map(\.string)
  }

  private static let words = "Ümlaut & <tags>, „quotes“, 猫 \u{1F408}"

  @Test(arguments: ["png", "jpg", "webp"])
  func otherProgramsReadIt(ending: String) throws {
    let layers = #", {"alt": "first"}, {"layers": [{"alt": "second", "fill": "red"}], "alt": ""}"#
    let description = ending == "png" ? Self.words : nil
    let both = try render(
      Self.job(canvas: Self.words, layers: layers, output: "a.\(ending)"))
    #expect(
      try read("a.\(ending)", in: both) == ["(9, 7)", description, Self.words, "first second"])
    // Without the canvas's the layers' stand for the image.
    let parts = try render(Self.job(layers: layers, output: "a.\(ending)"))
    #expect(
      try read("a.\(ending)", in: parts) == [
        "(9, 7)", ending == "png" ? "first second" : nil, "first second", nil,
      ])
    for job in [Self.job(output: "a.\(ending)"), Self.job(canvas: "", output: "a.\(ending)")] {
      let none = try render(job)
      #expect(try read("a.\(ending)", in: none) == ["(9, 7)", nil, nil, nil])
    }
  }

  /// The same pixels, as lossless WebP with and without alpha, and as lossy with alpha, which is extended already.
  @Test(arguments: [
    (#""lossless": true"#, "#c08040"), (#""lossless": true"#, "#c0804080"),
    (#""quality": 80"#, "#c0804080"),
  ])
  func everyKindOfWebPHasIt(output: String, fill: String) throws {
    func job(_ alt: String) -> String {
      Self.job(canvas: alt, output: #"a.webp", \#(output), "scale": "#).replacingOccurrences(
        of: #""scale": ""#, with: #""scale": 1"#
      ).replacingOccurrences(of: "#c08040", with: fill)
    }
    let workshop = try render(job("what it shows"))
    #expect(try read("a.webp", in: workshop) == ["(9, 7)", nil, "what it shows", nil])
    let plain = try render(job(""))
    try workshop.write(Data(try plain.bytes("a.webp")), "plain.webp")
    // The pixels are the same, as our own decoder reads them, too.
    try workshop.write(job(""), "job.json")
    let run = try CommandRun("verify", "a.webp", "--job", "job.json", in: workshop.folder)
    #expect(run.status == 1 && run.output == "a.webp: same pixels, other bytes\n", "\(run.output)")
  }

  @Test func svgHasTitleAndDescription() throws {
    let layers = #", {"alt": "a > b", "fill": "red"}"#
    let workshop = try render(Self.job(canvas: Self.words, layers: layers, output: "a.svg"))
    let script = """
      import json, sys
      import xml.etree.ElementTree as tree
      root = tree.parse(sys.argv[1]).getroot()
      print(json.dumps([part for child in root[:2] for part in (child.tag, child.text)]))
      """
    let space = "{http://www.w3.org/2000/svg}"
    #expect(
      try run(script, "a.svg", in: workshop) == [
        "\(space)title", Self.words, "\(space)desc", "a > b",
      ])
    let plain = try render(Self.job(output: "a.svg"))
    #expect(try !plain.text("a.svg").contains("<title>"))
    // PDF has none, and no other bytes.
    let pages = try [Self.job(output: "a.pdf"), Self.job(canvas: "x", output: "a.pdf")].map {
      try render($0).bytes("a.pdf")
    }
    #expect(pages[0] == pages[1])
  }

  @Test func theBudgetCountsIt() throws {
    let long = String(repeating: "word ", count: 300)
    func job(_ most: Int) -> String {
      Self.job(canvas: long).replacingOccurrences(
        of: #""a.png""#, with: #""a.png", "maxBytes": \#(most)"#)
    }
    let workshop = try render(job(10_000))
    let count = try workshop.bytes("a.png").count
    #expect(count > 3000)
    try workshop.write(job(count - 1), "job.json")
    let run = try CommandRun("render", "job.json", in: workshop.folder)
    #expect(run.status == 65 && run.errors.contains("the nearest size"), "\(run.errors)")
  }

  @Test func rowsGiveIt() throws {
    let workshop = try Workshop()
    try workshop.write(
      Self.job(canvas: "Card of ${name}").replacingOccurrences(
        of: #""scrim": 1,"#,
        with: #""scrim": 1, "inputs": {"name": {"type": "string"}},"#
      ).replacingOccurrences(of: "a.png", with: "${row}.png"), "card.json")
    try workshop.write("name\nAda\n\"Bob <b>\"\n", "names.csv")
    let run = try CommandRun("render", "card.json", "--data", "names.csv", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try read("2.png", in: workshop)[1] == "Card of Bob <b>")
  }

  // MARK: Errors

  @Test(arguments: [
    (#""alt": 1"#, "expected a string"), (#""alt": "a\u0007b""#, "control character U+0007"),
    (#""alt": "a\uFFFFb""#, "control character U+FFFF"),
    (
      #""alt": "\#(String(repeating: "x", count: 2001))""#,
      "the text has 2001 characters; at most 2000 are allowed."
    ),
  ])
  func wrongTextsAreErrors(key: String, message: String) throws {
    let workshop = try Workshop()
    for job in [
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9, \#(key)}, "layers": [{"fill": "red"}]}"#,
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{"fill": "red", \#(key)}]}"#,
    ] {
      try workshop.write(job, "job.json")
      let run = try CommandRun("validate", "job.json", in: workshop.folder)
      #expect(run.status == 65 && run.errors.contains(message), "\(run.errors)")
      #expect(run.errors.contains(".alt: ") || run.errors.contains("].alt: "), "\(run.errors)")
    }
  }

  @Test func allTextsTogetherHaveALimit() throws {
    let long = String(repeating: "x", count: 2000)
    let layers = (0..<4).map { _ in #", {"fill": "red", "alt": "\#(long)"}"# }.joined()
    _ = try render(Self.job(layers: layers, output: "a.jpg"))
    let workshop = try Workshop()
    try workshop.write(Self.job(canvas: "y", layers: layers, output: "a.jpg"), "job.json")
    let run = try CommandRun("render", "job.json", in: workshop.folder)
    #expect(run.status == 65)
    #expect(
      run.errors.contains(
        "layers[4].alt: the texts of the canvas and the layers have 8001 characters; at most 8000 are allowed."
      ), "\(run.errors)")
  }

  private static let article = #"""
    {"scrim": 1, "seed": 1, "canvas": {"width": 300, "height": 200, "alt": "ALT"},
     "layers": [
       {"id": "title", "frame": {"y": 100}, "text": {"string": "Merger of giants", "size": 12}},
       {"id": "body", "frame": {"width": 280}, "text": {"TEXT": "Shares rose.\nZeppelin buys Quux for 49 million dollars, giants say.", "size": 12},
        "effects": [{"effect": "paywall-blur", "visibleLines": 1}]}]}
    """#

  @Test(arguments: ["string", "markup"])
  func aConcealedWordIsAnError(kind: String) throws {
    let workshop = try Workshop()
    func check(_ alt: String, _ column: Int?) throws {
      try workshop.write(
        Self.article.replacingOccurrences(of: "ALT", with: alt)
          .replacingOccurrences(of: "TEXT", with: kind),
        "job.json")
      for command in ["validate", "render"] {
        let run = try CommandRun(command, "job.json", in: workshop.folder)
        guard let column else {
          #expect(run.status == 0, "\(alt): \(run.errors)")
          continue
        }
        #expect(run.status == 65, "\(alt)")
        #expect(
          run.errors
            == "job.json:1:\(column): canvas.alt: \"alt\" has a word here that an effect of "
            + "#body conceals: leave it out.\n", "\(alt): \(run.errors)")
      }
    }
    let start = 73
    // What is shown, in this layer or another one, and words that are nowhere.
    try check("Shares rose, an article on a merger of giants", nil)
    try check("An unrelated picture", nil)
    try check("Zeppelin", start)
    try check("About ZEPPELIN", start + 6)
    try check("The price is 49.", start + 13)
    try check("It costs dollars and million", start + 9)
  }

  @Test func checkWarnsOfRowsWithoutIt() throws {
    let workshop = try Workshop()
    try workshop.write(
      Self.job(canvas: "${name}").replacingOccurrences(
        of: #""scrim": 1,"#,
        with:
          #""scrim": 1, "inputs": {"name": {"type": "string", "default": ""}, "n": {"type": "integer"}},"#
      ), "card.json")
    try workshop.write("name,n\nAda,1\n,2\nBob,3\n", "names.csv")
    let arguments = ["check", "card.json", "--data", "names.csv"]
    let plain = try CommandRun(arguments, in: workshop.folder)
    #expect(plain.status == 0 && plain.errors == "", "\(plain.errors)")
    let run = try CommandRun(arguments + ["--alt"], in: workshop.folder)
    #expect(run.status == 0)
    #expect(
      run.errors
        == "card.json (row 2): warning: the images have no text for readers who cannot see "
        + "them: add \"alt\" to the canvas.\n", "\(run.errors)")
    let json = try CommandRun(arguments + ["--alt", "--json"], in: workshop.folder)
    let warnings = try JSON(parsing: Array(json.output.utf8))["warnings"]?.array ?? []
    #expect(warnings.map { $0["code"] } == ["missing-alt"])
    #expect(warnings.map { $0["row"] } == [2])
  }
}
