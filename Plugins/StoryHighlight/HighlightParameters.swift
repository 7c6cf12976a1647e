import ScrimKit

/// What of a line has to be covered.
public enum LineBox: String, ParameterChoice {
  /// From the fonts' ascent to their descent, or `lineHeight`.
  case font
  /// The bounds of the letters' ink.
  case ink
}

/// What a line without words does to a highlight.
public enum EmptyLine: String, ParameterChoice {
  /// The block ends above it, and another begins below.
  case `break`
  /// The lines above and below it touch, as if it were spacing.
  case bridge
}

/// A line around the outside of a highlight.
public struct HighlightStroke: ParameterRecord {
  @Parameter("Line width", unit: .pixels, in: 0...1000) public var width = 2.0
  @Parameter("Line colour") public var color = Color.black

  /// A line of defaults.
  public init() {}
}

/// Room around the words of each line: a number, or `[vertical, horizontal]`; px.
public struct HighlightPadding: Hashable, Sendable {
  /// Above and below.
  public var vertical: Double
  /// Left and right.
  public var horizontal: Double

  /// Room of two sizes, px.
  public init(vertical: Double, horizontal: Double) {
    self.vertical = vertical
    self.horizontal = horizontal
  }

  var insets: Insets {
    Insets(top: vertical, right: horizontal, bottom: vertical, left: horizontal)
  }
}

extension HighlightPadding: MeasuredValue {
  public static var shape: ParameterShape {
    .union([
      .number,
      .tuple([
        ParameterDeclaration("vertical", "Padding above and below", .number),
        ParameterDeclaration("horizontal", "Padding left and right", .number),
      ]),
    ])
  }

  public var json: JSON {
    vertical == horizontal
      ? .number(vertical) : .array([.number(vertical), .number(horizontal)])
  }

  public var measures: [(path: [PathElement], value: Double)] {
    vertical == horizontal
      ? [([], vertical)] : [([.index(0)], vertical), ([.index(1)], horizontal)]
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    let expected = "a number or two (vertical, horizontal)"
    if let all = json.number {
      self.init(vertical: all, horizontal: all)
      return
    }
    switch json {
    case .array(let elements) where elements.count == 2:
      guard let sides = [Double](from: json, &decoding) else { return nil }
      self.init(vertical: sides[0], horizontal: sides[1])
    case .array(let elements):
      decoding.report(.outOfRange, "expected \(expected), found a list of \(elements.count).")
      return nil
    default:
      decoding.reportType(json, expected: expected)
      return nil
    }
  }
}
