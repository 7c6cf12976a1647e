package import ScrimKit

/// A parameter of every kind, and two conflicts.
package struct TestKinds: Effect {
  package static let manifest = Manifest("test-kinds", version: "1.0.0", summary: "For tests.")

  package init() {}

  @Parameter("A switch") package var isOn = false
  @Parameter("A count", in: 1...9) package var count = 3
  @Parameter("Any whole number") package var step = 0
  @Parameter("From a number on", in: 0 ... .infinity) package var least = 0.0
  @Parameter("Words") package var words = ""
  @Parameter("A word of several") package var join = LineJoin.round
  @Parameter("A paint") package var fill = Paint.white
  @Parameter("A length") package var length = Length.percent(50)
  @Parameter("Insets", unit: .pixels, in: 0...40) package var insets = Insets(2)
  @Parameter("Radii") package var radii = CornerRadii(.pixels(8))
  @Parameter("Numbers", in: -1...1) package var numbers: [Double] = []
  @Parameter("Fonts") package var font = FontFamilies(["sans-serif"])
  @Parameter("A picture") package var picture: ImageSource? = nil
  @Parameter("A text") package var label: TextSpec? = nil
  @Parameter("A record with a record in it") package var ring = Ring()
  @Parameter("Several of them") package var rings: [Ring] = []
  @Parameter("References, alone or in a record") package var spots: [Spot] = []
  @Parameter("Where it starts", in: 0...100) package var from: Double? = nil
  @Parameter("Where it ends", in: 0...100) package var to: Double? = nil

  package struct Ring: ParameterRecord {
    @Parameter("Line width", unit: .pixels, in: 0...20) package var width = 2.0
    @Parameter("What casts light") package var glow = Glow()

    package init() {}
  }

  package struct Glow: ParameterRecord {
    @Parameter("How far it is seen", unit: .pixels, in: 0...250) package var sigma = 5.0
    @Parameter("Its colour") package var color = Color.white

    package init() {}
  }

  package func validate() -> [ParameterDiagnostic] {
    var diagnostics: [ParameterDiagnostic] = []
    if $from.isGiven != $to.isGiven {
      diagnostics.append(
        ParameterDiagnostic(
          .missingKey, "\"from\" and \"to\" stand together.", at: $from.isGiven ? "from" : "to"))
    }
    if let from, let to, from > to {
      diagnostics.append(ParameterDiagnostic(.conflict, "the end is before the start.", at: "to"))
    }
    if isOn, $count.isGiven {
      diagnostics.append(
        ParameterDiagnostic(.conflict, "\"count\" cannot be combined with \"isOn\".", at: "count"))
    }
    return diagnostics
  }

  package func apply(to picture: inout Picture, in context: EffectContext) throws {}
}

/// A reference, or a record with one.
package enum Spot: ParameterValue {
  case place(Reference)
  case area(Area)

  package struct Area: ParameterRecord {
    @Parameter("What is lit") package var at: Reference
    @Parameter("Room about it", unit: .pixels, in: 0...100) package var padding = 0.0

    package init() {}
  }

  package static var shape: ParameterShape { .union([.reference, Area.shape]) }

  package var json: JSON {
    switch self {
    case .place(let reference): reference.json
    case .area(let area): area.json
    }
  }

  package init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    switch json {
    case .string:
      guard let reference = Reference(from: json, &decoding) else { return nil }
      self = .place(reference)
    case .object:
      guard let area = Area(from: json, &decoding) else { return nil }
      self = .area(area)
    default:
      decoding.reportType(json, expected: Self.shape.words)
      return nil
    }
  }
}
