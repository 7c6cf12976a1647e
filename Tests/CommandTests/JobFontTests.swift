import Foundation
import ProgramTesting
import Testing

/// Fonts that a job brings along, through the command and its sandboxed worker.
@Suite struct JobFontTests {
  /// The file of an installed font.
  static func file(_ pattern: String) throws -> URL {
    URL(
      filePath: try CommandRun("-f", "%{file}", pattern, program: "/usr/bin/fc-match").output)
  }

  private static func copy(_ pattern: String, to name: String, in workshop: Workshop) throws {
    try FileManager.default.copyItem(
      at: file(pattern), to: workshop.folder.appending(path: name))
  }

  private static func job(
    _ text: String, fonts: String? = nil, words: String = "Hamburg 123"
  ) -> String {
    #"{"scrim": 1, "canvas": {"width": 300, "height": 60, "background": "white"},"#
      + "\n" + (fonts.map { "\"fonts\": \($0),\n" } ?? "")
      + #""layers": [{"text": {"string": "\#(words)", "size": 32, "wrap": "none", \#(text)}}]}"#
  }

  /// The image of a job.
  private func image(_ job: String, in workshop: Workshop) throws -> [UInt8] {
    try workshop.write(job, "job.json")
    let run = try CommandRun("render", "job.json", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
    return try workshop.bytes("job.png")
  }

  private func errors(_ job: String, in workshop: Workshop) throws -> String {
    try workshop.write(job, "job.json")
    let run = try CommandRun("render", "job.json", in: workshop.folder)
    let validation = try CommandRun("validate", "job.json", in: workshop.folder)
    #expect(run.status == 65 && validation.status == 65)
    #expect(validation.errors == run.errors)
    return run.errors
  }

  @Test func aFontOfTheJobDrawsLikeAnInstalledOne() throws {
    let workshop = try Workshop()
    try Self.copy("DejaVu Serif:style=Book", to: "brand.ttf", in: workshop)
    let installed = try image(Self.job(#""font": "DejaVu Serif""#), in: workshop)
    let other = try image(Self.job(#""font": "DejaVu Sans""#), in: workshop)
    #expect(installed != other)
    let named = #"[{"source": "brand.ttf", "family": "Brand"}]"#
    #expect(try image(Self.job(#""font": "brand""#, fonts: named), in: workshop) == installed)
    // Without "family", the names in the file.
    #expect(
      try image(Self.job(#""font": "DejaVu Serif""#, fonts: #"["brand.ttf"]"#), in: workshop)
        == installed)
    // It takes precedence over an installed family, and over a generic one.
    for family in ["DejaVu Sans", "sans-serif"] {
      let fonts = #"[{"source": "brand.ttf", "family": "\#(family)"}]"#
      #expect(
        try image(Self.job(#""font": "\#(family)""#, fonts: fonts), in: workshop) == installed)
    }
    let markup =
      #"{"scrim": 1, "canvas": {"width": 300, "height": 60, "background": "white"},"#
      + #""fonts": \#(named), "layers": [{"text": {"size": 32, "wrap": "none", "font": "DejaVu Sans","#
      + #""markup": "<span face='Brand'>Hamburg 123</span>"}}]}"#
    #expect(try image(markup, in: workshop) == installed)
  }

  /// Texts in SVGs have the fonts of the job, by the names that the job gives them, and of no other job.
  @Test(arguments: [
    #""content": {"kind": "svg", "string": "SVG"}"#, #""image": {"source": "a.svg"}"#,
    #""content": {"kind": "svg", "source": "a.svg"}"#,
  ])
  func svgsHaveTheFontsOfTheJob(_ layer: String) throws {
    let workshop = try Workshop()
    try Self.copy("DejaVu Serif:style=Book", to: "brand.ttf", in: workshop)
    func job(_ family: String, fonts: String) throws -> String {
      let svg =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 300 60'><style>.a{font: 32px \(family)}</style>"
        + "<text class='a' y='40'>Hamburg 123</text></svg>"
      try workshop.write(svg, "a.svg")
      return #"{"scrim": 1, "canvas": {"width": 300, "height": 60, "background": "white"},"#
        + #""fonts": \#(fonts), "layers": [{\#(layer.replacing("SVG", with: svg))}]}"#
    }
    let installed = try image(job("DejaVu Serif", fonts: "[]"), in: workshop)
    let sans = try image(job("sans-serif", fonts: "[]"), in: workshop)
    let own = try image(job("DejaVu Sans", fonts: "[]"), in: workshop)
    #expect(installed != sans && installed != own)
    for family in ["Brand", "DejaVu Sans", "sans-serif"] {
      let fonts = #"[{"source": "brand.ttf", "family": "\#(family)"}]"#
      #expect(try image(job(family, fonts: fonts), in: workshop) == installed, "\(family)")
      // A family that is named in its place has the installed one.
      if family == "DejaVu Sans" {
        #expect(try image(job("sans-serif", fonts: fonts), in: workshop) == sans)
      }
    }
    let errors = try errors(job("Brand", fonts: "[]"), in: workshop)
    #expect(errors.contains(#"no font of "Brand" is installed, nor among the job's "fonts""#))
  }

  @Test func compressedFontsAndCollections() throws {
    let workshop = try Workshop()
    try Self.copy("DejaVu Serif:style=Book", to: "brand.ttf", in: workshop)
    let installed = try image(Self.job(#""font": "DejaVu Serif""#), in: workshop)
    _ = try CommandRun(
      workshop.folder.appending(path: "brand.ttf").path, program: "/usr/bin/woff2_compress")
    let fonts = #"[{"source": "brand.woff2", "family": "Brand"}]"#
    #expect(try image(Self.job(#""font": "Brand""#, fonts: fonts), in: workshop) == installed)

    let words = "今日は Hi"
    try Self.copy("Noto Sans CJK JP:style=Regular", to: "cjk.ttc", in: workshop)
    let japanese = try image(
      Self.job(#""font": "Noto Sans CJK JP""#, words: words), in: workshop)
    #expect(
      try image(
        Self.job(#""font": "Noto Sans CJK JP""#, fonts: #"["cjk.ttc"]"#, words: words),
        in: workshop) == japanese)
  }

  @Test func aWeightSelectsTheAxis() throws {
    let workshop = try Workshop()
    try Self.copy("Inter:variable=true", to: "inter.ttf", in: workshop)
    func image(_ text: String) throws -> [UInt8] {
      try self.image(
        Self.job(
          #""font": "Brand", \#(text)"#, fonts: #"[{"source": "inter.ttf", "family": "Brand"}]"#),
        in: workshop)
    }
    let regular = try image(#""weight": 400"#)
    let strong = try image(#""weight": 650"#)
    #expect(regular != strong)
    #expect(try image(#""weight": 640"#) != strong)
    #expect(try image(#""variations": {"wght": 650}"#) == strong)
    #expect(try image(#""weight": 350, "variations": {"wght": 650}"#) == strong)
    #expect(try image(#""variations": {}"#) == regular)
    for name in ["semi bold", "SemiBold", "Semi-bold"] {
      let found = try image(#""variations": "\#(name)""#)
      #expect(try found == image(#""variations": {"wght": 600}"#), "\(name)")
    }
  }

  @Test func wrongAxes() throws {
    let workshop = try Workshop()
    try Self.copy("Inter:variable=true", to: "inter.ttf", in: workshop)
    let fonts = #"[{"source": "inter.ttf", "family": "Brand"}]"#
    #expect(
      try errors(
        Self.job(#""font": "Brand", "variations": {"wght": 950, "opsz": 20}"#, fonts: fonts),
        in: workshop)
          == #"""
          job.json:3:106: layers[0].text.variations: "wght" 950 is outside 100…900, the range of "Brand".
          job.json:3:106: layers[0].text.variations: "Brand" has no axis "opsz"; its axes are "wght" (100…900).

          """#)
    let instance = try errors(
      Self.job(#""font": "Brand", "variations": "Heavy""#, fonts: fonts), in: workshop)
    let begin = #"layers[0].text.variations: "Brand" has no instance "Heavy"; its instances are "#
    #expect(instance.contains(begin) && instance.contains(#", "Extra"#), "\(instance)")
    #expect(
      try errors(
        Self.job(#""font": "DejaVu Serif", "variations": {"wght": 500}"#), in: workshop)
          == #"""
          job.json:2:113: layers[0].text.variations: "DejaVu Serif" is not a variable font.

          """#)
  }

  @Test func unusableFiles() throws {
    let workshop = try Workshop()
    let whole = try Data(contentsOf: Self.file("DejaVu Serif:style=Book"))
    try workshop.write(whole.prefix(100_000), "cut.ttf")
    try workshop.write("not a font", "words.ttf")
    try workshop.write(Data(), "empty.ttf")
    let fonts = #"["cut.ttf", "words.ttf", {"source": "empty.ttf"}, "gone.woff2"]"#
    #expect(
      try errors(Self.job(#""font": "Brand""#, fonts: fonts), in: workshop)
        == #"""
        job.json:2:11: fonts[0]: "cut.ttf": The font is truncated: its table "glyf" ends at byte 300364, the file at 100000.
        job.json:2:22: fonts[1]: "words.ttf": The file is not a TrueType, OpenType, WOFF or WOFF2 font.
        job.json:2:46: fonts[2].source: "empty.ttf": The file is not a TrueType, OpenType, WOFF or WOFF2 font.
        job.json:2:60: fonts[3]: "gone.woff2": no such file.

        """#)
  }

  @Test func submitTakesFontsAlong() throws {
    let workshop = try Workshop()
    try Self.copy("DejaVu Serif:style=Book", to: "brand.ttf", in: workshop)
    try workshop.write(Self.job(#""font": "x""#, fonts: #"["brand.ttf"]"#), "job.json")
    try workshop.makeFolder("spool/drop")
    let run = try CommandRun("submit", "--no-check", "job.json", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    let name = try #require(try workshop.names(in: "spool/drop").first)
    #expect(try workshop.names(in: "spool/drop/\(name)") == ["brand.ttf", "job.json"])
    try workshop.write(Self.job(#""font": "x""#, fonts: #"["gone.ttf"]"#), "job.json")
    let missing = try CommandRun("submit", "job.json", in: workshop.folder)
    #expect(missing.status == 66)
    #expect(missing.errors.contains(#"job.json:2:11: fonts[0]: "gone.ttf": no such file."#))
  }

  /// The user's own folder, and those of the command line.
  @Test func foldersOfFonts() throws {
    let workshop = try Workshop()
    try workshop.makeFolder("home")
    for folder in ["home/.fonts/sub", "more"] {
      try workshop.makeFolder(folder)
    }
    let serif = try Data(contentsOf: Self.file("DejaVu Serif:style=Book"))
    try workshop.write(Self.renamed(serif, "Corp1"), "home/.fonts/sub/a.ttf")
    try workshop.write(Self.renamed(serif, "Corp2"), "more/b.TTF")
    let installed = try image(Self.job(#""font": "DejaVu Serif""#), in: workshop)
    let home = ["HOME": workshop.folder.appending(path: "home").path, "XDG_DATA_HOME": ""]
    func run(_ arguments: String..., font: String, fonts: String? = nil) throws -> CommandRun {
      try workshop.write(Self.job(#""font": "\#(font)""#, fonts: fonts), "job.json")
      let command = try RunningCommand(
        arguments + ["job.json"], in: workshop.folder, environment: home)
      return command.finish()
    }
    #expect(try run("render", font: "DejaVu Corp1").errors == "")
    #expect(try workshop.bytes("job.png") == installed)
    #expect(try run("render", font: "DejaVu Corp2").status == 65)
    #expect(try run("render", "--fonts", "more", font: "DejaVu Corp2").errors == "")
    #expect(try workshop.bytes("job.png") == installed)
    #expect(try run("validate", "--fonts", "more/b.TTF", font: "DejaVu Corp2").status == 0)
    // With fonts of the job, too.
    let own = #"["more/b.TTF"]"#
    #expect(try run("render", font: "DejaVu Corp1", fonts: own).errors == "")
    let missing = try run("render", "--fonts", "gone", font: "DejaVu Serif")
    #expect(missing.status == 66)
    #expect(missing.errors == "scrim: gone: no such file or folder of fonts.\n")
  }

  /// The font with another word in its names, of as many letters.
  private static func renamed(_ font: Data, _ word: String) -> Data {
    var font = font
    let wide = Data("Serif".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    let new = Data(word.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    for (old, new) in [(wide, new), (Data("Serif".utf8), Data(word.utf8))] {
      var start = font.startIndex
      while let range = font.range(of: old, in: start..<font.endIndex) {
        font.replaceSubrange(range, with: new)
        start = range.upperBound
      }
    }
    return font
  }
}
