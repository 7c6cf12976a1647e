import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// `scrim verify`, with the locks of `scrim render --lock`: what has changed is named, whatever it is.
@Suite struct VerifyTests {
  private static let story = #"""
    {
      "scrim": 1,
      "canvas": {"width": 60, "height": 40, "background": "white"},
      "layers": [
        {"frame": {"width": 20, "height": 20}, "image": {"source": "photo.png"}},
        {"id": "title", "frame": {"x": 24, "y": 4, "width": 34, "height": 20},
         "text": {"string": "Aa", "font": "Noto Sans", "size": 12, "color": "black"},
         "effects": [{"effect": "outline", "width": 1, "color": "red"}]},
        {"id": "dot", "frame": {"x": 50, "y": 30, "width": 5, "height": 5}, "fill": "#00f"}
      ]
    }
    """#

  /// A folder with the story, its photo, its image and its lock.
  private func workshop(_ story: String = Self.story, options: [String] = []) throws -> Workshop {
    let workshop = try Workshop()
    try workshop.write(Example.square, "photo.json")
    try #require(try CommandRun("render", "photo.json", in: workshop.folder).status == 0)
    try workshop.write(story, "story.json")
    try render(workshop, ["render", "story.json", "--lock"] + options)
    return workshop
  }

  private func render(
    _ workshop: Workshop, _ arguments: [String], programs: URL = CommandRun.programs
  ) throws {
    let run = try CommandRun(arguments, in: workshop.folder, programs: programs)
    try #require(run.status == 0, "\(run.errors)")
  }

  private func verify(
    _ workshop: Workshop, _ arguments: [String], programs: URL = CommandRun.programs
  ) throws -> CommandRun {
    try CommandRun(["verify"] + arguments, in: workshop.folder, programs: programs)
  }

  private static let job = ["--job", "story.json"]

  @Test func theSameBytesAreReported() throws {
    let workshop = try workshop()
    let before = try workshop.names(in: "")
    let run = try verify(workshop, ["story.png"] + Self.job)
    #expect(run.status == 0 && run.output == "story.png: same bytes\n" && run.errors == "")
    let json = try verify(workshop, ["story.png", "--json"] + Self.job)
    #expect(
      try JSON(parsing: Array(json.output.utf8)) == [
        "image": "story.png", "output": "story.png", "record": "story.lock.json",
        "result": "same-bytes", "differences": [],
      ])
    #expect(try workshop.names(in: "") == before)
  }

  @Test(arguments: ["png", "jpeg", "webp", "pdf", "svg"])
  func imagesOfAllFormatsAreRenderedAgain(format: String) throws {
    let workshop = try workshop()
    let file = "other.\(format)"
    try render(workshop, ["render", "story.json", "--scale", "2", "-o", file])
    // Without a record the format is that of the file.
    let same = try verify(workshop, [file, "--scale", "2"] + Self.job)
    #expect(same.status == 0 && same.output == "\(file): same bytes\n", "\(same.errors)")
    try workshop.write(
      Self.story.replacingOccurrences(of: "#00f", with: "#0f0"), "story.json")
    let other = try verify(workshop, [file, "--scale", "2"] + Self.job)
    #expect(other.status == 1)
    let lines = other.output.split(separator: "\n").map(String.init)
    if ["pdf", "svg"].contains(format) {
      #expect(lines == ["\(file): other bytes"])
    } else {
      #expect(lines.first == "\(file): other pixels")
      #expect(lines.last == "  layers there: #dot", "\(other.output)")
    }
    if format == "png" {
      #expect(
        lines[1] == "  100 pixels differ by up to 255 of 255, all within 100, 60, 10 × 10",
        "\(other.output)")
    }
  }

  @Test func aLockKnowsScaleAndFormat() throws {
    let workshop = try workshop()
    try render(
      workshop,
      ["render", "story.json", "--scale", "2", "-o", "covers/cover.webp", "--lock"])
    #expect(try workshop.names(in: "covers") == ["cover.lock.json", "cover.webp"])
    let run = try verify(workshop, ["covers/cover.webp"] + Self.job)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    // Outputs may have folders in their names.
    let nested = Self.story.replacingOccurrences(
      of: "\"layers\"",
      with: #""output": [{"file": "a/b/big.jpg"}, {"file": "a/small.png"}], "layers""#)
    try workshop.write(nested, "story.json")
    try render(workshop, ["render", "story.json", "-o", "there/", "--lock"])
    for name in ["a/b/big.jpg", "a/small.png"] {
      let json = try verify(workshop, ["there/\(name)", "--json"] + Self.job)
      let found = try JSON(parsing: Array(json.output.utf8))
      #expect(found["result"] == "same-bytes" && found["output"] == .string(name))
      #expect(found["record"] == "there/story.lock.json")
    }
  }

  // MARK: One changed byte

  /// The differences that verifying finds, as in "font own.ttf changed".
  private func differences(
    _ workshop: Workshop, _ arguments: [String], result: String,
    programs: URL = CommandRun.programs
  ) throws -> [String] {
    let run = try verify(workshop, arguments + ["--json"], programs: programs)
    #expect(run.status == (result == "same-bytes" ? 0 : 1), "\(run.errors)")
    let json = try JSON(parsing: Array(run.output.utf8))
    #expect(json["result"]?.string == result, "\(run.output)")
    return (json["differences"]?.array ?? []).map { difference in
      ["kind", "name", "change"].map { difference[$0]?.string ?? "" }.joined(separator: " ")
    }
  }

  @Test func aChangedPhotoIsNamed() throws {
    let workshop = try workshop()
    // What the decoder does not read.
    try workshop.write(Data(try workshop.bytes("photo.png") + [0]), "photo.png")
    #expect(
      try differences(workshop, ["story.png"] + Self.job, result: "same-bytes") == [
        "input layers[0].image.source changed"
      ])
    try workshop.write(
      Example.square.replacingOccurrences(of: "#f00", with: "#f01"), "photo.json")
    try render(workshop, ["render", "photo.json"])
    #expect(
      try differences(workshop, ["story.png"] + Self.job, result: "other-pixels") == [
        "input layers[0].image.source changed"
      ])
    let run = try verify(workshop, ["story.png"] + Self.job)
    #expect(
      run.output == """
        story.png: other pixels
          input layers[0].image.source has changed
          400 pixels differ by up to 17 of 255, all within 0, 0, 20 × 20
          layers there: layers[0]

