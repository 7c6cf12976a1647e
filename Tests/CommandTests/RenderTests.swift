import Foundation
import ProgramTesting
import ScrimCodecs
import ScrimKit
import Testing

@Suite struct RenderTests {
  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  @Test func writesTheImageNamedForTheJobAndPrintsItsPath() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "jobs/square.json")
    let run = try CommandRun("render", "jobs/square.json", in: workshop.folder)
    #expect(run.status == 0)
    #expect(run.output == "square.png\n")
    #expect(run.errors == "")
    #expect(try workshop.bytes("square.png").starts(with: Self.pngSignature))
    #expect(try workshop.names(in: ".") == ["jobs", "square.png"])
  }

  @Test func writesWhereItIsTold() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "square.json")
    let file = try CommandRun("render", "square.json", "-o", "new/red.png", in: workshop.folder)
    #expect(file.status == 0)
    #expect(file.output == "new/red.png\n")
    let folder = try CommandRun("render", "square.json", "-o", "other/", in: workshop.folder)
    #expect(folder.output == "other/square.png\n")
    #expect(try workshop.bytes("new/red.png") == workshop.bytes("other/square.png"))
  }

  @Test func findsImagesBesideTheJobWhereverItRuns() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "square.json")
    #expect(try CommandRun("render", "square.json", "-o", "a/", in: workshop.folder).status == 0)
    try workshop.write(Example.image("square.png"), "a/frame.json")
    let run = try CommandRun("render", "a/frame.json", in: workshop.folder)
    #expect(run.status == 0)
    #expect(run.output == "frame.png\n")
  }

  @Test func writesTheImageOfEachLayer() throws {
    let workshop = try Workshop()
    try workshop.write(Example.stack, "stack.json")
    let run = try CommandRun("render", "stack.json", "--layers", "new/parts", in: workshop.folder)
    #expect(run.status == 0)
    #expect(run.output == "stack.png\n")
    // The first is hidden by the second; the fourth is a pass-through group.
    #expect(try workshop.names(in: "new/parts") == ["1-sky.png", "2.png", "4-dot.png"])
    func pixels(_ name: String) throws -> Pixels {
      try workshop.bytes(name).withUnsafeBytes {
        try ImageDecoding.decode($0, limits: .standard)
      }
    }
    func color(_ pixels: Pixels, _ x: Int, _ y: Int) -> [UInt8] {
      pixels.withBytes { Array($0[(y * pixels.bytesPerRow + x * 4)...].prefix(4)) }
    }
    let sky = try pixels("new/parts/1-sky.png")
    #expect(sky.width == 8 && sky.height == 8)
    #expect(color(sky, 0, 0) == [255, 0, 0, 255] && color(sky, 7, 7) == [255, 0, 0, 255])
    let half = try pixels("new/parts/2.png")
    #expect(color(half, 0, 0) == [0, 0, 128, 128] && color(half, 7, 0) == [0, 0, 0, 0])
    let dot = try pixels("new/parts/4-dot.png")
    #expect(color(dot, 0, 0) == [0, 0, 0, 0] && color(dot, 4, 4) == [0, 255, 0, 255])
    // The output is the usual one.
    let whole = try pixels("stack.png")
    #expect(color(whole, 0, 0) == [127, 0, 128, 255] && color(whole, 4, 4) == [0, 255, 0, 255])
  }

  @Test func writesWhenEachStepRan() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "square.json")
    let run = try CommandRun(
      "render", "square.json", "--trace", "new/trace.json", in: workshop.folder)
    #expect(run.status == 0)
    #expect(run.output == "square.png\n")
    let bytes = try workshop.bytes("new/trace.json")
    let trace = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let events = try #require(trace["traceEvents"] as? [[String: Any]])
    func span(_ name: String) throws -> (start: Double, end: Double) {
      let event = try #require(events.first { $0["name"] as? String == name })
      #expect(event["ph"] as? String == "X")
      let start = try #require(event["ts"] as? Double)
      return (start, start + (try #require(event["dur"] as? Double)))
    }
    let stages = try ["decode", "layout", "compose", "encode"].map(span)
    for (one, next) in zip(stages, stages.dropFirst()) { #expect(one.end <= next.start + 1) }
    let layer = try span("layers[0]")
    #expect(layer.start >= stages[2].start - 1 && layer.end <= stages[2].end + 1)
  }

  /// A text is shaped once for each size and width that the layout asks about.
  @Test func theTraceCountsShapings() throws {
    let workshop = try Workshop()
    try workshop.write(
      ##"""
      {"scrim": 1, "canvas": {"width": 200, "height": 90}, "layers": [
        {"id": "plain", "text": {"string": "One size"}},
        {"id": "fitted", "frame": {"width": 40, "height": 30}, "text": {"string": "Many sizes", "fit": "shrink"}},
        {"id": "fill", "fill": "#fff"}
      ]}
      """##, "texts.json")
    let run = try CommandRun("render", "texts.json", "--trace", "t.json", in: workshop.folder)
    #expect(run.status == 0)
    let trace = try #require(
      try JSONSerialization.jsonObject(with: Data(workshop.bytes("t.json"))) as? [String: Any])
    let other = try #require(trace["otherData"] as? [String: Any])
    let shapings = try #require(other["shapings"] as? [String: Int])
    #expect(Set(shapings.keys) == ["#plain", "#fitted"])
    #expect(shapings["#plain"] == 1)
    #expect(try #require(shapings["#fitted"]) > 1)
    #expect(other["cache"] is [String: Any])
  }

  @Test func drawsBundles() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "cover.scrim/job.json")
    let run = try CommandRun("render", "cover.scrim/", in: workshop.folder)
    #expect(run.status == 0)
    #expect(run.output == "cover.png\n")
  }

  @Test func leavesNothingBehindWhenItCannotWrite() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "square.json")
    try workshop.makeFolder("out/square.png")
    let run = try CommandRun("render", "square.json", "-o", "out/", in: workshop.folder)
    #expect(run.status == 74)
    #expect(run.errors == "scrim: out/square.png cannot be written: Is a directory.\n")
    #expect(try workshop.names(in: "out") == ["square.png"])
  }

  @Test func drawsAtAnotherScale() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "square.json")
    let run = try CommandRun("render", "--scale", "2", "square.json", in: workshop.folder)
    #expect(run.status == 0)
    // A PNG's first chunk contains its width and height.
    #expect(try Array(workshop.bytes("square.png")[16..<24]) == [0, 0, 0, 16, 0, 0, 0, 16])
    let far = try CommandRun("render", "--scale", "9", "square.json", in: workshop.folder)
    #expect(far.status == 64)
    #expect(far.errors.hasPrefix("Error: --scale 9 is outside 0.1…8.\n"))
  }

  @Test func sameImageTwice() throws {
    let workshop = try Workshop()
    try workshop.write(
      Example.effect(#"{ "effect": "drop-shadow", "sigma": 2 }"#), "square.json")
    for name in ["one.png", "two.png"] {
      #expect(try CommandRun("render", "square.json", "-o", name, in: workshop.folder).status == 0)
    }
    #expect(try workshop.bytes("one.png") == workshop.bytes("two.png"))
  }

  @Test func workerThatEndsAtOnce() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "square.json")
    try workshop.makeFolder("programs")
    let programs = workshop.folder.appendingPathComponent("programs")
    for name in ["scrim", "libScrimJSON.so"] {
      try FileManager.default.copyItem(
        at: CommandRun.programs.appendingPathComponent(name),
        to: programs.appendingPathComponent(name))
    }
    let missing = try CommandRun("render", "square.json", in: workshop.folder, programs: programs)
    #expect(missing.status == 70)
    #expect(missing.errors.hasPrefix("scrim: scrim-worker not found in "))
    let worker = try workshop.write("#!/bin/sh\nexit 3\n", "programs/scrim-worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: worker.path)
    let run = try CommandRun("render", "square.json", in: workshop.folder, programs: programs)
    #expect(run.status == 70)
    #expect(run.errors.hasPrefix("scrim: scrim-worker did not start: it exited: "))
    #expect(!workshop.exists("square.png"))
  }
}
