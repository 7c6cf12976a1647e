import Foundation
import ProgramTesting
import RenderTesting
import Testing

/// A crashing plugin gives an exit status and is named, whatever the command.
@Suite struct BrokenPluginTests {
  @Test(arguments: ["validate", "extent", "apply"]) func aCrashNamesTheEffect(_ step: String) throws
  {
    let plugins = try OutsidePlugin.built.get().folder
    let workshop = try Workshop()
    try workshop.write(
      #"{"scrim": 1, "canvas": {"width": 20, "height": 20}, "layers": [{"fill": "red"}, "#
        + #"{"fill": "red", "effects": [{"effect": "stumble", "step": "\#(step)"}]}]}"#, "job.json")
    let run = try CommandRun(
      "render", "job.json", "--plugins", plugins.path, in: workshop.folder)
    #expect(run.status == 70)
    #expect(
      run.errors.hasSuffix(
        "scrim: job.json: the worker was killed by SIGILL in effect \"stumble\" (libGlow.so) of layers[1].\n"
      ))
    // The other plugin of the folder was refused; the reason is reported once.
    #expect(run.errors.hasPrefix("Refused \(plugins.path)/libHalo.so: Its effect \"glow\""))
    #expect(run.errors.components(separatedBy: "libHalo.so").count == 2)
    #expect(try workshop.names(in: ".") == ["job.json"])
  }
}
