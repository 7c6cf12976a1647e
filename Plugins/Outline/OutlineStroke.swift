import ScrimKit

/// One stroke of an outline.
public struct OutlineStroke: ParameterRecord {
  @Parameter("Stroke width", unit: .pixels, in: 0...1000) public var width = 5.0
  @Parameter("Stroke colour or gradient; its box is the layer's frame")
  public var color = Paint.black
  @Parameter("Stroke position: centred on the edge (half of it shows), outside or inside")
  public var position = StrokePosition.center
  @Parameter("Corner style") public var lineJoin = LineJoin.round
  @Parameter("Miter limit, in multiples of the width", in: 1...100)
  public var miterLimit = 4.0
  @Parameter("Alternating lengths of dashes and gaps", unit: .pixels, in: 0...10_000)
  public var dash: [Double] = []

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    guard !dash.isEmpty, !dash.contains(where: { $0 > 0 }) else { return [] }
    return [
      ParameterDiagnostic(.invalidValue, "at least one length must be more than 0.", at: "dash")
    ]
  }

  /// How far the visible stroke extends beyond the edge, px.
  var reach: Double {
    switch position {
    case .inside: 0
    case .center, .outside: style.reach
    }
  }

  /// How far from a position the silhouette determines the stroke there, px: one pixel more than the width, because
  /// everything outside its mask counts as empty.
  func inputReach(scale: Double) -> Double { width + 1 / scale }

  /// The style for stroking an outline whose inner half is hidden.
  var style: StrokeStyle {
    StrokeStyle(
      width: position == .outside ? 2 * width : width, join: lineJoin, miterLimit: miterLimit,
      dash: dash)
  }
}

/// The position of a stroke relative to the edge.
public enum StrokePosition: String, ParameterChoice {
  /// Half on each side; the fill hides the inner half.
  case center
  /// Entirely outside.
  case outside
  /// Entirely inside, over the fill.
  case inside
}

/// The new fill of glyphs: a paint, or none.
public enum OutlineFill: ParameterValue, Hashable {
  /// Only the stroke is drawn.
  case none
  /// The glyphs are filled with this paint.
  case paint(Paint)

  public static var shape: ParameterShape { .union([.paint, .choice(["none"])]) }

  public var json: JSON { paint?.json ?? .string("none") }

  var paint: Paint? {
    guard case .paint(let paint) = self else { return nil }
    return paint
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    switch json {
    case .string("none"):
      self = .none
    case .string, .object:
      guard let paint = Paint(from: json, &decoding) else { return nil }
      self = .paint(paint)
    default:
      decoding.reportType(json, expected: "a colour, a gradient or \"none\"")
      return nil
    }
  }
}
