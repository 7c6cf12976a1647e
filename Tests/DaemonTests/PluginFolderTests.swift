import Foundation
import ProgramTesting
import RenderTesting
import ScrimJSON
import Testing

/// Plugins added, replaced or removed while a daemon runs take effect with the next job.
@Suite(.serialized) struct PluginFolderTests {
  private let daemon: RunningDaemon
  private let plugins: URL
  private let built: URL

  init() throws {
    daemon = try RunningDaemon()
    built = try OutsidePlugin.built.get().folder
    plugins = daemon.spool.appending(path: "test.plugins")
    try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
    try daemon.configure(
      """
      [workers]
      count = 1
      plugins = ["\(plugins.path)"]
      [intake]
      settle-ms = 50
      """)
    try daemon.start()
    try daemon.wait(for: "start") { daemon.isUp }
  }

  @Test func addedReplacedAndRemoved() throws {
    #expect(try diagnostic("before")?["code"] == "unknown-effect")
    let first = daemon.workers()

    try install("libGlow.so")
    #expect(try version("added") == "1.0.0")
    #expect(try version("again") == "1.0.0")
    let second = daemon.workers()
    #expect(Set(first).isDisjoint(with: second))

    // Another effect of that name, in another plugin.
    try FileManager.default.removeItem(at: plugins.appending(path: "libGlow.so"))
    try install("libHalo.so")
    #expect(try version("other") == "2.0.0")

    try FileManager.default.removeItem(at: plugins.appending(path: "libHalo.so"))
    #expect(try diagnostic("after")?["code"] == "unknown-effect")

    let log = daemon.text("test.stderr")
    #expect(log.contains("plugins changed"))
    #expect(log.contains("\(plugins.path)/libGlow.so added"))
    #expect(
      log.contains("\(plugins.path)/libGlow.so removed, \(plugins.path)/libHalo.so added"))
    #expect(log.contains("\(plugins.path)/libHalo.so removed"))
  }

  @Test func aWorkerStaysWhileNothingChanges() throws {
    try install("libGlow.so")
    #expect(try version("one") == "1.0.0")
    let workers = daemon.workers()
    try Data("notes".utf8).write(to: plugins.appending(path: "README"))
    #expect(try version("two") == "1.0.0")
    #expect(daemon.workers() == workers)
  }

  @Test func aHalfWrittenOneIsNotLoaded() throws {
    let bytes = try Data(contentsOf: built.appending(path: "libGlow.so"))
    let place = plugins.appending(path: "libGlow.so")
    try bytes.prefix(bytes.count / 2).write(to: place)
    #expect(try diagnostic("half")?["code"] == "unknown-effect")
    #expect(daemon.text("test.stderr").contains("libGlow.so reason=It is truncated or damaged"))
    let file = try FileHandle(forWritingTo: place)
    try file.seekToEnd()
    try file.write(contentsOf: bytes.dropFirst(bytes.count / 2))
    try file.close()
    #expect(try version("whole") == "1.0.0")
  }

  @Test func oneThatCrashesIsOffUntilItIsReplaced() throws {
    try install("libGlow.so")
    for number in 1...3 {
      let step = #"{"effect": "stumble", "step": "apply"}"#
      try daemon.drop("crash-\(number).json", Self.job(with: step))
    }
    try daemon.wait(for: "three crashes") {
      daemon.text("test.stderr").components(separatedBy: "attempt failed").count == 4
    }
    // Another of its effects.
    #expect(try diagnostic("held")?["code"] == "plugin-disabled")
    #expect(try daemon.report("held")["status"] == "held")
    let place = "\(plugins.path)/libGlow.so (glow, stumble)"
    let spool = daemon.spool.path
    let status = try CommandRun("status", "--spool", spool).output
    let scope = "for user \(getuid()) after crashes in 3 jobs"
    #expect(status.contains("plugin disabled \(scope): \(place)\n"))
    let effects = try CommandRun("effects", "--plugins", plugins.path, "--spool", spool).errors
    #expect(effects.contains("Disabled by scrimd \(scope): \(place)\n"))

    // Adding another plugin does not affect it.
    try install("libSnap.so")
    #expect(try diagnostic("held-too")?["code"] == "plugin-disabled")
    // Nothing else is dropped: the held job is retried without a trigger.
    try FileManager.default.removeItem(at: plugins.appending(path: "libGlow.so"))
    try install("libGlow.so")
    for name in ["held", "held-too"] {
      try daemon.wait(for: name) { daemon.names("out").contains("\(name).png") }
      try daemon.wait(for: "its report") { (try? daemon.report(name))?["status"] == "done" }
    }
  }

  /// A worker loads the plugin of a content when a job names its kind; an effect of that name is another thing.
  @Test func contentsAreProvidedToo() throws {
    func report(_ name: String, _ layer: String) throws -> JSON {
      try daemon.drop(
        "\(name).json",
        #"{"scrim": 1, "canvas": {"width": 20, "height": 20}, "layers": [\#(layer)]}"#)
      try daemon.wait(for: name) { (try? daemon.report(name)) != nil }
      return try daemon.report(name)
    }
    let layer = #"{"content": {"kind": "dial", "value": 0.5}}"#
    #expect(try report("before", layer)["errors"]?.array?.first?["code"] == "unknown-content")
    try install("libDial.so")
    let drawn = try report("drawn", layer)
    #expect(drawn["status"] == "done")
    #expect(drawn["contents"] == ["dial": "1.0.0"])
    #expect(drawn["effects"] == nil || drawn["effects"] == [:])
    let both = try report(
      "both", #"{"content": {"kind": "dial"}, "effects": [{"effect": "dial"}]}"#)
    #expect(both["effects"] == ["dial": "2.0.0"] && both["contents"] == ["dial": "1.0.0"])
    let broken = try report("broken", #"{"content": {"kind": "dial", "value": 1}}"#)
    #expect(broken["status"] == "failed")
    #expect(
      broken["errors"]?.array?.first?["message"]?.string?.contains(
        "in content \"dial\" (libDial.so) of layers[0]") == true, "\(broken)")
  }

  private static let job = job(with: #"{"effect": "glow"}"#)

  private static func job(with effect: String) -> String {
    """
    {"scrim": 1, "canvas": {"width": 20, "height": 20},
     "layers": [{"fill": "red", "effects": [\(effect)]}]}
    """
  }

  /// Replaces a file atomically, as `install` and `mv` do.
  private func install(_ name: String) throws {
    let part = plugins.appending(path: ".\(name).part")
    try FileManager.default.copyItem(at: built.appending(path: name), to: part)
    #expect(rename(part.path, plugins.appending(path: name).path) == 0)
  }

  private func version(_ name: String) throws -> String? {
    try daemon.drop("\(name).json", Self.job)
    return try report(name)["effects"]?["glow"]?.string
  }

  private func diagnostic(_ name: String) throws -> JSON? {
    try daemon.drop("\(name).json", Self.job)
    return try report(name)["errors"]?.array?.first
  }

  private func report(_ name: String) throws -> JSON {
    try daemon.wait(for: "\(name).result.json") {
      daemon.isReported("\(name)")
    }
    return try daemon.report(name)
  }
}
