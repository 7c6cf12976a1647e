import BlurEffect
import ColorAdjust
import DropShadow
import FrostedPanel
import Outline
import PaywallBlur
import ScrimJSON
import ScrimJob
import ScrimKit
import Spotlight
import StoryHighlight
import Testing

/// What the schema says of effects and keys.
@Suite struct SchemaTests {
  @Test func equalEffectsGiveEqualBytes() {
    let one = PluginRegistry()
    one.register(Outline.self)
    one.register(DropShadow.self)
    let other = PluginRegistry()
    other.register(DropShadow.self)
    other.register(Outline.self)
    let first = JobSchema.document(of: one).bytes(pretty: true)
    let second = JobSchema.document(of: other).bytes(pretty: true)
    #expect(first == second)
    #expect(JobSchema.document(of: PluginRegistry()).bytes(pretty: true) != first)
  }

  @Test func withoutEffectsItIsStillASchema() throws {
    let schema = JobSchema.document(of: PluginRegistry())
    let verdicts = try Verdict.of(
      [
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{"fill": "red"}]}"#,
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{"effects": [{"effect": "x"}]}]}"#,
      ], by: schema)
    #expect(verdicts.map(\.isRefused) == [false, true])
  }

  @Test(
    arguments: [
      Outline.self, DropShadow.self, StoryHighlight.self, PaywallBlur.self, FrostedPanel.self,
      BlurEffect.self, Spotlight.self, ColorAdjust.self,
    ] as [any Effect.Type])
  func everyParameterHasItsHelpRangeAndDefault(effect: any Effect.Type) throws {
    let effects = PluginRegistry()
    effects.register(effect)
    let name = effect.manifest.name
    let definition = try #require(JobSchema.document(of: effects)["$defs"]?["effect-\(name)"])
    try check(effect.parameters, in: definition)
    let keys = definition["properties"]?.object?.map(\.key)
    #expect(keys == ["effect", "enabled"] + effect.parameters.map(\.name))
    #expect(definition["additionalProperties"] == false)
  }

  private func check(_ parameters: [ParameterDeclaration], in object: JSON) throws {
    for parameter in parameters {
      let property = try #require(object["properties"]?[parameter.name], "\(parameter.name)")
      let description = try #require(property["description"]?.string)
      #expect(description.hasPrefix(parameter.help))
      var expected: JSON?
      if let value = parameter.defaultValue, value != .null { expected = value }
      #expect(property["default"] == expected, "\(parameter.name)")
      if let range = parameter.range {
        // A number or a list of them has the bounds in each of its branches.
        let numbers =
          property["items"] ?? property["allOf"]?.array?.first?["then"] ?? property
        #expect(numbers["minimum"]?.number == range.lowerBound, "\(parameter.name)")
        #expect(numbers["maximum"]?.number == range.upperBound, "\(parameter.name)")
        let words = "\(JSON.number(range.lowerBound).text())…"
        #expect(description.contains(words), "\(parameter.name)")
      }
      if case .list(.record(let keys), _) = parameter.shape {
        try check(keys, in: try #require(property["items"]))
      }
    }
  }

  /// Editors would show these words, which they find first, in place of what a key is for: seen in VS Code's
  /// language server.
  @Test(arguments: ["color", "paint", "gradient", "length", "insets", "cornerRadius"])
  func casesOfValuesHaveNoDescription(_ name: String) throws {
    let definition = try #require(JobSchema.document(of: PluginRegistry())["$defs"]?[name])
    #expect(definition["description"] == nil)
  }
}
