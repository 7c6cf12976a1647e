import Foundation
import ProgramTesting
import RenderTesting
import Testing

/// What is saved is rendered, and errors are reported with their position.
@Suite struct FollowingTests {
  @Test func faintTextsAreMessagesAtTheirWords() throws {
    let preview = try RunningPreview(
      #"""
      {"scrim": 1, "canvas": {"width": 90, "height": 40, "background": "white"}, "layers": [
      {"text": {"string": "Hill", "size": 16, "color": "#ccc", "legible": "AA"}}]}
      """#)
    let message = try #require(try preview.drawing().messages.first)
    #expect(
      message.line == 2 && message.text.contains("has a contrast of 1.6; 4.5 is required"),
      "\(message)")
  }

  @Test func aSaveIsDrawn() throws {
    let preview = try RunningPreview()
    let first = try preview.drawing()
    #expect(first.version == 1)
    #expect(first.isDrawn)
    #expect(first.messages == [])
    let old = try image(of: first, in: preview)
    let wanted = RunningPreview.square.replacing("#f00", with: "#0f0")
    try preview.save(wanted)
    let second = try preview.drawing(after: 1)
    #expect(second.version == 2)
    #expect(second.document == wanted)
    let new = try image(of: second, in: preview)
    #expect(new.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(new != old)
    // The one before is still there for a page that was about to fetch it.
    #expect(try image(of: first, in: preview) == old)
  }

  @Test func aFileWrittenInPlaceIsDrawn() throws {
    let preview = try RunningPreview()
    _ = try preview.drawing()
    let wanted = RunningPreview.square.replacing("#f00", with: "#00f")
    try Data(wanted.utf8).write(to: preview.folder.appendingPathComponent("job.json"))
    var drawing = try preview.drawing(after: 1)
    // On a busy machine it may have been seen while it was empty.
    if !drawing.isDrawn { drawing = try preview.drawing(after: drawing.version) }
    #expect(drawing.document == wanted)
    #expect(drawing.isDrawn)
  }

  @Test func anErrorIsToldAtItsLine() throws {
    let preview = try RunningPreview()
    let first = try preview.drawing()
    try preview.save(RunningPreview.square.replacing("#f00", with: "#f0"))
    let wrong = try preview.drawing(after: 1)
    #expect(!wrong.isDrawn)
    let message = try #require(wrong.messages.first)
    #expect(wrong.messages.count == 1)
    #expect(message.kind == "error")
    #expect(message.line == 4)
    #expect(message.column == 25)
    let told = try validate(preview)
    #expect(message.text == told)
    // The last picture stays.
    #expect(wrong.pictures?.outputs.first?.source == first.pictures?.outputs.first?.source)
    try preview.save("{")
    #expect(try preview.drawing(after: 2).messages.first?.line == 1)
    try preview.save(RunningPreview.square)
    let right = try preview.drawing(after: 3)
    #expect(right.isDrawn)
    #expect(right.messages == [])
  }

  @Test func aJobThatGoesAndComesBack() throws {
    let preview = try RunningPreview()
    _ = try preview.drawing()
    try FileManager.default.removeItem(at: preview.folder.appendingPathComponent("job.json"))
    let gone = try preview.drawing(after: 1)
    #expect(gone.messages.map(\.text) == ["job.json: no such file."])
    try preview.save(RunningPreview.square)
    #expect(try preview.drawing(after: 2).isDrawn)
  }

  @Test func anImageThatTheJobNames() throws {
    let preview = try RunningPreview(
      """
      {
        "scrim": 1, "assets": "photos", "canvas": { "width": 8, "height": 8 },
        "layers": [ { "image": { "source": "one.png" } } ]
      }
      """)
    let first = try preview.drawing()
    #expect(first.messages.first?.text.contains("\"photos\": no such folder.") == true)
    try FileManager.default.createDirectory(
      at: preview.folder.appendingPathComponent("photos"), withIntermediateDirectories: true)
    let square = try RunningPreview()
    try preview.save(try image(of: try square.drawing(), in: square), "photos/one.png")
    #expect(try preview.drawing(after: 1).isDrawn)
    try square.save(RunningPreview.square.replacing("#f00", with: "#0f0"))
    let other = try image(of: try square.drawing(after: 1), in: square)
    try preview.save(other, "photos/one.png")
    let last = try preview.drawing(after: 2)
    #expect(try image(of: last, in: preview) == other)
  }

  private static let glowing = RunningPreview.square.replacing(
    "\"#f00\"", with: "\"#f00\", \"effects\": [ { \"effect\": \"glow\" } ]")

  @Test func aPluginThatIsBuiltAnew() throws {
    let built = try OutsidePlugin.built.get().folder
    let plugins = FileManager.default.temporaryDirectory
      .appendingPathComponent("scrim-plugins-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: plugins) }
    let preview = try RunningPreview(Self.glowing, arguments: ["--plugins", plugins.path])
    let first = try preview.drawing()
    #expect(first.messages.first?.text.contains("unknown effect \"glow\"") == true)
    let library = try Data(contentsOf: built.appendingPathComponent("libGlow.so"))
    // What a linker is not through with is refused, and drawn with once it is whole.
    try library.prefix(library.count / 2).write(to: plugins.appendingPathComponent("libGlow.so"))
    let half = try preview.drawing(after: 1)
    #expect(half.messages.contains { $0.kind == "trouble" && $0.text.hasPrefix("Refused ") })
    try library.write(to: plugins.appendingPathComponent("libGlow.so"))
    let whole = try preview.drawing(after: 2)
    #expect(whole.isDrawn, "\(whole.messages)")
    #expect(whole.plugins > first.plugins)
    #expect(try preview.ask("effects").text.contains("\"name\":\"glow\""))
  }

  /// Once plugins have changed, what is left of a worker's start is to load them.
  @Test func aStandbyWorkerTakesOver() throws {
    let library = try OutsidePlugin.built.get().folder.appendingPathComponent("libGlow.so")
    let plugins = FileManager.default.temporaryDirectory
      .appendingPathComponent("scrim-plugins-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: plugins) }
    let preview = try RunningPreview(Self.glowing, arguments: ["--plugins", plugins.path])
    _ = try preview.drawing()
    let (first, standby) = try workers(of: preview)
    // Somewhat later it would have to wait for its fonts.
    usleep(500_000)
    try FileManager.default.copyItem(at: library, to: plugins.appendingPathComponent(".part"))
    try FileManager.default.moveItem(
      at: plugins.appendingPathComponent(".part"),
      to: plugins.appendingPathComponent("libGlow.so"))
    let drawing = try preview.drawing(after: 1)
    #expect(drawing.isDrawn, "\(drawing.messages)")
    for _ in 0..<200 where isRunning(first) { usleep(20_000) }
    #expect(!isRunning(first))
    let (second, other) = try workers(of: preview)
    #expect(second == standby)
    #expect(other != standby)
  }

  /// A spare's sandbox opens the folder that was there when it started, and no other in its place.
  @Test func aPluginFolderThatIsMadeAnew() throws {
    let library = try OutsidePlugin.built.get().folder.appendingPathComponent("libGlow.so")
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("scrim-plugins-\(UUID().uuidString)")
    let (plugins, later) = (place.appending(path: "plugins"), place.appending(path: "later"))
    for folder in [plugins, later] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(at: place) }
    let preview = try RunningPreview(Self.glowing, arguments: ["--plugins", plugins.path])
    _ = try preview.drawing()
    _ = try workers(of: preview)
    try FileManager.default.copyItem(at: library, to: later.appending(path: "libGlow.so"))
    try FileManager.default.removeItem(at: plugins)
    try FileManager.default.moveItem(at: later, to: plugins)
    var drawing = try preview.drawing(after: 1)
    // It may have been looked at while there was none.
    if !drawing.isDrawn { drawing = try preview.drawing(after: drawing.version) }
    #expect(drawing.isDrawn, "\(drawing.messages)")
  }

  /// The worker that draws and the spare one, once there are both.
  private func workers(of preview: RunningPreview) throws -> (first: Int32, standby: Int32) {
    for _ in 0..<500 {
      let found = children(of: preview.process.processIdentifier)
      if found.count == 2 { return (found[0], found[1]) }
      usleep(20_000)
    }
    throw NoStandby()
  }

  private struct NoStandby: Error {}

  @Test func aCrashIsToldAndTheNextDrawingIsFine() throws {
    let plugins = try OutsidePlugin.built.get().folder
    let crashing = RunningPreview.square.replacing(
      "\"#f00\"",
      with: "\"#f00\", \"effects\": [ { \"effect\": \"stumble\", \"step\": \"apply\" } ]")
    let preview = try RunningPreview(crashing, arguments: ["--plugins", plugins.path])
    let crashed = try preview.drawing()
    #expect(!crashed.isDrawn)
    #expect(
      crashed.messages.last?.text
        == "job.json: the worker was killed by SIGILL in effect \"stumble\" (libGlow.so) of layers[0]."
    )
    try preview.save(RunningPreview.square)
    #expect(try preview.drawing(after: 1).isDrawn)
  }

  @Test func aJobWithoutAnImageThatBrowsersShow() throws {
    let preview = try RunningPreview(
      RunningPreview.square.replacing(
        "\"layers\"", with: "\"output\": { \"file\": \"page.pdf\" }, \"layers\""))
    let drawing = try preview.drawing()
    #expect(drawing.pictures?.outputs.map(\.format) == ["png"])
  }

  /// The overlays are of what is measured, where concealed words are not. The page has the document for its editor.
  @Test func concealedWordsAreNotInTheOverlays() throws {
    let preview = try RunningPreview(
      #"""
      {"scrim": 1, "canvas": {"width": 400, "height": 300}, "layers": [
        {"id": "article", "frame": {"width": 300},
          "text": {"string": "Anyone may read.\nThe culprit is hidden here.", "font": "DejaVu Sans", "size": 20},
          "effects": [{"effect": "paywall-blur", "visibleLines": 1, "sigma": 4}]}
      ]}
      """#)
    #expect(try preview.drawing().isDrawn)
    let answer = try preview.ask("drawing?after=0")
    var members = try #require(
      try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
    #expect(members.removeValue(forKey: "document") != nil)
    let rest = String(
      decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    #expect(rest.contains("\"lines\"") && rest.contains("article"))
    #expect(!rest.contains("culprit") && !rest.contains("hidden here"))
  }

  @Test func tryingWritesNothing() throws {
    let preview = try RunningPreview()
    let saved = try preview.drawing()
    let answer = try preview.ask(
      "draw", method: "POST", headers: ["Content-Type": "application/json"],
      body: RunningPreview.square.replacing("#f00", with: "#0f0"))
    let tried = try JSONDecoder().decode(DrawingAnswer.self, from: answer.body)
    #expect(tried.isDrawn)
    #expect(try image(of: tried, in: preview) != image(of: saved, in: preview))
    let names = try FileManager.default.contentsOfDirectory(atPath: preview.folder.path)
    #expect(names == ["job.json"])
    #expect(try preview.drawing().version == 1)
  }

  @Test func itEndsWithItsWorkers() throws {
    let preview = try RunningPreview()
    _ = try preview.drawing()
    let (worker, standby) = try workers(of: preview)
    preview.process.terminate()
    preview.process.waitUntilExit()
    #expect(preview.process.terminationReason == .exit)
    #expect(preview.process.terminationStatus == 0)
    for _ in 0..<200 where isRunning(worker) || isRunning(standby) { usleep(20_000) }
    #expect(!isRunning(worker))
    #expect(!isRunning(standby))
  }

  @Test func aJobThatIsNotThere() throws {
    let run = try CommandRun("preview", "nowhere.json", in: FileManager.default.temporaryDirectory)
    #expect(run.status == 66 && run.errors == "scrim preview: nowhere.json: no such file.\n")
  }

  private func image(of drawing: DrawingAnswer, in preview: RunningPreview) throws -> Data {
    let output = try #require(drawing.pictures?.outputs.first)
    let answer = try preview.ask(output.source)
    try #require(answer.status == 200, "\(answer.text)")
    #expect(answer.headers["content-type"] == "image/\(output.format)")
    return answer.body
  }

  private func validate(_ preview: RunningPreview) throws -> String {
    try CommandRun("validate", "job.json", in: preview.folder).errors
      .trimmingCharacters(in: .newlines)
  }

  private func children(of process: Int32) -> [Int32] {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.flatMap { thread in
      ((try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)) ?? "")
        .split(separator: " ").compactMap { Int32($0) }
    }
  }

  private func isRunning(_ process: Int32) -> Bool {
    FileManager.default.fileExists(atPath: "/proc/\(process)")
  }
}
