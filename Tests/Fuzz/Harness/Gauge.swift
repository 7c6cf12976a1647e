import ScrimKit

/// An effect with a parameter of every kind; it draws nothing.
struct Gauge: Effect {
  static let manifest = Manifest("gauge", version: "1.0.0", summary: "Has every parameter.")

  @Parameter("A switch") var isOn = false
  @Parameter("A length", unit: .pixels, in: 0...250) var sigma = 11.0
  @Parameter("At least nothing", unit: .pixels, in: 0 ... .infinity) var gap = 0.0
  @Parameter("A count", in: 1...9) var count = 3
  @Parameter("Words") var words = "none"
  @Parameter("May be left out", unit: .degrees, in: -360...360) var turn: Double? = nil
  @Parameter("A word of several") var join = LineJoin.round
  @Parameter("A colour") var color = Color.black
  @Parameter("A paint") var fill = Paint.white
  @Parameter("A length or a share") var length = Length.percent(50)
  @Parameter("Insets", unit: .pixels, in: 0...40) var padding = Insets(2)
  @Parameter("Radii") var radii = CornerRadii(.pixels(8))
  @Parameter("Numbers", in: -1...1) var numbers = [0.25]
  @Parameter("A record") var ring = Ring()
  @Parameter("Records") var rings: [Ring] = []
  @Parameter("Fonts") var font = FontFamilies(["sans-serif"])
  @Parameter("A text") var label: TextSpec? = nil
  @Parameter("A picture") var picture: ImageSource? = nil
  @Parameter("A reference") var anchor: Reference? = nil
  @Parameter("References, alone or with room about them") var targets: [Target] = []

  func validate() -> [ParameterDiagnostic] {
    guard isOn && sigma == 0 else { return [] }
    return [ParameterDiagnostic(.conflict, "0 leaves nothing to switch on.", at: "sigma")]
  }

  func apply(to picture: inout Picture, in context: EffectContext) {}
}

/// A record that holds references and checks itself.
struct Ring: ParameterRecord {
  @Parameter("Line width", unit: .pixels, in: 0...20) var width = 2.0
  @Parameter("Paint of the line") var fill = Paint.black
  @Parameter("Where it stands") var at: [Reference] = []

  func validate() -> [ParameterDiagnostic] {
    width == 13 ? [ParameterDiagnostic(.conflict, "13 px brings no luck.", at: "width")] : []
  }
}

/// A record with something that must be said.
struct Spot: ParameterRecord {
  @Parameter("What is lit") var at: Reference
  @Parameter("Room about it", unit: .pixels, in: 0...100) var padding = 0.0
}

/// One of two things.
enum Target: ParameterValue {
  case place(Reference)
  case spot(Spot)

  static var shape: ParameterShape { .union([.reference, Spot.shape]) }

  init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    if case .object = json {
      guard let spot = Spot(from: json, &decoding) else { return nil }
      self = .spot(spot)
    } else {
      guard let reference = Reference(from: json, &decoding) else { return nil }
      self = .place(reference)
    }
  }

  var json: JSON {
    switch self {
    case .place(let reference): reference.json
    case .spot(let spot): spot.json
    }
  }
}
