import ScrimKit

/// An effect with a parameter of every kind.
struct Gauge: Effect {
  static let manifest = Manifest("gauge", version: "1.0.0", summary: "Has every parameter.")

  @Parameter("A switch") var isOn = false
  @Parameter("A share", in: 0...1) var share = 0.5
  @Parameter("A length of time or space", unit: .pixels, in: 0...250) var sigma = 11.0
  @Parameter("At least nothing", unit: .pixels, in: 0 ... .infinity) var gap = 0.0
  @Parameter("At most a full turn", unit: .degrees, in: -.infinity...360) var turn = 0.0
  @Parameter("A count", in: 1...9) var count = 3
  @Parameter("Words") var words = "none"
  @Parameter("May be left out", unit: .pixels, in: 1...5) var optional: Double? = nil
  @Parameter("A word of several") var join = LineJoin.round
  @Parameter("A colour") var color = Color.black
  @Parameter("A paint") var fill = Paint.white
  @Parameter("A length") var length = Length.percent(50)
  @Parameter("Insets", unit: .pixels, in: 0...40) var padding = Insets(2)
  @Parameter("Radii") var radii = CornerRadii(.pixels(8))
  @Parameter("Numbers", in: -1...1) var numbers = [0.25]
  @Parameter("A record") var ring = Ring()
  @Parameter("Records") var rings: [Ring] = []
  @Parameter("Fonts") var font = FontFamilies(["sans-serif"])
  @Parameter("A reference") var anchor: Reference? = nil
  @Parameter("References, alone or with a padding") var targets: [Target] = []

  func validate() -> [ParameterDiagnostic] {
    guard isOn && sigma == 0 else { return [] }
    return [ParameterDiagnostic(.conflict, "0 leaves nothing to switch on.", at: "sigma")]
  }

  func apply(to picture: inout Picture, in context: EffectContext) {}
}

/// A record in a record's place.
struct Ring: ParameterRecord {
  @Parameter("Line width", unit: .pixels, in: 0...20) var width = 2.0
  @Parameter("Line colour") var color = Color.black
  @Parameter("Where it stands") var at: [Reference] = []

  func validate() -> [ParameterDiagnostic] {
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

extension Gauge {
  /// The errors in `json`, as people would be told.
  static func messages(in json: JSON) -> [String] { diagnostics(in: json).map(\.told) }

  static func diagnostics(in json: JSON) -> [ParameterDiagnostic] {
    var decoding = ParameterDecoding()
    let gauge = decode(json, &decoding)
    return gauge == nil ? decoding.diagnostics : []
  }

  static func read(_ json: JSON) -> Gauge? {
    var decoding = ParameterDecoding()
    return decode(json, &decoding)
  }
}
