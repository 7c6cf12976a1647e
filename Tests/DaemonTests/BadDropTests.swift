import Foundation
import ScrimJSON
import Testing

/// One daemon is given every kind of invalid job and image. Each gets its report, nothing is lost, and the next valid
/// job is rendered.
@Suite(.serialized) struct BadDropTests {
  /// A dropped entry, and the expected text of its report.
  struct Case: Sendable {
    let name: String
    let told: String
    let prepare: @Sendable (URL) throws -> Void
  }

  private struct CannotMake: Error {}

  private static func document(_ name: String, _ told: String, _ text: String) -> Case {
    Case(name: "\(name).json", told: told) { try Data(text.utf8).write(to: $0) }
  }

  /// A bundle of one image, `x.png`, which `prepare` creates in the folder.
  private static func bundle(
    _ name: String, _ told: String, job: String? = image("x.png"),
    _ prepare: @escaping @Sendable (URL) throws -> Void
  ) -> Case {
    Case(name: "\(name).scrim", told: told) { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      if let job { try Data(job.utf8).write(to: folder.appending(path: "job.json")) }
      try prepare(folder)
    }
  }

  private static func image(_ source: String, assets: String? = nil) -> String {
    let head = assets.map { #""assets": "\#($0)", "# } ?? ""
    return #"{"scrim": 1, \#(head)"canvas": {"width": 9, "height": 9}, "#
      + #""layers": [{"image": {"source": "\#(source)"}}]}"#
  }

  private static func pipe(_ place: URL) throws {
    guard mkfifo(place.path, 0o644) == 0 else { throw CannotMake() }
  }

  private static func socket(_ place: URL) throws {
    // A socket's path is limited to 107 bytes: it is created relative to the folder.
    let folder = open(place.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY)
    let line = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer {
      close(folder)
      close(line)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = "/proc/self/fd/\(folder)/\(place.lastPathComponent)"
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let made = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(line, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard made == 0 else { throw CannotMake() }
  }

  private static func link(_ place: URL, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: place.path, withDestinationPath: target)
  }

  private static let documents: [Case] = [
    document("empty", "the document is empty.", ""),
    document("spaces", "the document is empty.", " \n\t "),
    document("binary", "expected a value, found U+0001.", "\u{1}\u{2}\u{3}"),
    document(
      "deep", "more than 64 levels of nested arrays and objects.",
      String(repeating: "[", count: 10_000)),
    document(
      "cut", "expected a key in double quotes, found the end of the document.", "{\"scrim\": 1, "),
    document(
      "large", "the job has more than 4194304 bytes.", String(repeating: " ", count: 5_000_000)),
    Case(name: "utf16.json", told: "the document is in UTF-16; save it as UTF-8.") {
      try Data([0xFF, 0xFE, 0x7B, 0, 0x7D, 0]).write(to: $0)
    },
    Case(name: "folder.json", told: "the job is a folder, not a file.") {
      try FileManager.default.createDirectory(at: $0, withIntermediateDirectories: true)
    },
    Case(name: "pipe.json", told: "the job is a pipe, not a file.", prepare: pipe),
    Case(name: "socket.json", told: "the job is a socket, not a file.", prepare: socket),
    Case(name: "dangling.json", told: "the job is a symbolic link, not a file.") {
      try link($0, to: "nowhere")
    },
    Case(name: "foreign.json", told: "the job is a symbolic link, not a file.") {
      try link($0, to: "/etc/passwd")
    },
    Case(name: "file.scrim", told: "a .scrim bundle must be a folder.") {
      try Data(Jobs.small.utf8).write(to: $0)
    },
    document(
      "far",
      #""/etc/shadow" is not below an asset root: use a path relative to the job's assets, or one below asset-roots in the configuration."#,
      image("/etc/shadow")),
    document(
      "self",
      #""/proc/self/environ" is not below an asset root: use a path relative to the job's assets, or one below asset-roots in the configuration."#,
      image("/proc/self/environ")),
    document(
      "gone",
      #""gone.png": no such file. Scrim looked in ASSETS; "scrim submit" sends the files that a job names along."#,
      image("gone.png")),
    document(
      "nowhere", #"the assets folder "none": no such folder."#, image("x.png", assets: "none")),
    document(
      "nofolder", #"the assets folder "sub/y.png": no such folder."#,
      image("x.png", assets: "sub/y.png")),
    document(
      "linked", #""out.png" leads out of its folder through ".." or a symbolic link."#,
      image("out.png")),
  ]

  private static let bundles: [Case] = [
    bundle("nojob", "the bundle has no job.json.", job: nil) { _ in },
    bundle("jobpipe", #""job.json" is a pipe, not a file."#, job: nil) {
      try pipe($0.appending(path: "job.json"))
    },
    bundle("joblink", #""job.json" is a symbolic link, not a file."#, job: nil) {
      try link($0.appending(path: "job.json"), to: "/etc/passwd")
    },
    bundle("jobfolder", #""job.json" is a folder, not a file."#, job: nil) {
      try FileManager.default.createDirectory(
        at: $0.appending(path: "job.json"), withIntermediateDirectories: true)
    },
    bundle("picturefolder", #""x.png" is a folder, not a file."#) {
      try FileManager.default.createDirectory(
        at: $0.appending(path: "x.png"), withIntermediateDirectories: true)
    },
    bundle("picturepipe", #""x.png" is a pipe, not a file."#) {
      try pipe($0.appending(path: "x.png"))
    },
    bundle("picturesocket", #""x.png" is a socket, not a file."#) {
      try socket($0.appending(path: "x.png"))
    },
    bundle("nolink", #""x.png" is a symbolic link, not a file."#) {
      try link($0.appending(path: "x.png"), to: "nowhere")
    },
    bundle("out", #""in/x.png" is a symbolic link, not a file."#) {
      try FileManager.default.createDirectory(
        at: $0.appending(path: "in"), withIntermediateDirectories: true)
      try link($0.appending(path: "in/x.png"), to: "/etc/passwd")
    },
    bundle("hard", #""x.png" has more than one hard link: copy it."#) {
      try Data("picture".utf8).write(to: $0.appending(path: "x.png"))
      guard Glibc.link("\($0.path)/x.png", "\($0.path)/y.png") == 0 else { throw CannotMake() }
    },
    bundle("nothing", #""x.png": The file is empty."#) {
      try Data().write(to: $0.appending(path: "x.png"))
    },
    bundle("cutpng", #""x.png": The PNG file ends in its header."#) {
      try enormous(upTo: 30).write(to: $0.appending(path: "x.png"))
    },
    bundle("cutjpeg", #""x.png": The JPEG file ends in its header."#) {
      try Data([0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8]).write(to: $0.appending(path: "x.png"))
    },
    bundle("cutwebp", #""x.png": The WebP file is truncated."#) {
      try Data("RIFF\u{40}\0\0\0WEBPVP8L".utf8).write(to: $0.appending(path: "x.png"))
    },
    bundle(
      "enormous",
      #""x.png": The image is 30000 × 30000 = 900000000 px; at most 50000000 px are allowed."#
    ) { try enormous().write(to: $0.appending(path: "x.png")) },
    bundle("heavy", #""x.png" has more than 67108864 bytes."#) {
      let file = $0.appending(path: "x.png")
      try Data().write(to: file)
      try FileHandle(forWritingTo: file).truncate(atOffset: 67_108_865)
    },
    bundle("many", "the bundle has more than 64 files.") { folder in
      for number in 0...64 { try Data().write(to: folder.appending(path: "\(number).png")) }
    },
  ]

  /// The beginning of a PNG of 30,000 × 30,000 pixels.
  private static func enormous(upTo count: Int = .max) -> Data {
    let header: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0, 0xE9, 0x45, 0x6F, 0xED]
      + [0, 0, 0, 0] + Array("IDAT".utf8)
    return Data(header.prefix(count))
  }

  @Test func eachGetsItsReportAndTheNextGoodJobIsDrawn() throws {
    let cases = Self.documents + Self.bundles
    let daemon = try RunningDaemon()
    let workshop = daemon.spool.appending(path: "workshop")
    for folder in ["workshop", "allowed", "assets/sub"] {
      try FileManager.default.createDirectory(
        at: daemon.spool.appending(path: folder), withIntermediateDirectories: true)
    }
    try Data("picture".utf8).write(to: daemon.spool.appending(path: "assets/sub/y.png"))
    try Self.link(daemon.spool.appending(path: "assets/out.png"), to: "/etc/passwd")
    try daemon.configure(
      "[spool]\nasset-roots = [\"\(daemon.spool.path)/allowed\"]\n[test]\nsettle-blind-ms = 500\n"
    )
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the daemon") { daemon.isUp }
    for bad in cases {
      let place = workshop.appending(path: bad.name)
      try bad.prepare(place)
      try #require(rename(place.path, daemon.spool.appending(path: "drop/\(bad.name)").path) == 0)
    }
    try daemon.drop("good.json", Jobs.small)
    let reports = cases.map(\.name).map(Self.report) + ["good.result.json"]
    try daemon.wait(60, for: "all reports") {
      Set(daemon.names("out")).isSuperset(of: reports)
    }
    for bad in cases {
      let report = try JSON(
        parsing: Array(
          Data(contentsOf: daemon.spool.appending(path: "out/\(Self.report(bad.name))"))))
      #expect(report["status"] == "failed")
      let told = bad.told.replacing("ASSETS", with: daemon.spool.appending(path: "assets").path)
      #expect(report["errors"]?.array?.compactMap { $0["message"]?.string } == [told])
    }
    #expect(try daemon.report("good")["status"] == "done")
    try daemon.wait(for: "the last job's state") {
      daemon.names("done").count == 1 && daemon.names("failed").count == cases.count
    }
    for state in ["drop", "ingest", "queue", "active", "ready", "corrupt", "hold"] {
      #expect(daemon.names(state).isEmpty, "\(state) is not empty")
    }
    #expect(!daemon.text("test.stderr").contains("paused"))
    // The daemon read 5 MB of job and copied 64 MB of image, but keeps none of it.
    #expect(try daemon.peakMemoryUse() < 120_000_000)
    #expect(daemon.stop() == 0)
  }

  private static func report(_ name: String) -> String {
    name.prefix { $0 != "." } + ".failed.json"
  }
}

extension RunningDaemon {
  /// Peak memory of the daemon in bytes.
  fileprivate func peakMemoryUse() throws -> Int {
    let status = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(separator: " ").dropLast().last.flatMap { Int($0) }) * 1024
  }

  /// The submitter finds the reason, and the job is taken once it can be read.
  @Test(.enabled(if: geteuid() == 0, "Only root becomes another user."))
  func anUnreadableEntryIsReportedUntilItCanBeTaken() throws {
    let daemon = try RunningDaemon(user: 4242)
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the daemon") { daemon.isUp }
    let token = "abcdefghijklmnop"
    let bundle = daemon.spool.appending(path: "drop/.card.part")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: false)
    try Data(Jobs.small.utf8).write(to: bundle.appending(path: "job.json"))
    #expect(chmod(bundle.path, 0o755) == 0)
    let entry = daemon.spool.appending(path: "drop/card@\(token).scrim")
    #expect(rename(bundle.path, entry.path) == 0)
    let file = daemon.spool.appending(path: "drop/.plain.part")
    try Data(Jobs.small.utf8).write(to: file)
    #expect(chmod(file.path, 0o600) == 0)
    let plain = daemon.spool.appending(path: "drop/plain.json")
    #expect(rename(file.path, plain.path) == 0)
    func code(_ file: String) -> String? {
      (try? JSON(parsing: Array(daemon.text(file).utf8)))?["errors"]?.array?.first?["code"]?.string
    }
    try daemon.wait(for: "both reports") {
      code("reports/\(token).json") == "unreadable-drop"
        && code("out/plain.failed.json") == "unreadable-drop"
    }
    let text = daemon.text("reports/\(token).json")
    #expect(text.contains("cannot write to "), "\(text)")
    #expect(text.contains("chmod -R g+rwX"), "\(text)")
    #expect(FileManager.default.fileExists(atPath: entry.path))
    #expect(chmod(entry.path, 0o777) == 0 && chmod(plain.path, 0o644) == 0)
    try daemon.wait(for: "the images") {
      daemon.text("reports/\(token).json").contains(#""status": "done""#)
        && daemon.names("out").contains("plain.png")
    }
    #expect(!daemon.names("out").contains("plain.failed.json"))
  }
}
