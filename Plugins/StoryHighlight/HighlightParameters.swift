import ScrimKit

/// The part of a line to cover.
public enum LineBox: String, ParameterChoice {
  /// From the fonts' ascent to their descent, or `lineHeight`.
  case font
  /// The bounds of the line's ink.
  case ink
}

/// How a highlight handles a line without words.
public enum EmptyLine: String, ParameterChoice {
  /// The block ends above it, and another begins below.
  case `break`
  /// The lines above and below it are joined, as if it were line spacing.
  case bridge
}

/// A line around the outside of a highlight.
public struct HighlightStroke: ParameterRecord {
  @Parameter("Line width", unit: .pixels, in: 0...1000) public var width = 2.0
  @Parameter("Line colour") public var color = Color.black

  /// Creates a stroke with default parameters.
  public init() {}
}

/// Padding around the words of each line, px: a number, or `[vertical, horizontal]`.
public struct HighlightPadding: Hashable, Sendable {
  /// Above and below.
  public var vertical: Double
  /// Left and right.
  public var horizontal: Double

  /// Creates padding of two sizes, px.
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