        """)
  }

  @Test func aChangedFontIsNamed() throws {
    let workshop = try Workshop()
    let list = try FileManager.default.subpathsOfDirectory(atPath: "/usr/share/fonts")
    let font = try #require(list.first { $0.hasSuffix(".ttf") })
    try workshop.makeFolder("fonts")
    for name in ["fonts/own.ttf", "brought.ttf"] {
      try workshop.write(Data(contentsOf: URL(filePath: "/usr/share/fonts/\(font)")), name)
    }
    try workshop.write(
      Self.story.replacingOccurrences(
        of: "\"layers\"", with: #""fonts": ["brought.ttf"], "layers""#
      )
      .replacingOccurrences(of: #""image": {"source": "photo.png"}"#, with: #""fill": "red""#),
      "story.json")
    try render(workshop, ["render", "story.json", "--lock", "--fonts", "fonts"])
    let arguments = ["story.png", "--fonts", "fonts"] + Self.job
    #expect(try differences(workshop, arguments, result: "same-bytes") == [])
    for name in ["fonts/own.ttf", "brought.ttf"] {
      try workshop.write(Data(try workshop.bytes(name) + [0]), name)
    }
    #expect(
      try differences(workshop, arguments, result: "same-bytes") == [
        "font own.ttf changed", "input fonts[0] changed",
      ])
    try FileManager.default.moveItem(
      at: workshop.folder.appending(path: "fonts/own.ttf"),
      to: workshop.folder.appending(path: "fonts/new.ttf"))
    #expect(
      try differences(workshop, arguments, result: "same-bytes") == [
        "font new.ttf added", "font own.ttf missing", "input fonts[0] changed",
      ])
  }

  @Test func aChangedPluginOrProgramIsNamed() throws {
    let workshop = try Workshop()
    for name in ["scrim", "scrim-worker", "libScrimKit.so", "libScrimJSON.so", "libOutline.so"] {
      try workshop.makeFolder("programs")
      try FileManager.default.copyItem(
        at: CommandRun.programs.appending(path: name),
        to: workshop.folder.appending(path: "programs/\(name)"))
    }
    let programs = workshop.folder.appending(path: "programs")
    try workshop.write(
      Self.story.replacingOccurrences(
        of: #""image": {"source": "photo.png"}"#, with: #""fill": "red""#), "story.json")
    try render(workshop, ["render", "story.json", "--lock"], programs: programs)
    var expected: [String] = []
    for (name, kind) in [
      ("libOutline.so", "effect"), ("libScrimKit.so", "program"), ("scrim-worker", "program"),
    ] {
      // A byte at the end, which the loader ignores.
      try workshop.write(Data(try workshop.bytes("programs/\(name)") + [0]), "programs/\(name)")
      expected.append("\(kind) \(name) changed")
      let found = try differences(
        workshop, ["story.png"] + Self.job, result: "same-bytes", programs: programs)
      #expect(Set(found) == Set(expected))
    }
    let first = try verify(workshop, ["story.png"] + Self.job, programs: programs)
    #expect(
      first.output.hasPrefix("story.png: same bytes\n  program libScrimKit.so has changed\n"),
      "\(first.output)")
  }

  @Test func aChangedDocumentIsNamedWithItsLayers() throws {
    let workshop = try workshop()
    try workshop.write(
      Self.story.replacingOccurrences(of: "#00f", with: "#00e"), "story.json")
    #expect(
      try differences(workshop, ["story.png"] + Self.job, result: "other-pixels") == [
        "document story.json changed", "layer #dot changed",
      ])
    try workshop.write(
      Self.story.replacingOccurrences(of: "white", with: "black"), "story.json")
    #expect(
      try differences(workshop, ["story.png"] + Self.job, result: "other-pixels") == [
        "document story.json changed", "document canvas changed",
      ])
    // Spaces and notes change the file, but no layer.
    try workshop.write(
      Self.story.replacingOccurrences(of: #"{"id": "dot","#, with: #"{ "//": "x", "id": "dot","#),
      "story.json")
    #expect(
      try differences(workshop, ["story.png"] + Self.job, result: "same-bytes") == [
        "document story.json changed"
      ])
  }

  private static let card = #"""
    {"scrim": 1, "inputs": {"tint": {"type": "color"}, "note": {"type": "string", "default": ""}},
     "canvas": {"width": 6, "height": 4}, "layers": [{"id": "all", "fill": {"$eval": "tint"}}]}
    """#

  @Test func aChangedRowIsNamed() throws {
    let workshop = try Workshop()
    try workshop.write(Self.card, "card.json")
    func write(_ row: Int?) throws {
      let rows = (1...2000).map { $0 == row ? "#123457,\n" : "#12345\($0 % 10),\n" }
      try workshop.write("tint,note\n\(rows.joined())", "rows.csv")
    }
    try write(nil)
    try render(
      workshop, ["render", "card.json", "--data", "rows.csv", "-o", "cards/", "--lock", "--json"])
    let arguments = ["--job", "card.json", "--data", "rows.csv"]
    #expect(
      try differences(workshop, ["cards/card-1734.png"] + arguments, result: "same-bytes") == [])
    try write(1734)
    #expect(
      try differences(workshop, ["cards/card-1734.png"] + arguments, result: "other-pixels") == [
        "row 1734 changed", "layer #all changed",
      ])
    #expect(
      try differences(workshop, ["cards/card-1733.png"] + arguments, result: "same-bytes") == [])
    // Without a lock the image's name tells the row, or --rows.
    try FileManager.default.removeItem(at: workshop.folder.appending(path: "cards/card.lock.json"))
    #expect(
      try differences(workshop, ["cards/card-1733.png"] + arguments, result: "same-bytes") == [])
    try FileManager.default.moveItem(
      at: workshop.folder.appending(path: "cards/card-17.png"),
      to: workshop.folder.appending(path: "cards/ada.png"))
    let unknown = try verify(workshop, ["cards/ada.png"] + arguments)
    #expect(unknown.status == 65)
    #expect(
      unknown.errors.hasSuffix(
        "scrim: card.json: no row gives an image named \"ada.png\"; name its row with --rows.\n"),
      "\(unknown.errors)")
    #expect(
      try differences(
        workshop, ["cards/ada.png", "--rows", "17"] + arguments, result: "same-bytes") == [])
  }

  @Test func variantsAreFoundByName() throws {
    let workshop = try Workshop()
    try workshop.write(
      Self.card.replacingOccurrences(
        of: #""canvas": {"width": 6"#,
        with: #""variants": [{"variant": "a"}, {"variant": "b"}], "canvas": {"width": 6"#),
      "card.json")
    let arguments = ["card.json", "--set", "tint=red"]
    try render(workshop, ["render", "--lock"] + arguments)
    try workshop.write(Data(try workshop.bytes("card-a.png")), "copy.png")
    for lock in [true, false] {
      if !lock {
        try FileManager.default.removeItem(at: workshop.folder.appending(path: "card.lock.json"))
      }
      for name in ["card-a.png", "card-b.png"] {
        let run = try verify(workshop, [name, "--job"] + arguments)
        #expect(run.status == 0 && run.output == "\(name): same bytes\n", "\(run.errors)")
      }
    }
    let copy = try verify(workshop, ["copy.png", "--job"] + arguments)
    #expect(copy.status == 65 && copy.errors.contains("no row gives an image named \"copy.png\""))
  }

  // MARK: Other files

  @Test func aFileThatWasChangedItselfIsNamed() throws {
    let workshop = try workshop()
    let compressed = Self.story.replacingOccurrences(
      of: "\"layers\"", with: #""output": {"file": "small.png", "compression": "small"}, "layers""#)
    try workshop.write(compressed, "small.json")
    try render(workshop, ["render", "small.json"])
    try workshop.write(Data(try workshop.bytes("small.png")), "story.png")
    #expect(
      try differences(workshop, ["story.png"] + Self.job, result: "same-pixels") == [
        "image story.png changed"
      ])
    let run = try verify(workshop, ["story.png"] + Self.job)
    #expect(
      run.status == 1
        && run.output
          == "story.png: same pixels, other bytes\n  image story.png has changed\n"
    )
  }

  @Test func anImageOfAnotherSizeAndFilesThatAreNoImages() throws {
    let workshop = try workshop()
    try render(workshop, ["render", "story.json", "--scale", "2", "-o", "story.png"])
    let size = try verify(workshop, ["story.png"] + Self.job)
    #expect(size.status == 1)
    #expect(
      size.output == """
        story.png: another size
          image story.png has changed
          120 × 80 pixels; rendered again it has 60 × 40

