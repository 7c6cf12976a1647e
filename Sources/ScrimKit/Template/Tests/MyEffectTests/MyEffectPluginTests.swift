import PluginTesting
import Testing

/// Tests the plugin with the `scrim` that will load it.
@Suite struct MyEffectPluginTests {
  private let plugin = PluginTesting("MyEffect")

  @Test func keepsWhatItDeclares() throws { try plugin.check() }

  @Test func drawsTheExample() throws { try plugin.render("example.json") }
}
