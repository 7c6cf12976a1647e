import PluginTesting
import Testing

/// Tests the plugin with the `scrim` that will load it.
@Suite struct DuotoneEffectTests {
  private let plugin = PluginTesting("DuotoneEffect")

  @Test func keepsWhatItDeclares() throws { try plugin.check() }

  @Test func drawsTheExample() throws { try plugin.render("example.json") }
}
