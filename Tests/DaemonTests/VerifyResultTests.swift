import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// `scrim verify` for images in `out/`, with the reports beside them.
@Suite(.serialized) struct VerifyResultTests {
  /// Decoys depend on the seed, which only the report has.
  private static func story(_ tint: String, hidden: String = "hidden words here") -> String {
    """
    {"scrim": 1, "canvas": {"width": 160, "height": 80, "background": "white"},
     "layers": [
       {"id": "body", "frame": {"width": 150}, "text": {"string": "One line\\n\(hidden)", "size": 12},
        "effects": [{"effect": "paywall-blur", "visibleLines": 1}]},
       {"id": "dot", "frame": {"x": 150, "y": 70, "width": 5, "height": 5}, "fill": "\(tint)"}],
     "output": [{"file": "story.png"}, {"file": "wide/story.jpg", "scale": 2}]}
    """
  }

  /// The output of `scrim verify --json` for an image in `out/`.
  private func verify(
    _ daemon: RunningDaemon, _ image: String, _ arguments: [String],
    programs: URL = CommandRun.programs
  ) throws -> JSON {
    let run = try CommandRun(
      ["verify", daemon.spool.appending(path: "out/\(image)").path, "--json"] + arguments,
      programs: programs)
    let json = try JSON(parsing: run.bytes)
    #expect(run.status == (json["result"] == "same-bytes" ? 0 : 1))
    return json
  }

