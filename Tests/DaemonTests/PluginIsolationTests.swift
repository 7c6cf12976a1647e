import Foundation
import ProgramTesting
import RenderTesting
import ScrimJSON
import Testing

/// A third-party plugin runs only if a job names one of its effects, and never in a process that has rendered another
/// owner's job.
@Suite(.serialized) struct PluginIsolationTests {
  private let daemon: RunningDaemon
  private let plugins: URL

  init() throws {
    daemon = try RunningDaemon()
    plugins = daemon.spool.appending(path: "test.plugins")
    try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
    try install(try OutsidePlugin.built.get().folder.appending(path: "libGlow.so"))
    let own = CommandRun.programs.path
    try daemon.configure(
      """
      [workers]
      count = 1
      plugins = ["\(own)", "\(plugins.path)"]
      [intake]
      settle-ms = 50
      """)
    try daemon.start()
    try daemon.wait(for: "start") { daemon.isUp }
  }

  private func install(_ file: URL) throws {
    let part = plugins.appending(path: ".part")
    try FileManager.default.copyItem(at: file, to: part)
    #expect(rename(part.path, plugins.appending(path: file.lastPathComponent).path) == 0)
  }

  private func job(_ effect: String) -> String {
    """
    {"scrim": 1, "canvas": {"width": 20, "height": 20},
     "layers": [{"fill": "red", "effects": [{"effect": "\(effect)"}]}]}
    """
  }

