import Foundation
import ProgramTesting
import RenderTesting
import Testing

/// A job that exceeds a worker's memory limit gives one sentence.
@Suite struct OutOfMemoryTests {
  private static func job(scale: Double, _ layer: String) -> String {
    #"{"scrim": 1, "canvas": {"width": 4000, "height": 4000, "scale": \#(scale)}, "#
      + #""output": {"file": "large.png"}, "layers": [\#(layer)]}"#
  }

  /// For a failed explicit allocation, the effect and its position are known.
  @Test func aBlurNamesItself() throws {
    let workshop = try Workshop()
    let blurs = Array(repeating: #"{"effect": "blur", "sigma": 250}"#, count: 20)
      .joined(separator: ", ")
    try workshop.write(
      Self.job(scale: 2, ##"{"fill": "#f00", "effects": [\##(blurs)]}"##), "job.json")
    let run = try CommandRun("render", "job.json", in: workshop.folder)
    #expect(run.status == 65)
    let lines = run.errors.split(separator: "\n")
    let line = try #require(lines.first)
    #expect(line.contains(": layers[0].effects["))
    #expect(line.contains(": effect \"blur\" ran out of memory: "))
    #expect(
      line.hasSuffix(
        "GiB more were needed; the limit per job is 2 GiB. "
          + "Make the canvas, the scale or images smaller, or use fewer or smaller effects."))
    #expect(!run.errors.contains("Fatal error") && !run.errors.contains("stack trace"))
    #expect(try workshop.names(in: ".") == ["job.json"])
  }

  /// Where a runtime would abort: the worker ends, and the runtime prints nothing.
  @Test func whatCannotBeThrownIsOneSentence() throws {
    let plugins = try OutsidePlugin.built.get().folder
    let workshop = try Workshop()
    try workshop.write(
      Self.job(
        scale: 0.1, ##"{"fill": "#f00", "effects": [{"effect": "burden", "mebibytes": 4000}]}"##),
      "job.json")
    let run = try CommandRun(
      "render", "job.json", "--plugins", plugins.path, in: workshop.folder)
    #expect(run.status == 70)
    #expect(
      run.errors.hasSuffix(
        "scrim: job.json: the worker needed more than 2048 MiB of memory in effect \"burden\" "
          + "(libBurden.so) of layers[0].\n"
      ))
    #expect(!run.errors.contains("Fatal error") && !run.errors.contains("stack trace"))
  }
}
