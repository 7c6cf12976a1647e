import Foundation
import RenderTesting
import Testing

/// A plugin that crashes is an exit status and a name, whatever it was asked for.
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
    // The other plugin of the folder was refused, and why is said once.
    #expect(run.errors.hasPrefix("Refused \(plugins.path)/libHalo.so: Its effect \"glow\""))
    #expect(run.errors.components(separatedBy: "libHalo.so").count == 2)
    #expect(try workshop.names(in: ".") == ["job.json"])
  }
}
