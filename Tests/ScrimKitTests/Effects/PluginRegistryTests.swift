import ScrimKit
import Testing

@Suite struct PluginRegistryTests {
  struct Plain: Effect {
    static let manifest = Manifest("plain", version: "1.0.0", summary: "Does nothing.")
    func apply(to picture: inout Picture, in context: EffectContext) {}
  }

  struct Usurper: Effect {
    static let manifest = Manifest("plain", version: "2.0.0", summary: "Has another's name.")
    func apply(to picture: inout Picture, in context: EffectContext) {}
  }

  struct Another: Effect {
    static let manifest = Manifest("another", version: "1.0.0", summary: "Does nothing either.")
    func apply(to picture: inout Picture, in context: EffectContext) {}
  }

  @Test func findsByName() {
    let registry = PluginRegistry()
    #expect(registry.names.isEmpty)
    #expect(registry.register(Plain.self))
    #expect(registry.register(Another.self))
    #expect(registry.names == ["another", "plain"])
    #expect(registry["plain"] == Plain.self)
    #expect(registry["nothing"] == nil)
  }

  @Test func aTakenNameKeepsItsFirstEffect() {
    let registry = PluginRegistry()
    #expect(registry.register(Plain.self))
    #expect(!registry.register(Usurper.self))
    #expect(registry["plain"]?.manifest.version == "1.0.0")
  }

  @Test func aPluginHandsOverItsEffects() {
    let exports = PluginExports.taking(export(Plain.self, Another.self))
    #expect(exports.types.map { $0.manifest.name } == ["plain", "another"])
  }

  @Test func theInterfaceIsKnown() {
    #expect(PluginInterface.version > 0)
    #expect(!PluginInterface.compiler.isEmpty)
    #expect(PluginInterface.kitHash != 0)
  }
}
