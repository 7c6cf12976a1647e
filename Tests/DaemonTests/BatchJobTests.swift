import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// Batches of rows with a real daemon and real workers: what is there, and what is not, is in the report.
@Suite(.serialized) struct BatchJobTests {
  private static let template = #"""
    {"scrim": 1, "inputs": {"name": {"type": "string"}, "tint": {"type": "color", "default": "red"}},
     "canvas": {"width": 12, "height": 8}, "layers": [{"fill": {"$eval": "tint"}}],
     "output": {"file": "${name}.png"}}
    """#

  /// Drops a batch.
  private func drop(
    _ daemon: RunningDaemon, _ name: String, _ template: String = Self.template, data: String,
    file: String = "data.csv", submission: String? = nil
  ) throws {
    try daemon.dropBundle(
      name, ["job.json": template, file: data, "submission.json": submission])
  }

  private func csv(_ rows: ClosedRange<Int>, header: String = "name") -> String {
    "\(header)\n" + rows.map { "n\($0)\n" }.joined()
  }

  private func lines(_ daemon: RunningDaemon, _ name: String) throws -> [JSON] {
    try daemon.text("out/\(name).rows.jsonl").split(separator: "\n").map {
      try JSON(parsing: Array($0.utf8))
    }
  }

  private func images(_ daemon: RunningDaemon) -> [String] {
    daemon.names("out").filter { $0.hasSuffix(".png") }
  }

  private func report(_ daemon: RunningDaemon, _ name: String) throws -> JSON {
    try daemon.wait(120, for: "a report of \(name)") { daemon.isReported(name) }
    return try daemon.report(name)
  }

  private func folder(_ daemon: RunningDaemon) throws -> URL {
    let folder = daemon.spool.appending(path: "test-files")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test func aDroppedBatchGivesAnImagePerRow() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "2"])
    try drop(daemon, "people", data: csv(1...150))
    let report = try report(daemon, "people")
    #expect(report["status"] == "done")
    #expect(report["rows"] == ["total": 150, "done": 150, "failed": 0, "skipped": 0])
    #expect(report["stopped"] == .null)
    #expect(images(daemon) == (1...150).map { "n\($0).png" }.sorted())
    let lines = try lines(daemon, "people")
    #expect(lines.map { $0["row"]?.integer } == (1...150).map { $0 })
    let output = try #require(lines[16]["outputs"]?.array?.first)
    #expect(output["file"] == "n17.png")
    #expect(output["sha256"]?.string?.count == 64)
    #expect(output["width"] == 12)
    try daemon.wait(for: "the end") { daemon.names("done").count == 1 }
    #expect(daemon.names("batches").isEmpty)
    #expect(daemon.stop() == 0)
  }

  /// What the photo of a row carries besides pixels is in the row's line.
  @Test func droppedPartsOfInputsAreListedByRow() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    // 1 × 1 pixel.
    let png = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
      ))
    func chunk(_ type: String, _ data: [UInt8]) -> Data {
      Data([0, 0, 0, UInt8(data.count)] + Array(type.utf8) + data + [0, 0, 0, 0])
    }
    let uuid: [UInt8] = Array("c2pa".utf8) + [0, 17, 0, 16, 128, 0, 0, 170, 0, 56, 155, 113]
    let store =
      [0, 0, 0, 38] + Array("jumb".utf8) + [0, 0, 0, 30] + Array("jumd".utf8) + uuid
      + [3, 0x63, 0x32, 0x70, 0x61, 0]
    // A chunk that libpng does not know, whose checksum it ignores, behind the pixels.
    var signed = png
    signed.insert(contentsOf: chunk("caBX", store), at: png.count - 12)
    let part = daemon.spool.appending(path: "drop/.signed.part")
    try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
    let template = #"""
      {"scrim": 1, "inputs": {"photo": {"type": "source"}}, "canvas": {"width": 12, "height": 8},
       "layers": [{"image": {"source": "${photo}"}}], "output": {"file": "${row}.png"}}
      """#
    try Data(template.utf8).write(to: part.appending(path: "job.json"))
    try Data("photo\nplain.png\nsigned.png\n".utf8).write(to: part.appending(path: "data.csv"))
    try png.write(to: part.appending(path: "plain.png"))
    try signed.write(to: part.appending(path: "signed.png"))
    try FileManager.default.moveItem(
      at: part, to: daemon.spool.appending(path: "drop/signed.scrim"))
    let report = try report(daemon, "signed")
    #expect(report["rows"] == ["total": 2, "done": 2, "failed": 0, "skipped": 0])
    let lines = try lines(daemon, "signed")
    #expect(lines[0]["inputs"] == nil && lines[0]["warnings"] == [])
    #expect(
      lines[1]["inputs"]
        == [["source": "/layers/0/image/source", "format": "png", "dropped": ["c2pa"]]])
    let warning = try #require(lines[1]["warnings"]?.array?.first)
    #expect(warning["code"] == "dropped-credentials" && warning["row"] == 2)
    #expect(daemon.stop() == 0)
  }

  @Test func dataThatEndsInTheMiddleOfALineIsReported() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    try drop(daemon, "quote", data: csv(1...20) + "\"n21")
    let report = try report(daemon, "quote")
    #expect(report["status"] == "failed")
    #expect(
      report["errors"]?.array?.first?["message"]
        == "line 22 of the data: the quote that opens here is not closed.")
    #expect(images(daemon).isEmpty)
    let rows = (1...20).map { #"{"name": "n\#($0)"}"# + "\n" }.joined()
    try drop(daemon, "lines", data: rows + #"{"name": "n2"#, file: "data.jsonl")
    let second = try self.report(daemon, "lines")
    #expect(second["rows"] == ["total": 21, "done": 20, "failed": 1, "skipped": 0])
    let error = try #require(second["errors"]?.array?.first)
    #expect(error["row"] == 21)
    #expect(error["dataFile"] == "data.jsonl")
    #expect(error["dataLine"] == 21)
    #expect(images(daemon).count == 20)
    #expect(daemon.stop() == 0)
  }

  @Test func aTemplateThatIsWrongForEveryRowIsReportedForEachRow() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "2"])
    let wrong = Self.template.replacing(#""height": 8"#, with: #""height": {"$eval": "name"}"#)
    try drop(daemon, "wrong", wrong, data: csv(1...250))
    let report = try report(daemon, "wrong")
    #expect(report["rows"] == ["total": 250, "done": 0, "failed": 250, "skipped": 0])
    #expect(report["errors"]?.array?.count == 100)
    let error = try #require(report["errors"]?.array?[16])
    #expect(error["row"] == 17)
    #expect(error["template"] == "/canvas/height/$eval")
    #expect(error["columns"] == ["name"])
    let lines = try lines(daemon, "wrong")
    #expect(lines.count == 250)
    #expect(lines.allSatisfy { $0["status"] == "failed" && $0["errors"]?.array?.count == 1 })
    // What is wrong whatever the row is an error of the batch.
    try drop(
      daemon, "syntax", Self.template.replacing("${name}", with: "${name"), data: csv(1...3))
    #expect(try self.report(daemon, "syntax")["status"] == "failed")
    #expect(images(daemon).isEmpty)
    #expect(daemon.stop() == 0)
  }

  @Test func aLateRowWithAnEarlierNameFailsAndARetryRendersIt() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "2"])
    let data = csv(1...299) + "n17\n"
    try drop(daemon, "card", data: data)
    let report = try report(daemon, "card")
    #expect(report["rows"] == ["total": 300, "done": 299, "failed": 1, "skipped": 0])
    let error = try #require(report["errors"]?.array?.first)
    #expect(error["row"] == 300)
    #expect(error["code"] == "duplicate-output")
    #expect(
      error["message"]?.string?.hasPrefix("an output has the same name as one of row 17:") == true)
    #expect(images(daemon).count == 299)
    // The same data, another template.
    let folder = try folder(daemon)
    let (template, rows) = (folder.appending(path: "card.json"), folder.appending(path: "d.csv"))
    try Data(Self.template.replacing("${name}.png", with: "${row}.png").utf8).write(to: template)
    try Data(data.utf8).write(to: rows)
    let list = folder.appending(path: "failed.jsonl")
    try FileManager.default.copyItem(
      at: daemon.spool.appending(path: "out/card.rows.jsonl"), to: list)
    let arguments = [
      "submit", template.path, "--data", rows.path, "--retry-failed", list.path, "--wait",
    ]
    let run = try CommandRun(daemon, arguments)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("1 rendered, 0 failed, 0 skipped"))
    #expect(daemon.names("out").contains("300.png"))
    #expect(try lines(daemon, "card").map { $0["row"] } == [300])
    // The list of the good rows stays.
    let first = try #require(report["id"]?.string)
    let kept = daemon.spool.appending(path: "out/card.rows.\(first).jsonl")
    #expect(try Data(contentsOf: kept) == Data(contentsOf: list))
    // Other data: the numbers would be those of other rows.
    try Data(csv(1...301).utf8).write(to: rows)
    let refused = try CommandRun(daemon, arguments)
    #expect(refused.status == 65)
    #expect(
      refused.errors
        == "scrim: \(rows.path) is not the data of \(list.path), or has changed since, so that the numbers of rows may "
        + "be those of others. If you have corrected values and the rows are still the same, submit them with "
        + "--rows 300 instead of --retry-failed.\n")
    #expect(daemon.stop() == 0)
  }

  /// Spreadsheets leave empty rows and columns, and have semicolons in many countries.
  @Test func theReportTellsWhatOfTheDataWasSkipped() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    let folder = try folder(daemon)
    let (template, rows) = (folder.appending(path: "card.json"), folder.appending(path: "d.csv"))
    try Data(Self.template.utf8).write(to: template)
    try Data("name;tint;\na;blue;\n;;\nb;red;\n;;\n".utf8).write(to: rows)
    let run = try CommandRun(daemon, ["submit", template.path, "--data", rows.path, "--wait"])
    #expect(
      run.errors.hasSuffix(
        """
        2 rendered, 0 failed, 0 skipped
        warning: cells are read as separated by semicolons, as in the header; a first line such as "sep=," sets another \
        sign.
        warning: 2 empty rows and 1 empty column skipped.

