import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// Fonts that jobs bring along are seen by these jobs only.
@Suite(.serialized) struct JobFontTests {
  private static func file(_ pattern: String) throws -> URL {
    URL(
      filePath: try CommandRun("-f", "%{file}", pattern, program: "/usr/bin/fc-match").output)
  }

  private func drop(
    _ name: String, font: String, file: String? = nil, to daemon: RunningDaemon
  ) throws {
    let bundle = daemon.spool.appending(path: "drop/.\(name).part")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    let fonts = file == nil ? "" : #""fonts": [{"source": "a.ttf", "family": "Brand"}], "#
    try Data(
      (#"{"scrim": 1, "canvas": {"width": 300, "height": 60, "background": "white"}, \#(fonts)"#
        + #""layers": [{"text": {"string": "Hamburg 123", "size": 32, "wrap": "none", "font": "\#(font)"}}]}"#)
        .utf8
    ).write(to: bundle.appending(path: "job.json"))
    if let file {
      try FileManager.default.copyItem(
        at: Self.file(file), to: bundle.appending(path: "a.ttf"))
    }
    try FileManager.default.moveItem(
      at: bundle, to: daemon.spool.appending(path: "drop/\(name).scrim"))
  }

  /// Fonts that are installed while the daemon runs are found by the next jobs, without a restart.
  @Test(.enabled(if: geteuid() == 0, "Only root installs fonts."))
  func newInstalledFontsAreFound() throws {
    let daemon = try RunningDaemon()
    // The configuration of the tests names no other fonts.
    try daemon.start(
      ["--workers", "1"], environment: ["FONTCONFIG_FILE": "/etc/fonts/fonts.conf"])
    let name = "Scrimtest" + String(UUID().uuidString.filter(\.isLetter).prefix(2))
    try drop("before", font: name, to: daemon)
    try daemon.wait(for: "a report") { daemon.isReported("before") }
    #expect(try daemon.report("before")["status"] == "failed")
    // fontconfig compares whole seconds with the one in which the worker started.
    sleep(2)
    // The family's name in the font, in a name of the same length.
    func utf16(_ text: String) -> Data {
      Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    }
    var font = try Data(contentsOf: Self.file("DejaVu Sans:style=Book"))
    for family in [utf16, { Data($0.utf8) }] {
      while let place = font.range(of: family("DejaVu Sans")) {
        font.replaceSubrange(place, with: family(name))
      }
    }
    let folder = URL(filePath: "/usr/local/share/fonts/\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try font.write(to: folder.appending(path: "a.ttf"))
    sleep(3)
    try drop("after", font: name, to: daemon)
    try daemon.wait(for: "a report") { daemon.isReported("after") }
    #expect(try daemon.report("after")["status"] == "done")
    #expect(daemon.stop() == 0)
  }

  /// Cairo caches faces by path: with a path that comes again, the first job's outlines would be drawn.
  @Test func oneWorkerDrawsEachJobWithItsOwnFonts() throws {
    let daemon = try RunningDaemon()
    let families = ["DejaVu Serif", "DejaVu Sans Mono", "DejaVu Sans"]
    for (index, family) in families.enumerated() {
      try drop("installed-\(index)", font: family, to: daemon)
    }
    for round in 0..<7 {
      for (index, family) in families.enumerated() {
        try drop(
          "own-\(round)-\(index)", font: "Brand", file: "\(family):style=Book", to: daemon)
      }
      try drop("without-\(round)", font: "Brand", to: daemon)
    }
    #expect(try daemon.drain() == 1)
    func image(_ name: String) throws -> Data {
      try Data(contentsOf: daemon.spool.appending(path: "out/\(name).png"))
    }
    for round in 0..<7 {
      for index in families.indices {
        #expect(
          try image("own-\(round)-\(index)") == image("installed-\(index)"), "\(round) \(index)")
      }
      let diagnostic = try #require(try daemon.report("without-\(round)")["errors"]?.array?.first)
      #expect(diagnostic["code"] == "missing-font")
    }
    #expect(try image("installed-0") != image("installed-1"))
  }

  /// The font that rows have in common is opened once: a worker may open those of 16 jobs, and is then replaced.
  @Test func rowsWithOneFontReplaceNoWorker() throws {
    let daemon = try RunningDaemon()
    let bundle = daemon.spool.appending(path: "drop/.cards.part")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try Data(
      #"""
      {"scrim": 1, "inputs": {"n": {"type": "string"}}, "canvas": {"width": 90, "height": 30},
       "fonts": [{"source": "a.ttf", "family": "Brand"}],
       "layers": [{"text": {"string": "${n}", "font": "Brand", "size": 20}}], "output": {"file": "${n}.png"}}
      """#.utf8
    ).write(to: bundle.appending(path: "job.json"))
    try Data("n\n\((1...100).map(String.init).joined(separator: "\n"))\n".utf8)
      .write(to: bundle.appending(path: "data.csv"))
    try FileManager.default.copyItem(
      at: Self.file("DejaVu Serif:style=Book"), to: bundle.appending(path: "a.ttf"))
    try FileManager.default.moveItem(
      at: bundle, to: daemon.spool.appending(path: "drop/cards.scrim"))
    #expect(try daemon.drain() == 0)
    #expect(try daemon.report("cards")["rows"]?["done"] == 100)
    #expect(!daemon.text("test.stderr").contains("worker replaced"))
    // Each with a font of its own, they do.
    for index in 0..<17 {
      let style = index.isMultiple(of: 2) ? "Book" : "Bold"
      try drop("own-\(index)", font: "Brand", file: "DejaVu Serif:style=\(style)", to: daemon)
    }
    #expect(try daemon.drain() == 0)
    #expect(daemon.text("test.stderr").contains("worker replaced"))
  }

  @Test func theLimitsOfFonts() throws {
    let daemon = try RunningDaemon()
    try daemon.configure("[limits]\nfonts = 1\nfont-bytes = 1000\n")
    try drop("heavy", font: "Brand", file: "DejaVu Serif:style=Book", to: daemon)
    try daemon.drop(
      "many.json",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "fonts": ["a", "b"]}"#)
    try daemon.start(["--drain"])
    #expect(daemon.wait() == 1)
    func messages(_ name: String) throws -> [String] {
      (try daemon.report(name)["errors"]?.array ?? []).compactMap { $0["message"]?.string }
    }
    let heavy = try messages("heavy")
    #expect(heavy.count == 1 && heavy[0].hasSuffix("bytes; at most 1000 are allowed."))
    #expect(try messages("many").last == "the job has more than 1 fonts.")
  }
}
