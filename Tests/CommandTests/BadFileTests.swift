import Foundation
import ProgramTesting
import RenderTesting
import ScrimCodecs
import ScrimKit
import Testing

/// Files that are not jobs or images: one clear error each, from every command.
@Suite struct BadFileTests {
  /// The input of a command, and the expected message.
  struct Case: Sendable, CustomStringConvertible {
    let description: String
    let status: Int32
    let errors: String
    /// The expected message of `submit` instead; empty if only the daemon finds the error.
    var whenSubmitted: String?
    let prepare: @Sendable (Workshop) throws -> Void
  }

  private static func job(
    _ description: String, _ status: Int32, _ errors: String,
    _ prepare: @escaping @Sendable (Workshop) throws -> Void
  ) -> Case {
    Case(description: description, status: status, errors: errors + "\n", prepare: prepare)
  }

  static let jobs: [Case] = [
    job("nothing", 65, "job.json:1:1: the document is empty.") { try $0.write("", "job.json") },
    job("spaces", 65, "job.json:2:3: the document is empty.") {
      try $0.write(" \n\t ", "job.json")
    },
    job("bytes of no meaning", 65, "job.json:1:1: expected a value, found U+0001.") {
      try $0.write(Data(1...255), "job.json")
    },
    job(
      "nested 10,000 deep", 65,
      "job.json:1:65: \(String(repeating: "[0]", count: 64)): "
        + "more than 64 levels of nested arrays and objects."
    ) { try $0.write(String(repeating: "[", count: 10_000), "job.json") },
    job("5 MB", 65, "scrim: job.json exceeds the limit of 4194304 bytes for a job.") {
      try $0.write(String(repeating: " ", count: 5_000_000), "job.json")
    },
    job(
      "cut short", 65,
      "job.json:1:14: expected a key in double quotes, found the end of the document."
    ) { try $0.write("{\"scrim\": 1, ", "job.json") },
    job(
      "a folder", 66,
      "scrim: job.json/job.json: no such file; a bundle needs a job.json."
    ) { try $0.makeFolder("job.json") },
    job(
      "a folder with a folder", 66,
      "scrim: job.json/job.json is not a job: it is a folder, not a file."
    ) { try $0.makeFolder("job.json/job.json") },
    job("a pipe", 66, "scrim: job.json is not a job: it is a pipe, not a file.") {
      try $0.makePipe("job.json")
    },
    job(
      "a bundle with a pipe", 66, "scrim: job.json/job.json is not a job: it is a pipe, not a file."
    ) {
      try $0.makeFolder("job.json")
      try $0.makePipe("job.json/job.json")
    },
    job("a link to a device", 66, "scrim: job.json is not a job: it is a device, not a file.") {
      try $0.link("job.json", to: "/dev/zero")
    },
    job("a link to nothing", 66, "scrim: job.json: no such file.") {
      try $0.link("job.json", to: "nowhere")
    },
    job(
      "a link to itself", 74,
      "scrim: job.json cannot be read: Too many levels of symbolic links."
    ) { try $0.link("job.json", to: "job.json") },
  ]

  private static func image(
    _ description: String, _ status: Int32, _ errors: String, isSeenBySubmit: Bool = true,
    name: String = "a.png", _ prepare: @escaping @Sendable (Workshop) throws -> Void = { _ in }
  ) -> Case {
    Case(
      description: description, status: status,
      errors: "job.json:4:38: layers[0].image.source: \(errors)\n",
      whenSubmitted: isSeenBySubmit ? nil : ""
    ) {
      try $0.write(Example.image(name), "job.json")
      try prepare($0)
    }
  }

