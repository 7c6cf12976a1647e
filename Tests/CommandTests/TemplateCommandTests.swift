import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// Templates on the command line: rows, variants, settings, and their errors.
@Suite struct TemplateCommandTests {
  private static let card = #"""
    {
      "scrim": 1,
      "inputs": {
        "name": {"type": "string", "column": "First name", "examples": ["Ada"]},
        "width": {"type": "integer", "default": 40},
        "photo": {"type": "source", "default": ""},
        "tags": {"type": "array", "default": []}
      },
      "canvas": {"width": {"$eval": "width"}, "height": 30},
      "layers": [
        {"id": "name", "text": {"string": "${name}", "size": 8, "wrap": "none", "overflow": "clip"}},
        {"$if": "photo != ''", "then": {"image": {"source": "${photo}"}}},
        {"$map": {"$eval": "tags"}, "each(tag)": {"id": "tag-${tag}", "fill": "${tag}"}}
      ]
    }
    """#

  private func workshop(_ data: String = "") throws -> Workshop {
    let workshop = try Workshop()
    try workshop.write(Self.card, "card.json")
    try workshop.write(data, "people.csv")
    return workshop
  }

  @Test func eachRowGivesAnImage() throws {
    let workshop = try workshop("First name,width\n\"O'Hara, \"\"Jim\"\"\",60\nZoë,\n")
    let run = try CommandRun(
      "render", "card.json", "--data", "people.csv", "-o", "out/", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "out/card-1.png\nout/card-2.png\n")
    #expect(run.errors == "")
    // The width is in bytes 16 to 20 of a PNG.
    #expect(try workshop.bytes("out/card-1.png")[16..<20].elementsEqual([0, 0, 0, 60]))
    #expect(try workshop.bytes("out/card-2.png")[16..<20].elementsEqual([0, 0, 0, 40]))
  }

  @Test(arguments: [
    ("people.jsonl", "{\"First name\": \"Ada\"}\n\n{\"First name\": \"Bob\", \"width\": 50}\n"),
    ("people.ndjson", "{\"First name\": \"Ada\"}\n{\"First name\": \"Bob\", \"width\": null}"),
    ("people.json", #"[{"First name": "Ada"}, {"First name": "Bob"}]"#),
  ])
  func dataIsJSONToo(name: String, data: String) throws {
    let workshop = try workshop()
    try workshop.write(data, name)
    let run = try CommandRun("render", "card.json", "--data", name, in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "card-1.png\ncard-2.png\n")
    let input = workshop.folder.appending(path: name)
    guard name != "people.json" else { return }
    let piped = try CommandRun(
      "render", "card.json", "--data", "-", in: workshop.folder, input: input)
    #expect(piped.output == run.output, "\(piped.errors)")
    let stream = try CommandRun(
      "render", "card.json", "--data", "-", in: workshop.folder, pipe: Array(data.utf8))
    #expect(stream.output == run.output, "\(stream.errors)")
  }

  @Test func anErrorOfARowHasItsColumnAndStopsNoOther() throws {
    let workshop = try workshop(
      "First name,width,photo,tags,other\nAda,x,,,\n,40,,,\nBob,40\nCid,40,none.png,,\nDan,0,,,\n"
        + "Eve,40,,\"[\"\"red\"\",\"\"red\"\"]\",\nFay,40,,,1\n")
    let run = try CommandRun("render", "card.json", "--data", "people.csv", in: workshop.folder)
    #expect(run.status == 65)
    #expect(run.output == "card-7.png\n")
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        #"card.json:5:14 (people.csv:2, row 1, column "width"): inputs.width: "x" is not a whole number."#,
        #"card.json:4:13 (people.csv:3, row 2, column "First name"): inputs.name: a value is required: there is none, and no default."#,
        "card.json (people.csv:4, row 3): the row has 2 cells, but the header names 5 columns.",
        #"card.json:12:57 (people.csv:5, row 4, column "photo"): layers[1].image.source: "none.png": no such file."#,
        #"card.json:9:33 (people.csv:6, row 5, column "width"): canvas.width: 0 is outside 1…16384 px."#,
        #"card.json:13:53 (people.csv:7, row 6, column "tags"): layers[2].id: the id "tag-red" is used twice: items 0 and 1 of $map give it."#,
        #"card.json: warning: no input takes the column "other" of the data."#,
        "6 of 7 rows have errors.",
      ])
    let strict = try CommandRun(
      "render", "card.json", "--data", "people.csv", "--strict", in: workshop.folder)
    #expect(strict.status == 65)
    #expect(strict.output == "")
    #expect(strict.errors == "card.json: no input takes the column \"other\" of the data.\n")
  }

  /// What spreadsheets write, and what is reported of it.
  @Test(arguments: [
    (
      "First name;width;;\r\nAda;9;;\r\n;;;\r\n", 0, "card-1.png\n",
      "people.csv: warning: cells are read as separated by semicolons, as in the header; --delimiter sets another "
        + "sign.\npeople.csv: warning: 1 empty row and 2 empty columns skipped.\n"
    ),
    ("First name,width\rAda,9\r", 0, "card-1.png\n", ""),
    ("sep=;\nFirst name;width\nAda;9\n", 0, "card-1.png\n", ""),
    ("First name,width\n", 0, "", "people.csv: warning: the data has no rows.\n"),
    (
      "First name,width\n,,\n,\n", 0, "",
      "people.csv: warning: 2 empty rows skipped.\npeople.csv: warning: the data has no rows.\n"
    ),
    (
      "First name,width\nAda,\"1,200\"\n", 65, "",
      #"card.json:5:14 (people.csv:2, row 1, column "width"): inputs.width: "1,200" is not a whole number: expected "#
        + "digits with a decimal point, such as -1234.5, without thousands separators, percent signs or units.\n"
        + "1 of 1 rows have errors.\n"
    ),
    (
      "\u{FEFF}First name\twidth\nAda\t9\n", 0, "card-1.png\n",
      "people.csv: warning: cells are read as separated by tabs, as in the header; --delimiter sets another sign.\n"
    ),
  ])
  func whatSpreadsheetsWrite(data: String, status: Int, output: String, errors: String) throws {
    let workshop = try workshop(data)
    let run = try CommandRun("render", "card.json", "--data", "people.csv", in: workshop.folder)
    #expect(run.status == status)
    #expect(run.output == output)
    #expect(run.errors == errors)
  }

  /// Names that look the same and are others: Unicode's two forms, letters of another case, Latin-1.
  @Test(arguments: [
    (
      "Caf\u{e9}.png", Array("Cafe\u{301}.png".utf8),
      "The folder has a file whose name looks the same, with decomposed letters (Unicode NFD): rename it, or write its "
        + "name so."
    ),
    (
      "Cafe\u{301}.png", Array("Caf\u{e9}.png".utf8),
      "The folder has a file whose name looks the same, with composed letters (Unicode NFC): rename it, or write its "
        + "name so."
    ),
    ("photo.png", Array("Photo.PNG".utf8), #"Did you mean "Photo.PNG"?"#),
    (
      "Caf\u{e9}.png", [0x43, 0x61, 0x66, 0xe9, 0x2e, 0x70, 0x6e, 0x67],
      "The folder has a file whose name looks the same in Latin-1: rename it to UTF-8, as convmv does."
    ),
  ])
  func namesThatLookTheSameAreSuggested(written: String, stored: [UInt8], hint: String) throws {
    let workshop = try Workshop()
    // Not a String: one of the names is not UTF-8.
    let path = (Array(workshop.folder.path.utf8) + [UInt8(ascii: "/")] + stored + [0])
      .map(CChar.init(bitPattern:))
    let file = open(path, O_WRONLY | O_CREAT, 0o644)
    #expect(file >= 0 && close(file) == 0)
    try workshop.write(
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{"image": {"source": "\#(written)"}}]}"#,
      "job.json")
    let run = try CommandRun("validate", "job.json", in: workshop.folder)
    #expect(run.status != 0)
    #expect(run.errors.contains(hint), "\(run.errors)")
  }

  @Test func theDelimiterCanBeGiven() throws {
    let workshop = try workshop("First name:width\nAda:9\n")
    let run = try CommandRun(
      "render", "card.json", "--data", "people.csv", "--delimiter", ":", in: workshop.folder)
    #expect(run.output == "card-1.png\n", "\(run.errors)")
    #expect(run.errors == "")
    let none = try CommandRun(
      "render", "card.json", "--data", "people.csv", "--rows", "7", "--delimiter", ":",
      in: workshop.folder)
    #expect(none.errors == "people.csv: warning: the data has none of the rows in --rows.\n")
  }

  @Test func rowsKeepTheirNumbers() throws {
    let workshop = try workshop(
      "First name\n" + (1...90).map { "N\($0)\n" }.joined())
    let run = try CommandRun(
      "render", "card.json", "--data", "people.csv", "--rows", "88-99,2,2-3", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "card-2.png\ncard-3.png\ncard-88.png\ncard-89.png\ncard-90.png\n")
  }

  @Test func settingsAndExamplesAreValuesWithoutData() throws {
    let workshop = try workshop()
    let set = try CommandRun(
      "render", "card.json", "--set", "name=A=B", "--set", "width=9", in: workshop.folder)
    #expect(set.status == 0, "\(set.errors)")
    #expect(set.output == "card.png\n")
    #expect(try workshop.bytes("card.png")[16..<20].elementsEqual([0, 0, 0, 9]))
    #expect(try CommandRun("render", "card.json", "--sample", in: workshop.folder).status == 0)
    let empty = try CommandRun("render", "card.json", "--set", "name=", in: workshop.folder)
    #expect(empty.status == 0, "given: \(empty.errors)")
    let none = try CommandRun("render", "card.json", in: workshop.folder)
    #expect(none.status == 65)
    #expect(
      none.errors
        == "card.json:4:13: inputs.name: a value is required: there is none, and no default.\n")
    // Examples are what it is checked with.
    let valid = try CommandRun("validate", "card.json", in: workshop.folder)
    #expect(valid.status == 0, "\(valid.errors)")
  }

  @Test func variantsAreOneImageEach() throws {
    let workshop = try workshop("n\nx\ny\n")
    try workshop.write(
      #"{"inputs": {"w": {"type": "integer"}, "n": {"type": "string", "default": "-"}},"#
        + #" "variants": [{"variant": "a", "w": 8}, {"variant": "b", "w": 9}],"#
        + #" "scrim": 1, "canvas": {"width": {"$eval": "w"}, "height": 8}, "layers": [{"fill": "red"}]}"#,
      "v.json")
    let one = try CommandRun("render", "v.json", in: workshop.folder)
    #expect(one.output == "v-a.png\nv-b.png\n", "\(one.errors)")
    #expect(try workshop.bytes("v-b.png")[16..<20].elementsEqual([0, 0, 0, 9]))
    let rows = try CommandRun("render", "v.json", "--data", "people.csv", in: workshop.folder)
    #expect(rows.output == "v-1-a.png\nv-1-b.png\nv-2-a.png\nv-2-b.png\n", "\(rows.errors)")
  }

  @Test func noRowReplacesTheImageOfAnother() throws {
    let workshop = try workshop("n\nx\nx\ny\n")
    try workshop.write(
      #"{"inputs": {"n": {"type": "string"}}, "scrim": 1, "canvas": {"width": 8, "height": 8},"#
        + #" "layers": [{"fill": "red"}], "output": {"file": "${n}.png"}}"#, "v.json")
    let run = try CommandRun("render", "v.json", "--data", "people.csv", in: workshop.folder)
    #expect(run.status == 65)
    #expect(run.output == "x.png\ny.png\n")
    #expect(
      run.errors.hasPrefix(
        "v.json (row 2): its output \"x.png\" is also one of row 1: give them different names in \"output\".\n"
      ), "\(run.errors)")
  }

  @Test(
    arguments: [
      (["--set", "name"], 64, "--set name: expected INPUT=VALUE, as in --set name=Ada."),
      (["--rows", "1"], 64, "--rows 1 needs --data."), (["--strict"], 64, "--strict needs --data."),
      (
        ["--rows", "3-1", "--data", "people.csv"], 64,
        "--rows 3-1: expected numbers from 1, as in 1-20,37."
      ),
      (
        ["--sample", "--data", "people.csv"], 64, "--sample and --data exclude each other."
      ),
      (["--delimiter", ";"], 64, "--delimiter ; needs --data."),
      (
        ["--delimiter", "ab", "--data", "people.csv"], 64,
        "--delimiter ab: expected comma, semicolon, tab, or one other sign of ASCII, such as '|'."
      ),
      (
        ["--set", "nam=x"], 65,
        "card.json: the template has no input \"nam\". Did you mean \"name\"?"
      ),
      (["--set", "width=x"], 65, "card.json: width: \"x\" is not a whole number."),
      (["--data", "none.csv"], 66, "scrim: none.csv cannot be read: No such file or directory."),
      (
        ["--data", "card.txt"], 65,
        "scrim: card.txt is not a data file: its name must end in .csv, .jsonl, .ndjson or .json."
      ),
      (["--data", "people.csv"], 65, "card.json: line 1 of the data: the file is empty."),
    ] as [([String], Int32, String)])
  func wrongOptions(options: [String], status: Int32, message: String) throws {
    let workshop = try workshop()
    let run = try CommandRun(["render", "card.json"] + options, in: workshop.folder)
    #expect(run.status == status)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func anErrorThatAllRowsHaveIsPrintedOnce() throws {
    let workshop = try workshop("n\nx\ny\nz\n")
    try workshop.write(
      #"{"inputs": {"n": {"type": "string"}}, "scrim": 1, "canvas": {"width": 8, "height": 8},"#
        + #" "layers": [{"fill": "redd"}], "output": {"file": "${n}.png"}}"#, "v.json")
    let run = try CommandRun("render", "v.json", "--data", "people.csv", in: workshop.folder)
    #expect(run.errors.split(separator: "\n").count == 2, "\(run.errors)")
    #expect(
      run.errors.hasPrefix("v.json:1:108 (people.csv:2, row 1): layers[0].fill: "), "\(run.errors)")
    #expect(
      run.errors.hasSuffix(
        "\n3 of 3 rows have errors. Listed once: layers[0].fill (3 rows).\n"), "\(run.errors)")
  }

  /// Whichever layer a row names as the one that uses the style.
  @Test func anErrorOfAStyleIsPrintedOnce() throws {
    let workshop = try workshop("n,o\nx,1\ny,2\nz,3\n")
    try workshop.write(
      #"{"inputs": {"n": {"type": "string"}, "o": {"type": "number"}}, "scrim": 1,"#
        + #" "canvas": {"width": 8, "height": 8},"#
        + #" "styles": {"s": {"opacity": 3}, "t": {"opacity": {"$eval": "o"}}},"#
        + #" "layers": [{"id": "${n}", "use": "s", "fill": "red"}, {"use": "t", "fill": "red"}],"#
        + #" "output": {"file": "${n}.png"}}"#, "v.json")
    let run = try CommandRun("render", "v.json", "--data", "people.csv", in: workshop.folder)
    #expect(
      run.errors.split(separator: "\n") == [
        "v.json:1:141 (people.csv:2, row 1): styles.s.opacity: 3 is outside 0…1. #x uses it.",
        #"v.json:1:172 (people.csv:3, row 2, column "o"): styles.t.opacity: 2 is outside 0…1. layers[1] uses it."#,
        #"v.json:1:172 (people.csv:4, row 3, column "o"): styles.t.opacity: 3 is outside 0…1. layers[1] uses it."#,
        "3 of 3 rows have errors. Listed once: styles.s.opacity (3 rows).",
      ])
  }

  @Test func aJobWithoutInputsIsNoTemplate() throws {
    let workshop = try workshop()
    try workshop.write(Example.square, "a.json")
    for options in [["--set", "a=b"], ["--data", "people.csv"], ["--sample"]] {
      let run = try CommandRun(["render", "a.json"] + options, in: workshop.folder)
      #expect(run.status == 65)
      #expect(
        run.errors
          == "scrim: a.json is not a template: it has no \"inputs\", which --data, --set and --sample need.\n"
      )
    }
    try workshop.write(
      #"{"scrim": 1, "canvas": {"width": 8, "height": 8}, "layers": [{"$if": "true", "then": {}}]}"#,
      "b.json")
    let run = try CommandRun("validate", "b.json", in: workshop.folder)
    #expect(
      run.errors.contains(
        #"unknown key "$if". Operators are for templates: a job with "inputs" at its top is one, "inputs": {} is enough."#
      ), "\(run.errors)")
  }

  @Test func extremesOfAllRowsAreFoundWithoutDrawing() throws {
    let workshop = try workshop()
    try workshop.write(
      #"""
      {"scrim": 1, "inputs": {"n": {"type": "string"}}, "canvas": {"width": 200, "height": 40},
       "layers": [{"id": "t", "frame": {"width": 200, "height": 40},
         "text": {"string": "${n}", "size": 20, "fit": "shrink", "minSize": 10, "ellipsis": "end"}}]}
      """#, "t.json")
    let long = String(repeating: "long words ", count: 40)
    try workshop.write("n\nshort\n\(long)\nin between these two\n", "t.csv")
    let run = try CommandRun(
      "check", "t.json", "--data", "t.csv", "--sheet", "sheet.png", "--json", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    let text = run.output.replacing("sheet.png\n", with: "")
    let found = try JSON(parsing: Array(text.utf8))
    #expect(found["rows"] == 3 && found["rowsWithErrors"] == 0)
    let layer = try #require(found["texts"]?.array?.first)
    #expect(layer["layer"] == "#t")
    #expect(layer["smallest"] == ["value": 10, "row": 2])
    #expect(layer["shortened"] == ["rows": 1, "row": 2])
    #expect(layer["mostLines"]?["row"] == 2)
    #expect(layer["otherFonts"] == ["rows": 0])
    #expect(workshop.exists("sheet.png"))
    #expect(!workshop.exists("t-1.png"))
    let table = try CommandRun("check", "t.json", "--data", "t.csv", in: workshop.folder)
    let lines = table.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[1].hasPrefix("t "))
    #expect(lines[1].contains("10 px (2)"))
    #expect(lines[1].contains("row 2"))
  }

  /// Errors that are listed say what would help; for the others nothing is drawn to find it.
  @Test func allListedErrorsHaveAdvice() throws {
    let workshop = try workshop()
    try workshop.write(
      #"""
      {"scrim": 1, "inputs": {"word": {"type": "string"}},
       "canvas": {"width": 40, "height": 20, "background": "white"},
       "layers": [{"text": {"string": "${word}", "size": 8, "color": "#ddd", "legible": "AA"}}], "output": {"file": "c.png"}}
      """#, "c.json")
    try workshop.write("word\n" + (1...104).map { "\($0)\n" }.joined(), "c.csv")
    let run = try CommandRun(
      ["check", "c.json", "--data", "c.csv", "--json"], in: workshop.folder
    )
    let found = try JSON(parsing: Array(run.output.utf8))
    #expect(run.status == 65 && found["rowsWithErrors"] == 104, "\(run.errors)")
    let errors = found["errors"]?.array ?? []
    #expect(errors.count == 100)
    #expect(
      errors.allSatisfy { $0["message"]?.string?.hasSuffix(" would reach that.") == true },
      "\(errors.first?.description ?? "")")
  }

  @Test func rowsWithFaintTextsAreErrors() throws {
    let workshop = try workshop()
    func card(_ legible: String) -> String {
      #"""
      {"scrim": 1, "inputs": {"ink": {"type": "color"}},
       "canvas": {"width": 90, "height": 40, "background": "white"},
       "layers": [{"text": {"string": "Hill", "size": 16, "color": "${ink}"\#(legible)}}], "output": {"file": "c.png"}}
      """#
    }
    try workshop.write("ink\n#000\n#888\n#eee\n", "c.csv")
    func rows(_ legible: String, _ arguments: String...) throws -> [JSON?] {
      try workshop.write(card(legible), "c.json")
      let run = try CommandRun(
        ["check", "c.json", "--data", "c.csv", "--json"] + arguments, in: workshop.folder
      )
      let found = try JSON(parsing: Array(run.output.utf8))
      let errors = found["errors"]?.array ?? []
      #expect(run.status == (errors.isEmpty ? 0 : 65), "\(run.errors)")
      #expect(errors.allSatisfy { $0["code"] == "low-contrast" })
      return errors.map { $0["row"] }
    }
    #expect(try rows("") == [])
    #expect(try rows("", "--legible") == [2, 3])
    #expect(try rows("", "--legible=3") == [3])
    #expect(try rows("", "--legible", "AAA") == [2, 3])
    // A text's own comes first, and needs no option.
    #expect(try rows(#", "legible": 3"#, "--legible=AAA") == [3])
    #expect(try rows(#", "legible": 3"#) == [3])
    #expect(try rows(#", "legible": "AA", "legibleFix": "color""#) == [])
    #expect(!workshop.exists("c.png") && !workshop.exists("c-1.png"))
    for level in ["A", "22", "0.5"] {
      let wrong = try CommandRun(
        "check", "c.json", "--data", "c.csv", "--legible=\(level)", in: workshop.folder)
      #expect(wrong.status == 64)
      let words = "--legible: \"\(level)\" is not \"AA\", \"AAA\" or a ratio of 1…21."
      #expect(wrong.errors.contains(words), "\(wrong.errors)")
    }
    let last = try CommandRun(
      "check", "--data", "c.csv", "--legible", "c.json", in: workshop.folder)
    #expect(last.status == 0, "\(last.errors)")
  }

  /// Of variants and of rows: each may have its own limit.
  @Test func imagesOverTheirLimitOfBytesAreErrorsOfTheirRows() throws {
    let workshop = try workshop()
    try workshop.write(
      #"""
      {"scrim": 1, "inputs": {"limit": {"type": "integer"}, "isWide": {"type": "boolean", "default": false}},
       "variants": [{"variant": "wide", "isWide": true}, {"variant": "high"}],
       "canvas": {"width": 90, "height": 40}, "layers": [{"fill": "red"}],
       "output": {"maxBytes": {"$if": "isWide", "then": {"$eval": "limit"}, "else": 5000}}}
      """#, "b.json")
    try workshop.write("limit\n5000\n20\n", "b.csv")
    let run = try CommandRun("check", "b.json", "--data", "b.csv", "--json", in: workshop.folder)
    #expect(run.status == 65, "\(run.errors)")
    let found = try JSON(parsing: Array(run.output.utf8))
    #expect(found["rows"] == 2 && found["rowsWithErrors"] == 1)
    let errors = found["errors"]?.array ?? []
    #expect(errors.map { $0["code"] } == ["over-budget"])
    #expect(errors.first?["variant"] == "wide" && errors.first?["row"] == 2)
    let place = errors.first?["template"]?.string
    #expect(place?.hasPrefix("/output/maxBytes") == true, "\(run.output)")
    #expect(!workshop.exists("b-1-wide.png"))
  }
}
