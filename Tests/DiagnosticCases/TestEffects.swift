package import ScrimKit

/// The effects and contents that the jobs of these tests may use. They draw nothing.
package enum TestEffects {
  package static func registry() -> PluginRegistry {
    let effects = PluginRegistry()
    effects.register(TestShadow.self)
    effects.register(TestFrame.self)
    effects.register(TestKinds.self)
    effects.register(TestDot.self)
    return effects
  }
}

/// A drop shadow by its parameters only.
package struct TestShadow: Effect {
  package init() {}

  package static let manifest = Manifest("drop-shadow", version: "1.0.0", summary: "For tests.")

  @Parameter("Standard deviation", unit: .pixels, in: 0...250) package var sigma = 5.0
  @Parameter("The shadow's colour") package var color = Color.black
  @Parameter("Strength of the effect", in: 0...1) package var opacity = 0.6

  package func validate() -> [ParameterDiagnostic] {
    sigma == 13 ? [ParameterDiagnostic(.conflict, "13 brings bad luck.", at: "sigma")] : []
  }

  package func apply(to picture: inout Picture, in context: EffectContext) throws {}
}

/// A content by its parameters only.
package struct TestDot: Content {
  package init() {}

  package static let manifest = Manifest(
    "dot", version: "1.0.0", summary: "For tests.", category: .shape)

  @Parameter("Its radius", unit: .pixels, in: 0...100) package var radius: Double

  @Parameter("Where it is") package var at: ReferencePoint? = nil

  package func draw(on canvas: Canvas, in geometry: ContentGeometry) throws {}
}

/// References, alone and in records, and a text.
package struct TestFrame: Effect {
  package init() {}

  package static let manifest = Manifest("test-frame", version: "1.0.0", summary: "For tests.")

  package struct Target: ParameterRecord {
    package init() {}

    @Parameter("What is framed") package var at: Reference
    @Parameter("Room around it", unit: .pixels, in: 0...100) package var padding = 0.0
  }

  @Parameter("What is framed") package var around: Reference? = nil
  @Parameter("What is framed, several") package var targets: [Target] = []
  @Parameter("Says what it is") package var label: TextSpec? = nil

  package func apply(to picture: inout Picture, in context: EffectContext) throws {}
}