        """), "\(run.errors)")
    let data = try daemon.report("card")["data"]
    #expect(data?["emptyRows"] == 2 && data?["emptyColumns"] == 1)
    #expect(data?["delimiter"] == "semicolons")
    #expect(daemon.stop() == 0)
  }

  @Test func submitTakesSettingsRowsAndFiles() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "2"])
    let folder = try folder(daemon)
    // The image of a row, by a relative and an absolute name.
    let plain = folder.appending(path: "plain.json")
    try Data(
      #"{"scrim": 1, "canvas": {"width": 5, "height": 5}, "layers": [{"fill": "blue"}]}"#.utf8
    )
    .write(to: plain)
    let image = folder.appending(path: "blue.png").path
    #expect(try CommandRun("render", plain.path, "-o", image).output.contains("blue.png"))
    let template = folder.appending(path: "card.json")
    try Data(
      #"""
      {"scrim": 1, "inputs": {"photo": {"type": "source"}, "size": {"type": "integer"}},
       "canvas": {"width": {"$eval": "size"}, "height": 8},
       "layers": [{"image": {"source": {"$eval": "photo"}}}], "output": {"file": "${row}.png"}}
      """#.utf8
    ).write(to: template)
    let rows = folder.appending(path: "rows.json")
    try Data(
      #"[{"photo": "blue.png"}, {"photo": "\#(image)"}, {"photo": "missing.png"}, {"photo": "x"}]"#
        .utf8
    ).write(to: rows)
    let run = try CommandRun(
      daemon,
      ["submit", template.path, "--data", rows.path, "--set", "size=9", "--rows", "1-3", "--wait"])
    #expect(run.status == 66, "\(run.errors)")
    #expect(run.errors.contains("(data.jsonl:3, row 3, column \"photo\")"), "\(run.errors)")
    #expect(run.errors.contains("2 rendered, 1 failed, 0 skipped"))
    #expect(run.output == "\(daemon.spool.path)/out/card.rows.jsonl\n")
    #expect(images(daemon) == ["1.png", "2.png"])
    let outputs = try lines(daemon, "card").first?["outputs"]?.array?.first
    #expect(outputs?["width"] == 9)
    // Without data --set gives a single job.
    let one = try CommandRun(
      daemon, ["submit", template.path, "--set", "size=7", "--set", "photo=blue.png", "--wait"])
    #expect(one.status == 0, "\(one.errors)")
    #expect(one.output.hasSuffix("/out/1.png\n"), "\(one.output)")
    // What is missing is told before anything is submitted.
    let none = try CommandRun(
      daemon, ["submit", template.path, "--set", "size=7", "--set", "photo=none.png", "--wait"])
    #expect(none.status == 66)
    #expect(
      none.errors.contains(#"layers[0].image.source: "none.png": no such file."#), "\(none.errors)")
    #expect(daemon.stop() == 0)
  }

  @Test func aPrivateBatchIsFetchedWholeThoughTheDaemonIsKilled() throws {
    let daemon = try RunningDaemon()
    // On a busy machine each of the daemons may end before the batch is indexed.
    try daemon.configure("[retries]\nattempts = 50\n")
    try daemon.start(["--workers", "2"])
    let folder = try folder(daemon)
    let (template, rows) = (folder.appending(path: "card.json"), folder.appending(path: "d.csv"))
    try Data(Self.template.utf8).write(to: template)
    try Data(csv(1...400).utf8).write(to: rows)
    let submit = ["submit", template.path, "--data", rows.path, "--private"]
    #expect(try CommandRun(daemon, submit).status == 0)
    for _ in 0..<6 {
      usleep(UInt32.random(in: 100_000...500_000))
      daemon.kill9()
      try daemon.start(["--workers", "2"])
    }
    try daemon.wait(120, for: "the end") { daemon.names("done").count == 1 }
    #expect(daemon.names("out").isEmpty)
    let id = try #require(daemon.names("done").first)
    #expect(try CommandRun(daemon, ["wait", id]).status == 0)
    let images = folder.appending(path: "images")
    let fetched = try CommandRun(daemon, ["fetch", id, "-o", images.path + "/"])
    #expect(fetched.status == 0 && fetched.errors.isEmpty, "\(fetched.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: images.path).sorted()
    #expect(names == ((1...400).map { "n\($0).png" } + ["card.rows.jsonl"]).sorted())
    #expect(fetched.output.split(separator: "\n").count == 401)
    let lines = try String(contentsOf: images.appending(path: "card.rows.jsonl"), encoding: .utf8)
      .split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
    #expect(lines.map { $0["row"]?.integer } == (1...400).map { $0 })
    #expect(lines.allSatisfy { $0["status"] == "done" })
    // They were acknowledged.
    let again = try CommandRun(daemon, ["fetch", id, "-o", images.path + "/"])
    #expect(again.errors == "scrim: job \(id) has no images in the spool any more.\n")
    try daemon.wait(for: "the daemon") { daemon.isUp }
    #expect(daemon.stop() == 0)
  }

  @Test func errorsStopABatchThatAsksForIt() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    let data =
      "name,tint\n" + (1...2000).map { "n\($0),\($0 == 30 ? "bluish" : "blue")\n" }.joined()
    try drop(daemon, "card", data: data, submission: #"{"onError": "stop"}"#)
    let report = try report(daemon, "card")
    #expect(report["rows"]?["failed"] == 1)
    // A chunk that was begun meanwhile is finished.
    let done = report["rows"]?["done"]?.integer ?? 0
    #expect(done >= 29)
    #expect(report["rows"]?["skipped"]?.integer == 1999 - done)
    #expect(done < 1999)
    #expect(
      report["stopped"] == "stopped after an error, as the submission's onError asks")
    #expect(images(daemon).count == done)
    #expect(try lines(daemon, "card").count == 2000)
    #expect(daemon.stop() == 0)
  }

  @Test func aRowThatCrashesItsWorkerFailsAlone() throws {
    let daemon = try RunningDaemon()
    let program = CommandRun.programs.appending(path: "fake-worker").path
    try daemon.configure(
      """
      [workers]
      program = "\(program)"
      [retries]
      attempts = 3
      [test]
      back-off-ms = 10
      """)
    try daemon.start(["--workers", "2"])
    let kinds = (1...80).map { $0 == 33 ? "segv" : $0 == 50 ? "killed" : "fine" }
    let template = #"{"scrim": 1, "inputs": {}, "layers": [{"effect": "glow"}]}"#
    try drop(daemon, "card", template, data: "kind\n" + kinds.map { "\($0)\n" }.joined())
    let report = try report(daemon, "card")
    #expect(report["rows"] == ["total": 80, "done": 78, "failed": 2, "skipped": 0])
    #expect(images(daemon).count == 78)
    let lines = try lines(daemon, "card")
    #expect(lines.filter { $0["status"] == "failed" }.map { $0["row"] } == [33, 50])
    #expect(lines[32]["errors"]?.array?.first?["code"] == "effect-crash")
    #expect(lines[49]["errors"]?.array?.first?["code"] == "worker-crash")
    // One batch: the plugin is not disabled.
    #expect(daemon.names("hold").isEmpty)
    #expect(daemon.stop() == 0)
  }

  /// A worker that sends a false reply about several rows is replaced, and each of them is rendered by itself.
  @Test func falseRepliesAboutRowsCostNoRow() throws {
    let daemon = try RunningDaemon()
    let program = CommandRun.programs.appending(path: "fake-worker").path
    try daemon.configure("[workers]\nprogram = \"\(program)\"\n")
    try daemon.start(["--workers", "1"])
    let lies = [
      "cut": "an output without its bytes", "swollen": "bytes of no output",
      "foreign": "it named an output that is not in the job",
      "crowd": "a reply to another request", "nothing": "a reply to another request",
      "negative": "bytes: expected an integer of 0 or more",
    ]
    let template = #"{"scrim": 1, "inputs": {}, "layers": [{"effect": "glow"}]}"#
    for (kind, words) in lies {
      let kinds = (1...80).map { 30...34 ~= $0 ? kind : "fine" }
      try drop(daemon, kind, template, data: "kind\n" + kinds.map { "\($0)\n" }.joined())
      let report = try report(daemon, kind)
      #expect(report["rows"] == ["total": 80, "done": 80, "failed": 0, "skipped": 0])
      #expect(daemon.text("test.stderr").contains(words), "\(kind)")
    }
    #expect(images(daemon).count == lies.count * 80)
    #expect(daemon.stop() == 0)
  }

  /// Rows that are rendered with one request are as they are by themselves: those with small images and with large
  /// ones, with warnings and with errors that show only when they are read.
  @Test func rowsTogetherAreAsTheyAreAlone() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    let template = #"""
      {"scrim": 1, "inputs": {"size": {"type": "number"}, "color": {"type": "string"},
                              "corner": {"type": "string"}},
       "canvas": {"width": {"$eval": "size"}, "height": {"$eval": "size"}, "dither": true},
       "layers": [{"fill": {"conic": {"stops": [["${color}", 0], ["#08f", 1]]}}},
                  {"frame": {"width": 8, "height": 4}, "fill": "#fff", "cornerRadius": "${corner}"}],
       "output": {"file": "${row}.png"}}
      """#
    let data =
      "size,color,corner\n"
      + (1...120).map { row in
        let size = row % 7 == 0 ? 300 : row % 5 == 0 ? 200 : 9
        return "\(size),\(row % 11 == 0 ? "bluish" : "red"),\(row % 13 == 0 ? "50%" : "full")\n"
      }.joined()
    try drop(daemon, "cards", template, data: data)
    let report = try report(daemon, "cards")
    #expect(report["rows"] == ["total": 120, "done": 110, "failed": 10, "skipped": 0])
    let lines = try lines(daemon, "cards")
    #expect(lines.map { $0["row"]?.integer } == (1...120).map { $0 })
    for line in lines where line["row"]!.integer! % 11 == 0 {
      let error = try #require(line["errors"]?.array?.first)
      #expect(error["template"] == "/layers/0/fill/conic/stops/0/0")
      #expect(error["row"] == line["row"])
    }
    for line in lines where line["status"] == "done" {
      let warning = line["warnings"]?.array?.first
      #expect((warning != nil) == (line["row"]!.integer! % 13 == 0))
      #expect(warning == nil || warning?["template"] == "/layers/1/cornerRadius")
    }
    let alone = try folder(daemon)
    try Data(template.utf8).write(to: alone.appending(path: "cards.json"))
    try Data(data.utf8).write(to: alone.appending(path: "data.csv"))
    #expect(
      try CommandRun("render", "cards.json", "--data", "data.csv", in: alone).status == 65)
    var sizes: [Int] = []
    for row in 1...120 where row % 11 != 0 {
      let image = try Data(contentsOf: daemon.spool.appending(path: "out/\(row).png"))
      #expect(try image == Data(contentsOf: alone.appending(path: "\(row).png")), "row \(row)")
      sizes.append(image.count)
    }
    #expect(sizes.contains { $0 > 32 << 10 } && sizes.contains { $0 < 1 << 10 })
    #expect(daemon.stop() == 0)
  }

  /// A template whose rows take some time.
  private static let slow = #"""
    {"scrim": 1, "inputs": {"name": {"type": "string"}}, "canvas": {"width": 900, "height": 900},
     "layers": [{"fill": "red", "frame": {"x": 9, "y": 9, "width": 500, "height": 500},
                 "effects": [{"effect": "blur", "sigma": 9}]}], "output": {"file": "${name}.png"}}
    """#

  /// Rows take turns with later jobs of the same owner, progress is shown, and a cancelled batch says what is there.
  @Test func aLaterJobNeedNotWaitAndABatchCanBeCancelled() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    try drop(daemon, "slow", Self.slow, data: csv(1...2000))
    try daemon.wait(for: "the first rows") { !images(daemon).isEmpty }
    try daemon.drop("single.json", Jobs.small)
    try daemon.wait(20, for: "the single job") { daemon.isReported("single") }
    #expect(!daemon.isReported("slow"))
    let list = try CommandRun(daemon, ["jobs", "--state", "batches"])
    #expect(list.output.contains("of 2000 rows"), "\(list.output)")
    let status = try CommandRun(daemon, ["status"])
    #expect(status.output.contains("of 2000 rows"), "\(status.output)")
    let id = try #require(daemon.names("batches").first)
    let show = try CommandRun(daemon, ["show", id])
    #expect(show.output.contains("of 2000 rows"), "\(show.output)")
    let cancel = try CommandRun(daemon, ["cancel", id])
    #expect(cancel.status == 0, "\(cancel.errors)")
    let report = try report(daemon, "slow")
    let done = report["rows"]?["done"]?.integer ?? 0
    #expect(done == images(daemon).count - 1)
    #expect(report["rows"]?["skipped"]?.integer == 2000 - done)
    #expect(report["stopped"] == .string("cancelled by user \(getuid())"))
    #expect(try lines(daemon, "slow").count == 2000)
    #expect(daemon.stop() == 0)
  }

  /// On a terminal, `watch` shows how far batches are, and prints their images at the end.
  @Test func watchShowsHowFarABatchIs() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    let program = CommandRun.programs.appending(path: "scrim").path
    try drop(daemon, "slow", Self.slow, data: csv(1...600))
    try daemon.wait(for: "the first rows") { !images(daemon).isEmpty }
    let watch = try CommandRun(
      "-qec", "'\(program)' watch --drain --spool '\(daemon.spool.path)'", "/dev/null",
      program: "/usr/bin/script", environment: ["TERM": "xterm", "COLUMNS": "100"])
    let text = watch.output
    #expect(watch.status == 0, "\(text)")
    #expect(text.contains("slow: "), "\(text)")
    #expect(text.contains(" of 600 rows"), "\(text)")
    #expect(text.contains("/out/n600.png"), "\(text.suffix(300))")
    #expect(text.contains("/out/slow.rows.jsonl"))
    #expect(daemon.stop() == 0)
  }

  @Test func eachRowComesOnceAlthoughDaemonAndWorkersAreKilled() throws {
    let daemon = try RunningDaemon()
    try daemon.configure(
      "[retries]\nattempts = 50\n[test]\nback-off-ms = 20\nback-off-most-ms = 200\n")
    try drop(daemon, "card", data: csv(1...600))
    try daemon.start(["--workers", "2"])
    var taken: Set<String> = []
    var twice: [String] = []
    func take() throws {
      for name in images(daemon) {
        if !taken.insert(name).inserted { twice.append(name) }
        try FileManager.default.removeItem(at: daemon.spool.appending(path: "out/\(name)"))
      }
    }
    var kills = 0
    while !daemon.isReported("card"), kills < 400 {
      // Longer and longer, so that a slow machine gets on as well.
      usleep(UInt32.random(in: 20_000...200_000) * UInt32(1 + kills / 40))
      try take()
      if kills.isMultiple(of: 2) {
        daemon.kill9()
        try take()
        try daemon.start(["--workers", "2"])
      } else if let worker = daemon.workers().randomElement() {
        kill(worker, SIGKILL)
      }
      kills += 1
    }
    let report = try report(daemon, "card")
    try take()
    #expect(report["rows"] == ["total": 600, "done": 600, "failed": 0, "skipped": 0])
    #expect(twice.isEmpty)
    #expect(taken.count == 600)
    #expect(try lines(daemon, "card").count == 600)
    try daemon.wait(for: "the daemon") { daemon.isUp }
    #expect(daemon.stop() == 0)
    for state in ["queue", "active", "ready", "batches", "failed", "corrupt"] {
      #expect(daemon.names(state).isEmpty, "\(state)")
    }
    print("\(kills) kills over 600 rows")
  }
}
