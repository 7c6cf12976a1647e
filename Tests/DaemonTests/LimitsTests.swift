import Foundation
import ProgramTesting
import RenderTesting
import ScrimJSON
import Testing

/// Each limit that the configuration sets for a job: a job just within it is rendered, one just beyond it is refused
/// with the limit in the message.
@Suite(.serialized) struct LimitsTests {
  /// One limit: a job on either side of it, and the expected message for the larger.
  private struct Case {
    let name: String
    let within: Dropped
    let beyond: Dropped
    let told: String
  }

  /// A document and, if it is a bundle, its other files.
  private struct Dropped {
    let document: String
    var files: [String: Data]?
    /// Empty folders of the bundle.
    var folders = 0
  }

  private static let flat = ##"{"fill": "#f80"}"##

  private static func job(
    width: Int = 30, height: Int = 40, layers: [String] = [flat], more: String = ""
  ) -> String {
    #"{"scrim": 1, "canvas": {"width": \#(width), "height": \#(height)}, "#
      + #""layers": [\#(layers.joined(separator: ", "))]\#(more)}"#
  }

  private static func images(_ names: [String]) -> String {
    job(layers: names.map { #"{"image": {"source": "\#($0)"}}"# })
  }

  private static func outputs(_ count: Int, of name: String) -> String {
    let files = (0..<count).map { #"{"file": "\#(name)-\#($0).png"}"# }
    return job(more: #", "output": [\#(files.joined(separator: ", "))]"#)
  }

  private static func effects(_ count: Int) -> String {
    let effects = [String](repeating: #"{"effect": "drop-shadow", "sigma": 0}"#, count: count)
    let list = effects.joined(separator: ", ")
    return job(layers: [##"{"fill": "#f80", "effects": [\##(list)]}"##])
  }

  private static func folders(_ depth: Int, _ image: Data) -> Dropped {
    let path = (0..<depth).map { "\($0)/" }.joined() + "x.png"
    return Dropped(document: images([path]), files: [path: image])
  }

  /// Images of known sizes, rendered by Scrim itself, with their sizes in bytes.
  private static func imageFiles() throws -> (fits: Data, wide: Data, heavy: Data) {
    let daemon = try RunningDaemon()
    let slope = ##"{"fill": {"linear": {"angle": 60, "stops": [["#f00", 0], ["#00f", 1]]}}}"##
    try daemon.drop("fits.json", job())
    try daemon.drop("wide.json", job(width: 1201, height: 1))
    try daemon.drop("heavy.json", job(width: 24, height: 50, layers: [slope]))
    #expect(try daemon.drain() == 0)
    func read(_ name: String) throws -> Data {
      try Data(contentsOf: daemon.spool.appending(path: "out/\(name).png"))
    }
    return (try read("fits"), try read("wide"), try read("heavy"))
  }

  private static func cases(_ fits: Data, _ wide: Data, _ heavy: Data) -> [Case] {
    let names = (0..<4).map { "\($0).png" }
    func bundle(_ document: String, _ files: [String: Data]) -> Dropped {
      Dropped(document: document, files: files)
    }
    func many(_ count: Int) -> [String: Data] {
      Dictionary(uniqueKeysWithValues: names.prefix(count).map { ($0, fits) })
    }
    func padded(_ bytes: Int) -> Dropped {
      Dropped(document: job() + String(repeating: " ", count: bytes - job().utf8.count))
    }
    return [
      Case(
        name: "bytes", within: padded(4000), beyond: padded(4001),
        told: "the job has more than 4000 bytes."),
      Case(
        name: "layers", within: Dropped(document: job(layers: [flat, flat, flat, flat])),
        beyond: Dropped(document: job(layers: [flat, flat, flat, flat, flat])),
        told: "the job has more than 4 layers."),
      Case(
        name: "depth", within: Dropped(document: job(more: #", "//": [[[[[1]]]]]"#)),
        beyond: Dropped(document: job(more: #", "//": [[[[[[1]]]]]]"#)),
        told: "more than 6 levels of nested arrays and objects."),
      Case(
        name: "inputs", within: bundle(images(Array(names.prefix(3))), many(3)),
        beyond: Dropped(document: images(names)),
        told: "the job names 4 files; at most 3 are allowed."),
      Case(
        name: "files", within: bundle(job(), many(3)), beyond: bundle(job(), many(4)),
        told: "the bundle has more than 3 files."),
      Case(
        name: "input-bytes", within: bundle(images(["x.png"]), ["x.png": heavy]),
        beyond: bundle(images(["x.png"]), ["x.png": heavy + [0]]),
        told: #""x.png" has more than \#(heavy.count) bytes."#),
      Case(
        name: "input-pixels", within: bundle(images(["x.png"]), ["x.png": heavy]),
        beyond: bundle(images(["x.png"]), ["x.png": wide]),
        told: #""x.png": The image is 1201 × 1 = 1201 px; at most 1200 px are allowed."#),
      Case(
        name: "folders", within: folders(7, fits), beyond: folders(8, fits),
        told: "the bundle has folders nested more than 8 deep."),
      // The document is one of the names.
      Case(
        name: "names", within: Dropped(document: job(), files: [:], folders: 1023),
        beyond: Dropped(document: job(), files: [:], folders: 1024),
        told: "the bundle has more than 1024 names."),
      Case(
        name: "canvas", within: Dropped(document: job(width: 40, height: 60)),
        beyond: Dropped(document: job(width: 2401, height: 1)),
        told: "2401 × 1 pixels are 2401 in total; at most 2400 are allowed."),
      Case(
        name: "effects", within: Dropped(document: effects(64)),
        beyond: Dropped(document: effects(65)), told: "the layer has more than 64 effects."),
      Case(
        name: "outputs", within: Dropped(document: outputs(3, of: "few")),
        beyond: Dropped(document: outputs(4, of: "more")), told: "the job has more than 3 outputs."),
    ]
  }

  private func drop(_ dropped: Dropped, _ name: String, to daemon: RunningDaemon) throws {
    guard let files = dropped.files else {
      return try daemon.drop("\(name).json", dropped.document)
    }
    let part = daemon.spool.appending(path: "drop/.\(name).part")
    var all = files
    all["job.json"] = Data(dropped.document.utf8)
    for (path, content) in all {
      let file = part.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try content.write(to: file)
    }
    for number in 0..<dropped.folders {
      let folder = part.appending(path: "f\(number)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }
    try #require(rename(part.path, daemon.spool.appending(path: "drop/\(name).scrim").path) == 0)
  }

  @Test func eachEndsExactlyWhereItSays() throws {
    let (fits, wide, heavy) = try Self.imageFiles()
    try #require(max(fits.count, wide.count) < heavy.count)
    let cases = Self.cases(fits, wide, heavy)
    let daemon = try RunningDaemon()
    try daemon.configure(
      """
      [limits]
      job-bytes = 4000
      layers = 4
      depth = 6
      inputs = 3
      outputs = 3
      input-bytes = \(heavy.count)
      input-pixels = 1200
      canvas-pixels = 2400
      """)
    for limit in cases {
      try drop(limit.within, "\(limit.name)-within", to: daemon)
      try drop(limit.beyond, "\(limit.name)-beyond", to: daemon)
    }
    #expect(try daemon.drain() == 1)
    for limit in cases {
      let within = try daemon.report("\(limit.name)-within")
      #expect(within["status"] == "done", "\(limit.name): \(within.text())")
      let beyond = try daemon.report("\(limit.name)-beyond")
      let messages = (beyond["errors"]?.array ?? []).compactMap { $0["message"]?.string }
      #expect(messages.contains { $0.hasSuffix(limit.told) }, "\(limit.name): \(messages)")
    }
  }

  @Test func allOutputsOfAJobShareOneCeiling() throws {
    let image = try Self.imageFiles().fits.count
    let daemon = try RunningDaemon()
    try daemon.configure("[limits]\noutput-bytes = \(2 * image)")
    try daemon.drop("two.json", Self.outputs(2, of: "two"))
    try daemon.drop("three.json", Self.outputs(3, of: "three"))
    #expect(try daemon.drain() == 1)
    #expect(try daemon.report("two")["status"] == "done")
    let message = try daemon.report("three")["errors"]?.array?.first?["message"]
    #expect(
      message?.string
        == "the outputs up to three-2.png have \(3 * image) bytes; at most \(2 * image) are allowed."
    )
    #expect(!daemon.names("out").contains { $0.hasPrefix("three-") })
  }

  /// For an effect, with a margin on either side: the machine may be busy, and a worker needs some memory for itself.
  @Test func timeAndMemoryOfAnEffect() throws {
    let plugins = try OutsidePlugin.built.get().folder
    let daemon = try RunningDaemon()
    try daemon.configure(
      """
      [workers]
      plugins = ["\(plugins.path)"]
      [limits]
      seconds = 6
      memory-bytes = 536870912
      [test]
      back-off-ms = 10
      """)
    for (name, burden) in [
      ("seconds-within", #""seconds": 1"#), ("seconds-beyond", #""seconds": 8"#),
      ("memory-within", #""mebibytes": 384"#), ("memory-beyond", #""mebibytes": 512"#),
    ] {
      let layer = ##"{"fill": "#f80", "effects": [{"effect": "burden", \##(burden)}]}"##
      try daemon.drop("\(name).json", Self.job(layers: [layer]))
    }
    #expect(try daemon.drain() == 1)
    for name in ["seconds-within", "memory-within"] {
      let report = try daemon.report(name)
      #expect(report["status"] == "done", "\(report.text())")
      #expect(report["attempts"] == 1, "\(report.text())")
    }
    let place = #"in effect "burden" (libBurden.so) of layers[0]; given up after 2 attempts."#
    let late = try #require(daemon.report("seconds-beyond")["errors"]?.array?.first)
    #expect(late["code"] == "time-limit")
    #expect(late["message"] == .string("the worker took longer than 6 s \(place)"))
    let large = try #require(daemon.report("memory-beyond")["errors"]?.array?.first)
    #expect(large["code"] == "out-of-memory")
    #expect(large["message"] == .string("the worker needed more than 512 MiB of memory \(place)"))
  }

  /// A third of the memory, at four bytes per pixel.
  @Test func memoryOfACanvas() throws {
    let daemon = try RunningDaemon()
    try daemon.configure("[limits]\nmemory-bytes = \(256 << 20)")
    for (name, height) in [("within", 4600), ("beyond", 4800)] {
      let canvas = ##"{"width": 4800, "height": \##(height)}"##
      let job = ##"{"scrim": 1, "canvas": \##(canvas), "layers": [{"fill": "#f80"}]}"##
      try daemon.drop("\(name).json", job)
    }
    #expect(try daemon.drain() == 1)
    let within = try daemon.report("within")
    #expect(within["status"] == "done", "\(within.text())")
    #expect(within["attempts"] == 1)
    let beyond = try #require(daemon.report("beyond")["errors"]?.array?.first)
    #expect(
      beyond["message"]
        == "4800 × 4800 pixels are 23040000 in total; at most 22369621 are allowed.")
  }

  @Test func bytesOfAName() throws {
    let daemon = try RunningDaemon()
    let names = [200, 201].map { String(repeating: "n", count: $0) }
    for name in names { try daemon.drop("\(name).json", Self.job()) }
    #expect(try daemon.drain() == 1)
    #expect(try daemon.report(names[0])["status"] == "done")
    #expect(daemon.names("drop") == ["\(names[1]).json"])
    #expect(daemon.text("test.stderr").contains("at most 200 are allowed"))
  }

  /// The defaults that DESIGN documents apply without a configuration.
  @Test func theDefaultsAreThose() throws {
    let text = try CommandRun("--check", program: "scrimd").output
    for (key, value) in [
      ("job-bytes", 4 << 20), ("layers", 20_000), ("costly-layers", 256), ("depth", 64),
      ("inputs", 64), ("outputs", 64),
      ("input-bytes", 64 << 20), ("input-pixels", 50_000_000), ("canvas-pixels", 100_000_000),
      ("fonts", 16), ("font-bytes", 64 << 20),
      ("output-bytes", 256 << 20), ("seconds", 60), ("memory-bytes", 2 << 30),
      ("waiting-per-user", 10_000), ("waiting", 100_000), ("attempts", 5), ("jobs", 5_000),
    ] {
      #expect(text.contains("\"\(key)\": \(value)"), "\(key)")
    }
  }
}
