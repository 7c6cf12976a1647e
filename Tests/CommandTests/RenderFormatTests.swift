import Foundation
import ProgramTesting
import Testing

/// The name given last decides the format of an image.
@Suite struct RenderFormatTests {
  private func job(_ output: String) -> String {
    """
    { "scrim": 1, "canvas": { "width": 8, "height": 8 }, "layers": [ { "fill": "#f00" } ],
      "output": \(output) }
    """
  }

  /// The format that a file's first bytes say.
  private func format(_ bytes: [UInt8]) -> String {
    switch bytes.prefix(4) {
    case [0x89, 0x50, 0x4E, 0x47]: "png"
    case [0xFF, 0xD8, 0xFF, 0xE0]: "jpeg"
    case Array("RIFF".utf8)[...]: "webp"
    case Array("%PDF".utf8)[...]: "pdf"
    default: bytes.starts(with: "<?xml".utf8) || bytes.starts(with: "<svg".utf8) ? "svg" : "?"
    }
  }

  @Test(arguments: [
    ("x.png", "png"), ("x.PNG", "png"), ("x.jpg", "jpeg"), ("x.jpeg", "jpeg"), ("x.webp", "webp"),
    ("x.pdf", "pdf"), ("x.svg", "svg"), ("x", "jpeg"), ("x.bin", "jpeg"),
  ])
  func theExtensionDecides(_ name: String, _ expected: String) throws {
    let workshop = try Workshop()
    try workshop.write(job(#"{ "format": "jpeg", "scale": 1 }"#), "job.json")
    let run = try CommandRun("render", "job.json", "-o", name, in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "\(name)\n")
    #expect(run.errors == "")
    #expect(try format(workshop.bytes(name)) == expected)
  }

  @Test func keysThatTheFormatLacksAreIgnored() throws {
    let workshop = try Workshop()
    try workshop.write(job(#"{ "file": "a.jpg", "quality": 70 }"#), "job.json")
    let run = try CommandRun("render", "job.json", "-o", "x.png", in: workshop.folder)
    #expect(run.status == 0)
    #expect(
      run.errors
        == "job.json:2:43: output.quality: warning: \"quality\" is for JPEG and WebP; this output is PNG. It is ignored.\n"
    )
    #expect(try format(workshop.bytes("x.png")) == "png")
    // The key is an error of a job that says PNG itself.
    try workshop.write(job(#"{ "file": "a.png", "quality": 70 }"#), "bad.json")
    let bad = try CommandRun("render", "bad.json", "-o", "x.png", in: workshop.folder)
    #expect(bad.status == 65)
    // And not of one that says PNG, but becomes a JPEG.
    let good = try CommandRun("render", "bad.json", "-o", "x.jpg", in: workshop.folder)
    #expect(good.status == 0, "\(good.errors)")
    #expect(try format(workshop.bytes("x.jpg")) == "jpeg")
  }

  @Test func anOptionDecidesForAllOutputs() throws {
    let workshop = try Workshop()
    try workshop.write(
      job(
        #"[ { "file": "a/one.jpg", "quality": 70 }, { "format": "pdf" }, { "file": "b", "format": "png" } ]"#
      ),
      "job.json")
    let run = try CommandRun(
      "render", "job.json", "--format", "webp", "-o", "out/", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "out/a/one.webp\nout/job.webp\nout/b.webp\n")
    for name in ["a/one", "job", "b"] {
      #expect(try format(workshop.bytes("out/\(name).webp")) == "webp")
    }
  }

  @Test func namesThatBecomeTheSameAreRefused() throws {
    let workshop = try Workshop()
    try workshop.write(job(#"[ { "file": "a.jpg" }, { "file": "a.png" } ]"#), "job.json")
    let one = try CommandRun("render", "job.json", "--format", "webp", in: workshop.folder)
    #expect(one.status == 65)
    try workshop.write(job(#"{ "file": "a.jpg" }"#), "first.json")
    try workshop.write(job(#"{ "file": "a.png" }"#), "second.json")
    let two = try CommandRun(
      "render", "first.json", "second.json", "--format", "webp", in: workshop.folder)
    #expect(two.status == 65)
    #expect(two.output == "a.webp\n")
    #expect(two.errors.contains("its output \"a.webp\" is also one of first.json"), "\(two.errors)")
  }

  @Test func standardOutputHasTheFormatThatIsAskedFor() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "job.json")
    try workshop.makePipe("pipe")
    let reader = try RunningCommand(["pipe"], program: "/usr/bin/cat", in: workshop.folder)
    let run = try CommandRun(
      "render", "job.json", "--format", "jpeg", "-o", "pipe", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(reader.finish().bytes.prefix(3) == [0xff, 0xd8, 0xff])
  }

  @Test func contradictionsAreRefused() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "job.json")
    let run = try CommandRun(
      "render", "job.json", "--format", "png", "-o", "x.jpg", in: workshop.folder)
    #expect(run.status == 64)
    #expect(
      run.errors.hasPrefix(
        "Error: -o x.jpg is jpeg, but --format is png: leave one of them out.\n"), "\(run.errors)")
    #expect(!workshop.exists("x.jpg"))
  }

  @Test func templatesTakeItToo() throws {
    let workshop = try Workshop()
    try workshop.write(
      """
      { "scrim": 1, "inputs": { "n": { "type": "string", "examples": ["a"] } },
        "canvas": { "width": 8, "height": 8 }, "layers": [ { "fill": "#f00" } ],
        "output": { "file": "${n}.jpg", "quality": 60 } }
      """, "card.json")
    try workshop.write("n\na\nb\n", "rows.csv")
    let rows = try CommandRun(
      "render", "card.json", "--data", "rows.csv", "--format", "webp", "-o", "out/",
      in: workshop.folder)
    #expect(rows.status == 0, "\(rows.errors)")
    #expect(rows.output == "out/a.webp\nout/b.webp\n")
    #expect(try format(workshop.bytes("out/b.webp")) == "webp")
    let several = try CommandRun(
      "render", "card.json", "--data", "rows.csv", "-o", "x.png", in: workshop.folder)
    #expect(several.status == 65)
    #expect(
      several.errors
        == "scrim: card.json: -o x.png is one image, but the template gives several: "
        + "name a folder (end it in /), or a row with --rows.\n")
    #expect(!workshop.exists("x.png"))
    let one = try CommandRun(
      "render", "card.json", "--data", "rows.csv", "--rows", "1", "-o", "x.png",
      in: workshop.folder)
    #expect(one.status == 0, "\(one.errors)")
    #expect(
      one.errors.contains("\"quality\" is for JPEG and WebP; this output is PNG. It is ignored."))
    #expect(try format(workshop.bytes("x.png")) == "png")
  }

  @Test func severalOutputsAreRefusedBeforeRendering() throws {
    let workshop = try Workshop()
    try workshop.write(job(#"[ { "file": "a.jpg" }, { "file": "a.png" } ]"#), "job.json")
    for name in ["x.png", "-"] {
      let run = try CommandRun("render", "job.json", "-o", name, in: workshop.folder)
      #expect(run.status == 65)
      #expect(
        run.errors
          == "scrim: job.json: the job has 2 outputs; -o must name a folder (end it in /).\n")
      #expect(run.output == "")
    }
  }

  @Test func submitDoesNotConvert() throws {
    let workshop = try Workshop()
    for state in ["drop", "out", "reports"] { try workshop.makeFolder("spool/\(state)") }
    for (name, output) in [
      ("a", #"{ "format": "jpeg" }"#), ("b", #"{ "file": "b.jpg" }"#),
      ("c", #"[ { "file": "c.jpeg" } ]"#),
    ] {
      try workshop.write(job(output), "\(name).json")
      let run = try CommandRun(
        "submit", "--spool", "spool", "\(name).json", "-o", "x.png", in: workshop.folder)
      #expect(run.status == 65)
      #expect(
        run.errors
          == "scrim: \(name).json: the output is jpeg, but x.png would be png, and the daemon renders the "
          + "job's own format: change \"output\" in the job, or the extension in -o.\n")
    }
    #expect(try workshop.names(in: "spool/drop") == [])
  }

  // MARK: JSON

  @Test func anObjectIsPrintedForEachJob() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "a.json")
    try workshop.write(Example.square.replacing("fill", with: "fil"), "b.json")
    let run = try CommandRun(
      "render", "--json", "a.json", "b.json", "none.json", "-o", "out/", in: workshop.folder)
    #expect(run.status == 65)
    let lines = try run.output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    try #require(lines.count == 3)
    #expect(lines.map { $0["name"] as? String } == ["a", "b", "none"])
    #expect(lines.map { $0["state"] as? String } == ["done", "failed", "failed"])
    let output = try #require((lines[0]["outputs"] as? [[String: Any]])?.first)
    #expect(output["path"] as? String == "out/a.png")
    #expect(output["file"] as? String == "a.png")
    #expect(output["format"] as? String == "png")
    #expect(try output["bytes"] as? Int == workshop.bytes("out/a.png").count)
    #expect((output["sha256"] as? String)?.count == 64)
    let error = try #require((lines[1]["errors"] as? [[String: Any]])?.first)
    #expect(error["code"] as? String == "unknown-key")
    #expect(error["line"] as? Int == 1)
    #expect((lines[2]["errors"] as? [[String: Any]])?.first?["code"] as? String == "missing-file")
    // As validate has it.
    let validated = try CommandRun("validate", "--json", "b.json", in: workshop.folder)
    let same = try JSONSerialization.jsonObject(with: Data(validated.output.utf8)) as? NSArray
    #expect(same == lines[1]["errors"] as? NSArray)
  }

  /// As the daemon reports them.
  @Test func fontsThatStandInForOthersAreTold() throws {
    let workshop = try Workshop()
    try workshop.write(
      #"{"scrim": 1, "canvas": {"width": 90, "height": 40}, "layers": [{"id": "t", "text": {"#
        + #""string": "Hello", "font": "Nope", "fontFallback": "allow"}}]}"#, "a.json")
    let told = try CommandRun("render", "a.json", in: workshop.folder)
    #expect(told.status == 0)
    #expect(told.errors.hasPrefix("a: #t: \""), "\(told.errors)")
    #expect(told.errors.contains("\" draws 5 characters in place of \"Nope\"."), "\(told.errors)")
    let listed = try CommandRun("render", "--json", "a.json", in: workshop.folder)
    #expect(
      listed.output.contains(#""asked":["Nope"]"#) && listed.output.contains(#""characters":5"#))
    #expect(listed.errors.isEmpty)
  }

  @Test func rowsHaveObjectsOfTheirOwn() throws {
    let workshop = try Workshop()
    try workshop.write(
      """
      { "scrim": 1, "inputs": { "n": { "type": "integer", "examples": [1] } },
        "canvas": { "width": 8, "height": 8 }, "layers": [ { "fill": "#f00" } ],
        "output": { "file": "${n}.png" } }
      """, "card.json")
    try workshop.write("n\n1\nx\n", "rows.csv")
    let run = try CommandRun(
      "render", "--json", "card.json", "--data", "rows.csv", in: workshop.folder)
    #expect(run.status == 65)
    let lines = run.output.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(lines[0].contains("\"state\":\"done\""))
    #expect(lines[1].contains("\"state\":\"failed\""))
  }

  @Test func jsonAndAnImageAreNotOneFile() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "a.json")
    let run = try CommandRun("render", "--json", "a.json", "-o", "-", in: workshop.folder)
    #expect(run.status == 64)
    #expect(
      run.errors.hasPrefix(
        "Error: --json and -o - cannot be combined: standard output is one file.\n"))
  }
}
