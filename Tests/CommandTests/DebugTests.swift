import Foundation
import ProgramTesting
import RenderTesting
import Testing

/// `scrim render --debug`, for authors of effects.
@Suite struct DebugTests {
  private static func job(_ effect: String) -> String {
    #"{"scrim": 1, "canvas": {"width": 20, "height": 20}, "layers": [{"fill": "red", "#
      + #""effects": [\#(effect)]}]}"#
  }

  /// The plugin is a release build.
  @Test(.timeLimit(.minutes(2))) func aCrashHasABacktrace() throws {
    let plugins = try OutsidePlugin.built.get().folder
    let workshop = try Workshop()
    try workshop.write(Self.job(#"{"effect": "stumble", "step": "apply"}"#), "job.json")
    let run = try CommandRun(
      "render", "job.json", "--debug", "--plugins", plugins.path, in: workshop.folder)
    #expect(run.status == 70)
    #expect(
      run.errors.contains(/scrim-worker is process [0-9]+, without sandbox and time limit\.\n/))
    #expect(
      run.errors.contains(/Stumble.* in libGlow\.so at .*Glow\.swift:[0-9]+/), "\(run.errors)")
    #expect(
      run.errors.hasSuffix(
        "scrim: job.json: the worker was killed by SIGILL in effect \"stumble\" (libGlow.so) of layers[0].\n"
      ))
  }

  /// Without the option there is a sandbox and no backtrace: see `BrokenPluginTests`.
  @Test func aJobIsRenderedAsEver() throws {
    let workshop = try Workshop()
    try workshop.write(Self.job(#"{"effect": "outline", "color": "blue"}"#), "job.json")
    let debugged = try CommandRun(
      "render", "job.json", "--debug", "-o", "a.png", in: workshop.folder)
    #expect(debugged.status == 0, "\(debugged.errors)")
    let run = try CommandRun("render", "job.json", "-o", "b.png", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try workshop.bytes("a.png") == workshop.bytes("b.png"))
  }

  /// The plugin is loaded by its own path: gdb would resolve `/proc/self/fd/N` in its own process, and wait for a
  /// pipe. The plugin is a release build.
  @Test(
    .timeLimit(.minutes(3)),
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/gdb")))
  func gdbStopsAtABreakpointInAPlugin() throws {
    let plugins = try OutsidePlugin.built.get().folder
    let source = try String(
      contentsOf: OutsideBuild.root.appending(
        path: "Tests/Fixtures/GlowPlugin/Sources/Glow/Glow.swift"), encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains(#"step != "apply""#) }) + 1
    let workshop = try Workshop()
    try workshop.write(Self.job(#"{"effect": "stumble", "step": "apply"}"#), "job.json")
    let command = try RunningCommand(
      ["render", "job.json", "--wait-for-debugger", "--plugins", plugins.path], in: workshop.folder)
    let waiting = /Waiting for a debugger to attach to process ([0-9]+)\.\n/
    var worker: Int32?
    while worker == nil {
      usleep(20_000)
      worker = command.errorsSoFar.firstMatch(of: waiting).flatMap { Int32($0.1) }
    }
    usleep(500_000)
    #expect(command.errorsSoFar.hasSuffix("to process \(try #require(worker)).\n"))
    let text = try CommandRun(
      ["--signal=KILL", "120", "gdb", "-nx", "-batch", "-p", "\(try #require(worker))"]
        + ["set pagination off", "break Glow.swift:\(line)", "continue", "backtrace 1", "kill"]
        .flatMap { ["-ex", $0] },
      program: "/usr/bin/timeout"
    ).output
    #expect(
      text.contains(try Regex("Breakpoint 1[.0-9]*, .*Glow\\.swift:\(line)\n")), "\(text)")
    #expect(text.contains(try Regex("#0 .*Glow\\.swift:\(line)\n")), "\(text)")
    #expect(command.finish().status == 70)
  }
}