  static let images: [Case] = [
    image("a folder", 66, #""a.png" is a folder, not a file."#) { try $0.makeFolder("a.png") },
    image(
      "a step upwards", 65, #""../a.png" points outside its folder: ".." is not allowed."#,
      name: "../a.png"),
    Case(
      description: "assets above", status: 65,
      errors: "job.json:1:24: assets: \"..\" points outside its folder: \"..\" is not allowed.\n"
    ) {
      try $0.write(
        #"{"scrim": 1, "assets": "..", "canvas": {"width": 8, "height": 8}, "#
          + #""layers": [{"image": {"source": "a.png"}}]}"#, "job.json")
    },
    image("a pipe", 66, #""a.png" is a pipe, not a file."#) { try $0.makePipe("a.png") },
    image(
      "a device", 66, #""/dev/null" is a device, not a file."#, isSeenBySubmit: false,
      name: "/dev/null"),
    image("a link to nothing", 66, #""a.png": no such file."#) {
      try $0.link("a.png", to: "nowhere")
    },
    image(
      "a link out", 66, #""a.png" leads out of its folder through ".." or a symbolic link."#
    ) { try $0.link("a.png", to: "/etc/hostname") },
    image("one that is empty", 65, #""a.png": The file is empty."#, isSeenBySubmit: false) {
      try $0.write("", "a.png")
    },
    image(
      "none", 65, #""a.png": Not a PNG, JPEG, WebP or SVG file."#, isSeenBySubmit: false
    ) { try $0.write("a picture", "a.png") },
    image("a PNG cut short", 65, #""a.png": The PNG file is truncated."#, isSeenBySubmit: false) {
      try $0.write(Data(PNGEncoding.encode(Pixels(width: 8, height: 8)).dropLast(20)), "a.png")
    },
    image("a JPEG cut short", 65, #""a.png": The JPEG file is truncated."#, isSeenBySubmit: false) {
      try $0.write(Data(JPEGEncoding.encode(Pixels(width: 8, height: 8)).dropLast(9)), "a.png")
    },
    image("a WebP cut short", 65, #""a.png": The WebP file is truncated."#, isSeenBySubmit: false) {
      try $0.write(Data("RIFF\u{40}\0\0\0WEBPVP8L".utf8), "a.png")
    },
    image(
      "a PNG that says it is enormous", 65,
      #""a.png": The image is 30000 × 30000 = 900000000 px; at most 50000000 px are allowed."#,
      isSeenBySubmit: false
    ) {
      var file = try PNGEncoding.encode(Pixels(width: 8, height: 8))
      file.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
      file.replaceSubrange(29..<33, with: [0x66, 0x27, 0xF8, 0xBA])  // its checksum
      try $0.write(Data(file), "a.png")
    },
    image(
      "one byte too many", 66, #""a.png" has 67108865 bytes, more than the limit of 67108864."#
    ) {
      let file = try FileHandle(forWritingTo: $0.write("", "a.png"))
      try file.truncate(atOffset: 67_108_865)
    },
    image(
      "a control character", 66, #""a\u{9b}2J.png": no such file."#, name: #"a\u009b2J.png"#),
  ]

  @Test(arguments: jobs + images) func isOneClearError(_ bad: Case) throws {
    let workshop = try Workshop()
    try workshop.makeFolder("spool/drop")
    try bad.prepare(workshop)
    for command in ["validate", "render"] {
      let run = try CommandRun(command, "job.json", in: workshop.folder)
      #expect(run.errors == bad.errors)
      #expect(run.status == bad.status)
      #expect(run.output == "")
    }
    let run = try CommandRun("submit", "--no-check", "job.json", in: workshop.folder)
    if bad.whenSubmitted == nil {
      #expect(run.errors == bad.errors)
      #expect(run.status == bad.status)
      #expect(try workshop.names(in: "spool/drop").isEmpty)
    } else {
      #expect(run.errors == "")
      #expect(run.status == 0)
    }
  }

  static let names: [(name: String, violation: String)] = [
    (
      "a\nb.json",
      #"a\nb.json cannot be submitted: its name contains the control character U+000A."#
    ),
    (
      "a\u{1B}[2J.json",
      #"a\u{1b}[2J.json cannot be submitted: its name contains the control character U+001B."#
    ),
    (
      ".a.json",
      ".a.json cannot be submitted: its name begins with a dot, like those of hidden files."
    ),
    (
      String(repeating: "x", count: 201) + ".json",
      String(repeating: "x", count: 201) + ".json cannot be submitted: "
        + "its name has 201 bytes before the extension; at most 200 are allowed."
    ),
  ]

  /// The daemon does not take such names: with --wait, `submit` would wait forever.
  @Test(arguments: names) func aNameThatNoSpoolTakes(name: String, violation: String) throws {
    let workshop = try Workshop()
    try workshop.makeFolder("spool/drop")
    try workshop.write(Example.square, name)
    let run = try CommandRun("submit", "--wait", name, in: workshop.folder)
    #expect(run.errors == "scrim: \(violation)\n")
    #expect(run.status == 65)
    #expect(try workshop.names(in: "spool/drop").isEmpty)
    let here = try CommandRun("render", name, in: workshop.folder)
    #expect(here.status == 0)
    #expect(here.output == name.dropLast(5) + ".png\n")
  }

  @Test func anImageOfTheLongestName() throws {
    let workshop = try Workshop()
    let name = String(repeating: "x", count: 251)
    try workshop.write(Example.square, "job.json")
    let run = try CommandRun("render", "job.json", "-o", "\(name).png", in: workshop.folder)
    #expect(run.errors == "")
    #expect(workshop.exists("\(name).png"))
  }

  @Test func aNameThatIsNotUTF8() throws {
    let workshop = try Workshop()
    let run = try CommandRun("render", "caf\u{FFFD}.json", in: workshop.folder)
    #expect(run.status == 66)
    #expect(
      run.errors == "scrim: caf\u{FFFD}.json: no such file (job names must be UTF-8).\n")
  }

  @Test func anErrorInAJobWhoseNameWouldMoveTheCursor() throws {
    let workshop = try Workshop()
    try workshop.write("{", "a\u{1B}[2J\u{202E}.json")
    let run = try CommandRun("validate", "a\u{1B}[2J\u{202E}.json", in: workshop.folder)
    #expect(
      run.errors == #"a\u{1b}[2J\u{202e}.json:1:2: expected a key in double quotes, "#
        + "found the end of the document.\n")
  }
}
