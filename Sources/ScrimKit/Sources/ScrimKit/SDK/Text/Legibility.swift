/// The least contrast that a text must have with what is around its glyphs: a ratio of WCAG 2.2, or a level of its
/// success criteria 1.4.3 and 1.4.6, whose ratio depends on the size of the glyphs.
public enum Legibility: MeasuredValue, Hashable {
  /// A ratio of 1…21.
  case ratio(Double)
  /// 4.5, or 3 for large glyphs.
  case levelAA
  /// 7, or 4.5 for large glyphs.
  case levelAAA

  private static let levels = ["AA", "AAA"]

  /// A number, `"AA"` or `"AAA"`.
  public static var shape: ParameterShape { .union([.number, .choice(levels)]) }

  /// As written in a job.
  public var json: JSON {
    switch self {
    case .ratio(let ratio): .number(ratio)
    case .levelAA: "AA"
    case .levelAAA: "AAA"
    }
  }

  /// The ratio; of a level none.
  public var measures: [(path: [PathElement], value: Double)] {
    if case .ratio(let ratio) = self { [([], ratio)] } else { [] }
  }

  /// Decodes a number or the name of a level.
  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    switch json {
    case .number(let ratio): self = .ratio(ratio)
    case .string("AA"): self = .levelAA
    case .string("AAA"): self = .levelAAA
    case .string(let word):
      decoding.report(
        .invalidValue, "\(json.description) is not a ratio such as 4.5, \"AA\" or \"AAA\".",
        word: word, candidates: Self.levels)
      return nil
    default:
      decoding.reportType(json, expected: "a ratio such as 4.5, \"AA\" or \"AAA\"")
      return nil
    }
  }

  /// The least ratio for glyphs of a size. Large are those of 18 pt (24 px), and bold ones of 14 pt (18.66 px).
  ///
  /// - Parameters:
  ///   - size: The font size, px.
  ///   - weight: The font's weight, 100…1000; bold from 700 on.
  /// - Returns: 1…21.
  @_spi(Host) public func ratio(size: Double, weight: Int) -> Double {
    // Pango's sizes are multiples of 1/1024 px.
    let size = size + 0.002
    let isLarge = size >= 24 || size >= 18.66 && weight >= 700
    return switch self {
    case .ratio(let ratio): ratio
    case .levelAA: isLarge ? 3 : 4.5
    case .levelAAA: isLarge ? 4.5 : 7
    }
  }
}

/// What a text gets that has less contrast than it must have.
public enum LegibilityFix: String, ParameterChoice {
  /// A shadow under its glyphs.
  case shadow
  /// A shape under its lines.
  case panel
  /// A lighter or darker colour.
  case color
}