        """)
    for text in ["", "no image", String(repeating: "x", count: 100_000)] {
      try workshop.write(text, "story.png")
      let run = try verify(workshop, ["story.png"] + Self.job)
      #expect(run.status == 1 && run.errors == "", "\(run.errors)")
      #expect(
        run.output.hasPrefix(
          "story.png: other bytes\n  image story.png has changed\n  the image cannot"),
        "\(run.output)")
    }
  }

  @Test func otherFilesAreErrors() throws {
    let workshop = try workshop()
    func check(_ arguments: [String], _ status: Int32, _ message: String) throws {
      let run = try verify(workshop, arguments)
      #expect(run.status == status && run.output == "", "\(run.output)")
      #expect(run.errors == "scrim: \(message)\n", "\(run.errors)")
    }
    try check(["none.png"] + Self.job, 66, "none.png: no such file.")
    try check(["story.png", "--job", "none.json"], 66, "none.json: no such file.")
    try check(
      ["story.png", "--report", "none.json"] + Self.job, 66, "none.json: no such file.")
    try check(
      ["story.png", "--report", "story.png"] + Self.job, 65,
      "story.png is not JSON: expected a lock or a report of a job.")
    try check(
      ["story.png", "--report", "story.json"] + Self.job, 65,
      "story.json is neither a lock nor the report of a job that is done.")
    try check(
      ["story.png", "--output", "x.png"] + Self.job, 65,
      "the job has no output \"x.png\"; it has \"story.png\".")
    try workshop.write(
      Self.story.replacingOccurrences(
        of: "\"layers\"",
        with: #""output": [{"file": "a.png"}, {"file": "b.png", "scale": 2}], "layers""#),
      "two.json")
    try workshop.write("x", "c.png")
    try check(
      ["c.png", "--job", "two.json"], 65,
      "c.png could be several of the job's outputs: name one by --output: \"a.png\", \"b.png\".")
    let wrong = Self.story.replacingOccurrences(of: "#00f", with: "#00")
    try workshop.write(wrong, "wrong.json")
    let run = try verify(workshop, ["story.png", "--job", "wrong.json"])
    #expect(run.status == 65 && run.errors.hasPrefix("wrong.json:9:"), "\(run.errors)")
    // A lock of a later version.
    let lock = try workshop.text("story.lock.json")
    try workshop.write(
      lock.replacingOccurrences(of: "\"lock\": 1", with: "\"lock\": 2"), "later.json")
    let later = try verify(workshop, ["story.png", "--report", "later.json"] + Self.job)
    #expect(
      later.status == 65
        && later.errors.contains("later.json is not a lock of this version of Scrim"),
      "\(later.errors)")
  }

  @Test func lockNeedsAPlace() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "job.json")
    let run = try CommandRun("render", "job.json", "--lock", "-o", "-", in: workshop.folder)
    #expect(run.status == 64)
    #expect(
      run.errors.contains(
        "--lock and -o - cannot be combined: the lock is a file beside the image."))
  }

  // MARK: Concealed words

  @Test func whatIsConcealedHasNoDigest() throws {
    let workshop = try Workshop()
    func write(_ hidden: String, tint: String = "#00f") throws {
      try workshop.write(
        """
        {"scrim": 1, "seed": 1, "canvas": {"width": 200, "height": 120, "background": "white"},
         "layers": [
           {"id": "body", "frame": {"x": 4, "y": 4, "width": 190},
            "text": {"string": "One line\\n\(hidden)", "font": "Noto Sans", "size": 12},
            "effects": [{"effect": "paywall-blur", "visibleLines": 1, "lines": 2}]},
           {"id": "dot", "frame": {"x": 180, "y": 100, "width": 5, "height": 5}, "fill": "\(tint)"},
           {"id": "off", "visible": false, "fill": "red"},
           {"display": "none", "image": {"source": "photo.png"}},
           {"layers": [{"fill": "red"}], "opacity": 0},
           {"fill": "red", "effects": [{"effect": "blur", "enabled": false, "sigma": 3}]},
           {"id": "cut", "frame": {"x": 4, "y": 80, "width": 40, "height": 14}, "text": {"string": "\(hidden)",
            "font": "Noto Sans", "size": 10, "maxLines": 1, "ellipsis": "end"}}]}
        """, "story.json")
    }
    try workshop.write(Example.square, "photo.json")
    try render(workshop, ["render", "photo.json"])
    try write("forty-nine thousand")
    try render(workshop, ["render", "story.json", "--lock"])
    let lock = try JSON(parsing: try workshop.bytes("story.lock.json"))
    #expect(lock["document"] == nil)
    let part = try #require(lock["images"]?.array?.first)
    #expect(
      part["concealing"] == [
        "/layers/0", "/layers/2", "/layers/3", "/layers/4", "/layers/4/layers/0", "/layers/6",
      ])
    let digests = part["digests"]?.object ?? []
    #expect(digests.map(\.key).sorted() == ["/canvas", "/layers/1", "/layers/5", "/scrim"])
    try write("sixty-three hundred", tint: "#0f0")
    for option in [[], ["--json"]] {
      let run = try verify(workshop, ["story.png", "--job", "story.json"] + option)
      #expect(run.status == 1)
      for word in ["forty", "nine", "thousand", "sixty", "three", "hundred"] {
        #expect(!run.output.contains(word) && !run.errors.contains(word), "\(run.output)")
      }
    }
    #expect(
      try differences(workshop, ["story.png", "--job", "story.json"], result: "other-pixels") == [
        "layer #dot changed"
      ])
  }
}
