import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// `scrim environment`, and jobs that require one.
@Suite struct EnvironmentTests {
  private static func digest(
    _ workshop: Workshop, _ options: [String] = [], programs: URL = CommandRun.programs
  ) throws -> String {
    let run = try CommandRun(
      ["environment"] + options, in: workshop.folder, programs: programs
    )
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let digest = run.output.trimmingCharacters(in: .newlines)
    #expect(digest.contains(/^sha256:[0-9a-f]{64}$/))
    return digest
  }

  private static func job(_ environment: String) -> String {
    #"{"scrim": 1, "environment": "\#(environment)", "canvas": {"width": 8, "height": 8}, "#
      + #""layers": [{"fill": "red"}]}"#
  }

  private static let other = "sha256:" + String(repeating: "0", count: 64)

  @Test func theDigestListsProgramsEffectsAndFonts() throws {
    let workshop = try Workshop()
    let digest = try Self.digest(workshop)
    #expect(try Self.digest(workshop) == digest)
    let run = try CommandRun("environment", "--json", in: workshop.folder)
    let json = try JSON(parsing: Array(run.output.utf8))
    #expect(json["environment"]?.string == digest)
    func names(_ kind: String) -> [String] {
      (json[kind]?.array ?? []).compactMap { $0["name"]?.string }
    }
    let programs = names("programs")
    for name in ["scrim-worker", "libScrimKit.so", "libcairo.so.2", "libm.so.6"] {
      #expect(programs.contains(name), "\(name)")
    }
    // What renders nothing is not in it.
    #expect(!programs.contains("scrim") && !programs.contains("scrimd"))
    #expect(names("effects").contains("libDropShadow.so"))
    #expect(names("fonts").contains("fonts.conf"))
    #expect(names("fonts").contains { $0.hasSuffix(".ttf") || $0.hasSuffix(".ttc") })
  }

