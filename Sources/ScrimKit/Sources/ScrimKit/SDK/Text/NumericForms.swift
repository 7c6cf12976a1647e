/// Forms of digits as OpenType features: one word of CSS `font-variant-numeric`, or a list of several.
public struct NumericForms: Hashable, ParameterValue {
  /// A form, with CSS's keywords (CSS Fonts §6.7).
  public enum Form: String, ParameterChoice, Hashable {
    /// Digits as high as capital letters.
    case liningNums = "lining-nums"
    /// Digits with ascenders and descenders.
    case oldstyleNums = "oldstyle-nums"
    /// Digits of different widths.
    case proportionalNums = "proportional-nums"
    /// Digits of equal width.
    case tabularNums = "tabular-nums"
    /// Fractions with a slanted line.
    case diagonalFractions = "diagonal-fractions"
    /// Fractions with a horizontal line.
    case stackedFractions = "stacked-fractions"
    /// The letters of ordinal numbers, raised.
    case ordinal
    /// A zero with a slash.
    case slashedZero = "slashed-zero"

    /// The OpenType feature.
    var feature: String {
      switch self {
      case .liningNums: "lnum"
      case .oldstyleNums: "onum"
      case .proportionalNums: "pnum"
      case .tabularNums: "tnum"
      case .diagonalFractions: "frac"
      case .stackedFractions: "afrc"
      case .ordinal: "ordn"
      case .slashedZero: "zero"
      }
    }

    /// The form that it excludes.
    fileprivate var opposite: Form? {
      switch self {
      case .liningNums: .oldstyleNums
      case .oldstyleNums: .liningNums
      case .proportionalNums: .tabularNums
      case .tabularNums: .proportionalNums
      case .diagonalFractions: .stackedFractions
      case .stackedFractions: .diagonalFractions
      case .ordinal, .slashedZero: nil
      }
    }
  }

  /// The forms in the order of the job, at least one.
  public let forms: ChoiceList<Form>

  /// Creates a list of at least one form.
  public init(_ forms: [Form]) { self.forms = ChoiceList(forms) }

  public static var shape: ParameterShape { ChoiceList<Form>.shape }
  public var json: JSON { forms.json }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard let forms = ChoiceList<Form>(from: json, &decoding) else { return nil }
    for (index, form) in forms.choices.enumerated() {
      guard let other = form.opposite, forms.choices[..<index].contains(other) else { continue }
      decoding.at(.index(index)) { decoding in
        decoding.report(
          .conflict, "\(quoted(form.rawValue)) cannot be combined with \(quoted(other.rawValue)).")
      }
      return nil
    }
    self.forms = forms
  }

  /// The features in HarfBuzz's syntax.
  var features: String { forms.choices.map(\.feature).joined(separator: ",") }
}
