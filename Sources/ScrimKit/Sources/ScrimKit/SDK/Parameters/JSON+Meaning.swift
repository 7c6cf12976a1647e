// Exported, so that effects need only one import.
@_exported public import ScrimJSON

extension JSON {
  /// The number that a string such as "5", "5px" or "1.5rem" probably means; a browser's root has 16 px.
  var meantNumber: String? {
    guard case .string(let text) = self else { return nil }
    if text.hasSuffix("rem") { return Double(text.dropLast(3)).map { ($0 * 16).plain } }
    let digits = text.hasSuffix("px") ? text.dropLast(2) : text[...]
    guard let number = Double(digits), number.isFinite else { return nil }
    return number.plain
  }

  /// The number that a string probably means as the value of a key: also "bold" as a weight, and "50%" as an opacity.
  func meantNumber(of key: PathElement?) -> String? {
    guard case .string(let text) = self else { return nil }
    switch key {
    case .key("weight"):
      return Self.weights[text.lowercased()].map(String.init) ?? meantNumber
    case .key("opacity") where text.hasSuffix("%"):
      return Double(text.dropLast()).map { ($0 / 100).plain }
    default: return meantNumber
    }
  }

  /// CSS Fonts 4, font-weight, and the names of usual styles.
  private static let weights = [
    "thin": 100, "light": 300, "normal": 400, "regular": 400, "medium": 500, "semibold": 600,
    "bold": 700, "extrabold": 800, "black": 900,
  ]

  /// The boolean that a string probably means.
  var meantBoolean: String? {
    guard case .string(let text) = self else { return nil }
    return text == "true" || text == "false" ? text : nil
  }
}