  /// `Tests/run` names the fonts that the tests are written for; others that a machine has must not show.
  @Test func testsUseTheFontsThatTheirConfigurationNames() throws {
    let path = try #require(
      ProcessInfo.processInfo.environment["FONTCONFIG_FILE"], "start the tests by Tests/run")
    let configuration = try String(contentsOfFile: path, encoding: .utf8)
    let run = try CommandRun("environment", "--json")
    let json = try JSON(parsing: Array(run.output.utf8))
    let files = (json["fonts"]?.array ?? []).compactMap { $0["name"]?.string }
    let fonts = files.filter { !$0.hasSuffix(".conf") }
    #expect(fonts.count > 100)
    for font in fonts {
      #expect(configuration.contains("/\(font)</glob></acceptfont>"), "\(font)")
    }
  }

  @Test func aMachineWithoutFontsIsToldToInstallSome() throws {
    let workshop = try Workshop()
    try workshop.makeFolder("none")
    try workshop.write(
      """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>\(workshop.folder.path)/none</dir></fontconfig>
      """, "fonts.conf")
    try workshop.write(
      #"{"scrim": 1, "canvas": {"width": 80, "height": 40}, "layers": [{"text": {"string": "a"}}]}"#,
      "job.json")
    let run = try CommandRun(
      "render", "job.json", in: workshop.folder,
      environment: ["FONTCONFIG_FILE": workshop.folder.appending(path: "fonts.conf").path])
    #expect(run.status == 65)
    let message =
      "job.json: the image could not be rendered: no font can be opened. Install one, such as "
      + "Debian's fonts-noto-core: workers read /usr/share/fonts and /usr/local/share/fonts.\n"
    #expect(run.errors.hasSuffix(message), "\(run.errors)")
  }

  private static let libraries = ["libScrimKit.so", "libScrimJSON.so"]
  private static let effects = ["libDropShadow.so", "libOutline.so"]

  /// Copies programs, libraries and effects, each to its place.
  private static func install(_ place: (String) -> String, in workshop: Workshop) throws {
    for name in ["scrim", "scrim-worker"] + libraries + effects {
      let target = workshop.folder.appending(path: place(name))
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: CommandRun.programs.appending(path: name), to: target)
    }
  }

  /// Appends a byte, which the loader ignores.
  private static func change(_ name: String, in workshop: Workshop) throws {
    try workshop.write(Data(try workshop.bytes(name) + [0]), name)
  }

  @Test func thePrefixOfAnInstallationDoesNotCount() throws {
    let workshop = try Workshop()
    try Self.install({ "one/\($0)" }, in: workshop)
    try Self.install(
      { name in
        if name == "scrim" { return "two/bin/scrim" }
        return Self.effects.contains(name)
          ? "two/lib/scrim/plugins/\(name)" : "two/lib/scrim/\(name)"
      }, in: workshop)
    // The command itself looks for it beside itself.
    try FileManager.default.copyItem(
      at: CommandRun.programs.appending(path: "libScrimJSON.so"),
      to: workshop.folder.appending(path: "two/bin/libScrimJSON.so"))
    let (one, two) = (
      workshop.folder.appending(path: "one"), workshop.folder.appending(path: "two/bin")
    )
    let digest = try Self.digest(workshop, programs: one)
    #expect(try Self.digest(workshop, programs: two) == digest)
    // A changed command, worker, library, effect.
    try Self.change("two/bin/scrim", in: workshop)
    #expect(try Self.digest(workshop, programs: two) == digest)
    var digests: Set = [digest]
    for name in ["scrim-worker", "libScrimKit.so", "plugins/libOutline.so"] {
      try Self.change("two/lib/scrim/\(name)", in: workshop)
      #expect(try digests.insert(Self.digest(workshop, programs: two)).inserted, "\(name)")
    }
    // Both builds of a library count, whichever this processor uses.
    let variant = "two/lib/scrim/plugins/glibc-hwcaps/x86-64-v3"
    try workshop.makeFolder(variant)
    try workshop.write(
      Data(try workshop.bytes("one/libOutline.so")), "\(variant)/libOutline.so")
    #expect(try digests.insert(Self.digest(workshop, programs: two)).inserted)
  }

  @Test func fontsCountByTheirNamesAndBytes() throws {
    let workshop = try Workshop()
    let list = try FileManager.default.subpathsOfDirectory(atPath: "/usr/share/fonts")
    let fonts = list.filter { $0.hasSuffix(".ttf") }.sorted().prefix(2)
    for folder in ["here", "there"] { try workshop.makeFolder(folder) }
    // In another order, so with other times and places in the folder.
    for (folder, order) in [("here", Array(fonts)), ("there", fonts.reversed())] {
      for font in order {
        let bytes = try Data(contentsOf: URL(filePath: "/usr/share/fonts/\(font)"))
        try workshop.write(bytes, "\(folder)/own-\(URL(filePath: font).lastPathComponent)")
      }
    }
    let digest = try Self.digest(workshop, ["--fonts", "here"])
    #expect(try Self.digest(workshop) != digest)
    #expect(try Self.digest(workshop, ["--fonts", "there"]) == digest)
    let name = try #require(try workshop.names(in: "there").first)
    let bytes = try workshop.bytes("there/\(name)")
    try Self.change("there/\(name)", in: workshop)
    #expect(try Self.digest(workshop, ["--fonts", "there"]) != digest)
    try workshop.write(Data(bytes), "there/\(name)")
    #expect(try Self.digest(workshop, ["--fonts", "there"]) == digest)
    try FileManager.default.moveItem(
      at: workshop.folder.appending(path: "there/\(name)"),
      to: workshop.folder.appending(path: "there/renamed.ttf"))
    #expect(try Self.digest(workshop, ["--fonts", "there"]) != digest)
  }

  @Test func aJobIsRenderedInItsEnvironmentOnly() throws {
    let workshop = try Workshop()
    let digest = try Self.digest(workshop)
    try workshop.write(Self.job(digest), "right.json")
    for command in ["validate", "render"] {
      let right = try CommandRun(command, "right.json", in: workshop.folder)
      #expect(right.status == 0 && right.errors.isEmpty, "\(right.errors)")
    }
    try workshop.write(Self.job(Self.other), "other.json")
    for command in ["validate", "render"] {
      let refused = try CommandRun(command, "other.json", in: workshop.folder)
      #expect(refused.status == 65)
      #expect(
        refused.errors.contains(
          "other.json:1:29: environment: the job requires \(Self.other), this machine has \(digest); "
            + "\"scrim environment --json\" lists its files."), "\(refused.errors)")
    }
    #expect(workshop.exists("right.png") && !workshop.exists("other.png"))
    // With one more font it is another machine.
    let list = try FileManager.default.subpathsOfDirectory(atPath: "/usr/share/fonts")
    let font = try #require(list.first { $0.hasSuffix(".ttf") })
    try workshop.write(Data(contentsOf: URL(filePath: "/usr/share/fonts/\(font)")), "own.ttf")
    let fonts = try CommandRun("render", "right.json", "--fonts", "own.ttf", in: workshop.folder)
    #expect(
      fonts.status == 65 && fonts.errors.contains("the job requires \(digest), this machine has "))
  }

  @Test func rowsOfATemplateMayHaveEnvironments() throws {
    let workshop = try Workshop()
    let digest = try Self.digest(workshop)
    try workshop.write(
      #"{"scrim": 1, "inputs": {"where": {"type": "string", "examples": ["\#(digest)"]}}, "#
        + #""environment": "${where}", "canvas": {"width": 8, "height": 8}, "layers": [{"fill": "red"}]}"#,
      "card.json")
    try workshop.write("where\n\(digest)\n\(Self.other)\n", "rows.csv")
    let run = try CommandRun("render", "card.json", "--data", "rows.csv", in: workshop.folder)
    #expect(run.status == 65)
    #expect(
      run.errors.contains("the job requires \(Self.other), this machine has \(digest); "),
      "\(run.errors)")
    #expect(workshop.exists("card-1.png") && !workshop.exists("card-2.png"), "\(run.errors)")
  }

  @Test func anEscapedKeyIsNotIgnored() throws {
    let workshop = try Workshop()
    let digest = try Self.digest(workshop)
    try workshop.write(
      Self.job(digest).replacingOccurrences(of: "environment", with: #"environmen\u0074"#),
      "card.json")
    let run = try CommandRun("render", "card.json", in: workshop.folder)
    #expect(run.status == 65)
    #expect(
      run.errors.contains(
        "environment: the job requires \(digest), which cannot be compared: write the key without escapes, "
          + "and not by a template's expression."), "\(run.errors)")
  }

  @Test func anotherSpoolsDigestIsItsDaemons() throws {
    let workshop = try Workshop()
    let run = try CommandRun("environment", "--spool", "none", in: workshop.folder)
    #expect(run.status == 74)
    #expect(run.errors == "scrim: none cannot be read.\n")
    let both = try CommandRun("environment", "--spool", "none", "--json", in: workshop.folder)
    #expect(both.status == 64)
    #expect(both.errors.contains("--json cannot be combined with --spool."))
    let fonts = try CommandRun(
      "environment", "--spool", "none", "--fonts", ".", in: workshop.folder)
    #expect(fonts.errors.contains("--plugins and --fonts cannot be combined with --spool."))
  }
}
