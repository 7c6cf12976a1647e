package import ScrimKit

/// An effect with a parameter of every kind, for tests and fuzzing; it draws nothing.
package struct Gauge: Effect {
  package static let manifest = Manifest("gauge", version: "1.0.0", summary: "Has every parameter.")

  @Parameter("A switch") package var isOn = false
  @Parameter("A share", in: 0...1) package var share = 0.5
  @Parameter("A length of time or space", unit: .pixels, in: 0...250) package var sigma = 11.0
  @Parameter("At least nothing", unit: .pixels, in: 0 ... .infinity) package var gap = 0.0
  @Parameter("At most a full turn", unit: .degrees, in: -.infinity...360) package var turn = 0.0
  @Parameter("A count", in: 1...9) package var count = 3
  @Parameter("Words") package var words = "none"
  @Parameter("May be left out", unit: .pixels, in: 1...5) package var optional: Double? = nil
  @Parameter("A word of several") package var join = LineJoin.round
  @Parameter("A colour") package var color = Color.black
  @Parameter("A paint") package var fill = Paint.white
  @Parameter("A length") package var length = Length.percent(50)
  @Parameter("Insets", unit: .pixels, in: 0...40) package var padding = Insets(2)
  @Parameter("Radii") package var radii = CornerRadii(.pixels(8))
  @Parameter("Numbers", in: -1...1) package var numbers = [0.25]
  @Parameter("A record") package var ring = Ring()
  @Parameter("Records") package var rings: [Ring] = []
  @Parameter("Fonts") package var font = FontFamilies(["sans-serif"])
  @Parameter("A text") package var label: TextSpec? = nil
  @Parameter("An image") package var image: ImageSource? = nil
  @Parameter("A reference") package var anchor: Reference? = nil
  @Parameter("References, alone or with a padding") package var targets: [Target] = []

  package init() {}

  package func validate() -> [ParameterDiagnostic] {
    guard isOn && sigma == 0 else { return [] }
    return [ParameterDiagnostic(.conflict, "0 leaves nothing to switch on.", at: "sigma")]
  }

  package func apply(to picture: inout Picture, in context: EffectContext) {}
}

/// A record in a record's place.
package struct Ring: ParameterRecord {
  @Parameter("Line width", unit: .pixels, in: 0...20) package var width = 2.0
  @Parameter("Line colour") package var color = Color.black
  @Parameter("Where it stands") package var at: [Reference] = []

  package init() {}

  package func validate() -> [ParameterDiagnostic] {
    var diagnostics: [ParameterDiagnostic] = []
    if width == 13 {
      diagnostics.append(ParameterDiagnostic(.conflict, "13 px brings no luck.", at: "width"))
    }
    if Set(at).count < at.count {
      diagnostics.append(ParameterDiagnostic(.conflict, "the same place twice.", at: "at"))
    }
    return diagnostics
  }
}

/// A record with something that must be said.
package struct Spot: ParameterRecord {
  @Parameter("What is lit") package var at: Reference
  @Parameter("Room about it", unit: .pixels, in: 0...100) package var padding = 0.0

  package init() {}
}

/// One of two things.
package enum Target: ParameterValue {
  case place(Reference)
  case spot(Spot)

  package static var shape: ParameterShape { .union([.reference, Spot.shape]) }

  package init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    if case .object = json {
      guard let spot = Spot(from: json, &decoding) else { return nil }
      self = .spot(spot)
    } else {
      guard let reference = Reference(from: json, &decoding) else { return nil }
      self = .place(reference)
    }
  }

  package var json: JSON {
    switch self {
    case .place(let reference): reference.json
    case .spot(let spot): spot.json
    }
  }
}