  @Test func imagesOfTheDaemonAreVerifiedByTheirReports() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    let job = daemon.spool.appending(path: "test-story/story.json")
    try FileManager.default.createDirectory(
      at: job.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(Self.story("#00f").utf8).write(to: job)
    try daemon.drop("story.json", Self.story("#00f"))
    try daemon.wait(for: "a report") { daemon.isReported("story") }
    #expect(daemon.stop() == 0)
    let report = try daemon.report("story")
    #expect(report["concealing"] == ["/layers/0"])
    let digests = report["digests"]?.object ?? []
    #expect(digests.map(\.key).sorted() == ["/canvas", "/layers/1", "/output", "/scrim"])
    for name in ["story.png", "wide/story.jpg"] {
      let same = try verify(daemon, name, ["--job", job.path])
      #expect(same["result"] == "same-bytes" && same["output"] == .string(name), "\(same)")
      #expect(same["record"]?.string?.hasSuffix("out/story.result.json") == true)
    }
    // Other hidden words are not seen, as long as the documented facts are the same.
    try Data(Self.story("#0f0", hidden: "secret plans here").utf8).write(to: job)
    let other = try verify(daemon, "story.png", ["--job", job.path])
    #expect(other["result"] == "other-pixels")
    #expect(
      other["differences"] == [["kind": "layer", "name": "#dot", "change": "changed"]], "\(other)")
    let layers = other["layers"]?.array ?? []
    #expect(layers.contains("#dot"))
    #expect(!other.text().contains("secret") && !other.text().contains("hidden"))
  }

  private func differences(_ found: JSON) -> [String] {
    (found["differences"]?.array ?? []).map { difference in
      ["kind", "name", "change"].map { difference[$0]?.string ?? "" }.joined(separator: " ")
    }
  }

  private func addByte(_ file: URL) throws {
    try (Data(contentsOf: file) + [0]).write(to: file)
  }

  /// A bundle with a photo, and a font and programs that are changed for `scrim verify`.
  @Test func oneChangedByteIsNamed() throws {
    let files = FileManager.default
    let daemon = try RunningDaemon()
    let place = daemon.spool.appending(path: "test-files")
    let (bundle, fonts) = (
      place.appending(path: "story.scrim"), place.appending(path: "fonts")
    )
    let programs = place.appending(path: "programs")
    for folder in [bundle, fonts, programs] {
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let built = CommandRun.programs
    for name in try files.contentsOfDirectory(atPath: built.path)
    where name.hasSuffix(".so") || ["scrim", "scrim-worker"].contains(name) {
      try files.copyItem(
        at: built.appending(path: name), to: programs.appending(path: name))
    }
    // A copy of an installed font is the same file for the environment.
    let font = fonts.appending(path: "DejaVuSans.ttf")
    try files.copyItem(
      at: URL(filePath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"), to: font)
    try Data(
      #"{"scrim": 1, "canvas": {"width": 20, "height": 20}, "layers": [{"fill": "red"}]}"#.utf8
    ).write(to: place.appending(path: "photo.json"))
    let photo = bundle.appending(path: "photo.png")
    _ = try CommandRun(
      "render", place.appending(path: "photo.json").path, "-o", photo.path)
    let document = bundle.appending(path: "job.json")
    try Data(
      #"{"scrim": 1, "canvas": {"width": 40, "height": 20}, "layers": [{"image": {"source": "photo.png"}}]}"#
        .utf8
    ).write(to: document)
    try daemon.start(["--workers", "1"])
    let digest = try daemon.environment()
    let part = daemon.spool.appending(path: "drop/.story.part")
    try files.copyItem(at: bundle, to: part)
    try files.moveItem(at: part, to: daemon.spool.appending(path: "drop/story.scrim"))
    try daemon.wait(for: "a report") { daemon.isReported("story") }
    #expect(daemon.stop() == 0)

    func found() throws -> [String] {
      let json = try verify(
        daemon, "story.png", ["--job", bundle.path, "--fonts", fonts.path], programs: programs)
      #expect(json["result"] == "same-bytes", "\(json)")
      return differences(json)
    }
    var expected: [String] = []
    #expect(try found() == expected)
    for (file, name) in [
      (programs.appending(path: "scrim-worker"), "program scrim-worker changed"),
      (programs.appending(path: "libOutline.so"), "effect libOutline.so changed"),
      (font, "font DejaVuSans.ttf changed"),
      (photo, "input layers[0].image.source changed"),
    ] {
      try addByte(file)
      expected.append(name)
      #expect(try found() == expected)
    }
    // What is written counts, not the document's bytes.
    try Data(
      #"{"scrim": 1, "canvas": {"width": 40, "height": 20}, "layers": [{"image": {"source": "photo.png"}, "opacity": 1}]}"#
        .utf8
    ).write(to: document)
    #expect(try found() == expected + ["layer layers[0] changed"])
    // Without the list of its files the environment is named.
    let lists = daemon.spool.appending(path: "environments")
    let names = try files.contentsOfDirectory(atPath: lists.path)
    #expect(names.map { "sha256:\($0)" } == ["\(digest).json"])
    #expect(try daemon.report("story")["environment"] == .string(digest))
    try files.removeItem(at: lists)
    #expect(
      try found() == [
        "environment \(digest) changed", "input layers[0].image.source changed",
        "layer layers[0] changed",
      ])
  }

  /// Their columns would give the length of words before them in the same line.
  @Test func warningsOfReportsHaveNoPlacesIfWordsAreConcealed() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    for (name, effect, hasPlace) in [
      ("all", "", true), ("some", #"{"effect": "paywall-blur", "visibleLines": 1}"#, false),
    ] {
      try daemon.drop(
        "\(name).json",
        #"{"scrim": 1, "seed": 1, "canvas": {"width": 99, "height": 60}, "layers": [{"text": "#
          + #"{"string": "One\nand more words", "size": 12}, "effects": [\#(effect)]}], "#
          + #""styles": {"unused": {"opacity": 1}}}"#)
      try daemon.wait(for: "a report") { daemon.isReported(name) }
      let warning = try #require(try daemon.report(name)["warnings"]?.array?.first)
      #expect(warning["code"] == "unused-style" && warning["pointer"] == "/styles/unused")
      #expect((warning["line"] != nil) == hasPlace && (warning["column"] != nil) == hasPlace)
    }
    #expect(daemon.stop() == 0)
  }

  private static let card = #"""
    {"scrim": 1, "inputs": {"name": {"type": "string"}, "tint": {"type": "color"}},
     "canvas": {"width": 160, "height": 60}, "layers": [{"id": "all", "fill": {"$eval": "tint"}},
       {"text": {"string": "One\n${name} ${name} ${name}", "size": 12},
        "effects": [{"effect": "paywall-blur", "visibleLines": 1}]}],
     "output": {"file": "cards/${name}.png"}}
    """#

  @Test func aRowOfABatchIsFoundByItsImage() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "2"])
    let folder = daemon.spool.appending(path: "test-cards/cards.scrim")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let rows = (1...2000).map { "n\($0),#12\(1000 + $0)\n" }
    try Data(Self.card.utf8).write(to: folder.appending(path: "job.json"))
    try Data("name,tint\n\(rows.joined())".utf8).write(to: folder.appending(path: "data.csv"))
    // Renamed into drop/ as a whole.
    let part = daemon.spool.appending(path: "drop/.cards.part")
    try FileManager.default.copyItem(at: folder, to: part)
    try FileManager.default.moveItem(
      at: part, to: daemon.spool.appending(path: "drop/cards.scrim"))
    try daemon.wait(240, for: "a report") { daemon.isReported("cards") }
    #expect(daemon.stop() == 0)
    let data = folder.appending(path: "data.csv")
    let arguments = ["--job", folder.path, "--data", data.path]
    let same = try verify(daemon, "cards/n1734.png", arguments)
    #expect(same["result"] == "same-bytes" && same["differences"] == [], "\(same)")
    #expect(same["record"]?.string?.hasSuffix("out/cards.rows.jsonl") == true)
    var changed = rows
    changed[1733] = "n1734,#000000\n"
    try Data("name,tint\n\(changed.joined())".utf8).write(to: data)
    let other = try verify(daemon, "cards/n1734.png", arguments)
    #expect(other["result"] == "other-pixels")
    #expect(other["layers"]?.array?.first == "#all", "\(other)")
    let neighbour = try verify(daemon, "cards/n1733.png", arguments)
    #expect(neighbour["result"] == "same-bytes", "\(neighbour)")
    // Lines have the beginning of the environment's digest.
    let font = daemon.spool.appending(path: "test-cards/own.ttf")
    let list = try FileManager.default.subpathsOfDirectory(atPath: "/usr/share/fonts")
    try FileManager.default.copyItem(
      at: URL(filePath: "/usr/share/fonts/\(try #require(list.first { $0.hasSuffix(".ttf") }))"),
      to: font)
    let added = try verify(daemon, "cards/n1733.png", arguments + ["--fonts", font.path])
    #expect(differences(added) == ["font own.ttf added"])
  }
}