  /// Runs a job on behalf of a user, and returns the worker's process ID.
  private func worker(of name: String, _ effect: String, user: uid_t? = nil) throws -> Int32 {
    let part = daemon.spool.appending(path: "drop/.\(name).part")
    try Data(job(effect).utf8).write(to: part)
    if let user { #expect(chown(part.path, user, gid_t(user)) == 0) }
    #expect(chmod(part.path, 0o644) == 0)
    #expect(rename(part.path, daemon.spool.appending(path: "drop/\(name).json").path) == 0)
    try daemon.wait(for: name) { (try? daemon.report(name))?["status"] == "done" }
    // For a moment there are others: those that read a new plugin, and none while one is replaced.
    var workers: [Int32] = []
    try daemon.wait(for: "a single worker") {
      workers = daemon.workers()
      return workers.count == 1
    }
    return try #require(workers.first)
  }

  private func has(_ library: String, _ process: Int32) throws -> Bool {
    // (String(contentsOfFile:) reads only part of files in /proc.)
    let file = try #require(FileHandle(forReadingAtPath: "/proc/\(process)/maps"))
    let maps = try file.readToEnd() ?? Data()
    return String(decoding: maps, as: UTF8.self).contains("/\(library)\n")
  }

  @Test func aPluginIsLoadedOnlyWhenAJobNamesItsEffect() throws {
    let first = try worker(of: "plain", "outline")
    #expect(try has("libOutline.so", first))
    #expect(try !has("libGlow.so", first))
    let second = try worker(of: "glowing", "glow")
    #expect(second == first)
    #expect(try has("libGlow.so", second))
  }

  /// Each chunk's template is evaluated by a worker without the plugin, which stays beside the one that has it.
  @Test func chunksOfABatchShareAWorkerWithAThirdPartyPlugin() throws {
    let part = daemon.spool.appending(path: "drop/.cards.part")
    try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
    let template = #"""
      {"scrim": 1, "inputs": {"tint": {"type": "color"}}, "canvas": {"width": 300, "height": 300},
       "layers": [{"fill": {"$eval": "tint"}, "effects": [{"effect": "glow"}]}],
       "output": {"file": "${row}.png"}}
      """#
    try Data(template.utf8).write(to: part.appending(path: "job.json"))
    try Data("tint\n".utf8 + (1...400).flatMap { _ in Array("red\n".utf8) })
      .write(to: part.appending(path: "data.csv"))
    #expect(rename(part.path, daemon.spool.appending(path: "drop/cards.scrim").path) == 0)
    var workers: Set<Int32> = []
    var pairs: Set<[Int32]> = []
    try daemon.wait(120, for: "the batch") {
      let now = daemon.workers()
      workers.formUnion(now)
      // One with the plugin beside one without it.
      if let bound = now.first(where: maps), let clean = now.first(where: { !maps($0) }) {
        pairs.insert([bound, clean])
      }
      return daemon.isReported("cards")
    }
    #expect(
      try daemon.report("cards")["rows"]
        == ["total": 400, "done": 400, "failed": 0, "skipped": 0])
    #expect(!pairs.isEmpty)
    // Two for each of a dozen chunks would be many more. Some only read the new plugin.
    #expect(workers.count <= 8, "\(workers)")
  }

  /// Whether a process, which may have ended, has loaded the plugin.
  private func maps(_ process: Int32) -> Bool {
    let maps = try? FileHandle(forReadingAtPath: "/proc/\(process)/maps")?.readToEnd()
    return String(decoding: maps ?? Data(), as: UTF8.self).contains("/libGlow.so\n")
  }

  @Test func aWorkerWithAThirdPartyPluginIsReplacedAfterSixteenJobs() throws {
    let workers = try (1...17).map { try worker(of: "job-\($0)", "glow") }
    // After the sixteenth the slot is idle, and replaces it before the next job comes.
    #expect(Set(workers.prefix(15)).count == 1)
    #expect(workers[16] != workers[14])
  }

  /// Requires root, to drop files of other users.
  @Test(.enabled(if: getuid() == 0, "only root may drop files of others"))
  func aWorkerWithAThirdPartyPluginServesOneOwner() throws {
    // With built-in plugins only, one worker serves all owners.
    let shared = try worker(of: "alice-1", "outline", user: 61001)
    #expect(try worker(of: "bob-1", "outline", user: 61002) == shared)
    // The worker has served both: the plugin must not find one owner's text while it renders for the other.
    let alice = try worker(of: "alice-2", "glow", user: 61001)
    #expect(alice != shared)
    #expect(try worker(of: "alice-3", "outline", user: 61001) == alice)
    let bob = try worker(of: "bob-2", "outline", user: 61002)
    #expect(bob != alice)
    #expect(try !has("libGlow.so", bob))
  }

  /// A file that replaces a built-in plugin is a third-party plugin.
  @Test func ownPluginsAreKnownByTheirDigests() throws {
    let own = CommandRun.programs
    let sums = try String(contentsOf: own.appending(path: "plugins.sha256"), encoding: .utf8)
    #expect(sums.contains("  libOutline.so\n"))
    let copy = daemon.spool.appending(path: "test.programs")
    let files = FileManager.default
    try files.createDirectory(at: copy, withIntermediateDirectories: true)
    for name in [
      "scrim-worker", "libScrimKit.so", "libScrimJSON.so", "libOutline.so", "libDropShadow.so",
    ] {
      try files.copyItem(at: own.appending(path: name), to: copy.appending(path: name))
    }
    // The same plugin with a changed digest.
    try Data(
      sums.replacing("libOutline.so", with: "libOther.so").utf8
    ).write(to: copy.appending(path: "plugins.sha256"))
    #expect(daemon.stop() == 0)
    try daemon.configure(
      """
      [workers]
      count = 1
      program = "\(copy.path)/scrim-worker"
      plugins = ["\(copy.path)"]
      """)
    try daemon.start()
    let first = try worker(of: "shadow", "drop-shadow")
    #expect(try has("libDropShadow.so", first))
    #expect(try !has("libOutline.so", first))
    #expect(try has("libOutline.so", try worker(of: "outlined", "outline")))
  }

  /// Not an error of the job, which was valid when it was written.
  @Test func aJobWaitsForAnEffectWhosePluginIsRefusedNow() throws {
    _ = try worker(of: "before", "glow")
    let file = plugins.appending(path: "libGlow.so")
    let whole = try Data(contentsOf: file)
    try whole.prefix(whole.count / 2).write(to: plugins.appending(path: ".part"))
    #expect(rename(plugins.appending(path: ".part").path, file.path) == 0)
    try daemon.drop("waiting.json", job("glow"))
    try daemon.drop("typo.json", job("glwo"))
    for name in ["waiting", "typo"] {
      try daemon.wait(for: name) { (try? daemon.report(name)) != nil }
    }
    let held = try daemon.report("waiting")
    #expect(held["status"] == "held")
    #expect(held["errors"]?.array?.first?["code"] == "plugin-refused")
    let reason = "is refused: It is truncated or damaged"
    #expect(
      held["errors"]?.array?.first?["message"]?.string?
        .hasPrefix("the effect \"glow\" belongs to libGlow.so, which \(reason)") == true)
    // An effect that no plugin ever provided remains an error, which names the refused plugins.
    let typo = try #require(try daemon.report("typo")["errors"]?.array?.first)
    #expect(typo["code"] == "unknown-effect")
    #expect(typo["message"]?.string?.contains("libGlow.so was refused: It is truncated") == true)
    let status = try CommandRun("status", "--spool", daemon.spool.path).output
    #expect(status.contains("plugin refused: \(file.path): It is truncated or damaged"))

    try whole.write(to: plugins.appending(path: ".part"))
    #expect(rename(plugins.appending(path: ".part").path, file.path) == 0)
    try daemon.wait(for: "the held job") { (try? daemon.report("waiting"))?["status"] == "done" }
  }
}
