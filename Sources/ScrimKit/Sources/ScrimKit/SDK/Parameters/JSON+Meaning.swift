// Exported, so that effects need only one import.
@_exported public import ScrimJSON

extension JSON {
  /// The number that a string such as "5" or "5px" probably means.
  var meantNumber: String? {
    guard case .string(let text) = self else { return nil }
    let digits = text.hasSuffix("px") ? text.dropLast(2) : text[...]
    guard let number = Double(digits), number.isFinite else { return nil }
    return number.plain
  }

  /// The boolean that a string probably means.
  var meantBoolean: String? {
    guard case .string(let text) = self else { return nil }
    return text == "true" || text == "false" ? text : nil
  }
}
