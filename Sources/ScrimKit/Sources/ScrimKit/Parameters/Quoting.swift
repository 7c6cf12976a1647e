/// Text from a job as messages show it, in double quotes: at most 40 characters, with what would not
/// show or would move a terminal's cursor written as escapes.
func quoted(_ text: String) -> String {
  let scalars = text.unicodeScalars
  let isShort = scalars.count <= 40
  return "\"" + scalars.prefix(isShort ? 40 : 39).map(shown).joined() + (isShort ? "\"" : "…\"")
}

/// As ``quoted(_:)``, without the quotes.
func unquoted(_ text: String) -> String {
  String(quoted(text).dropFirst().dropLast())
}

private func shown(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\"": return "\\\""
  case "\\": return "\\\\"
  case "\n": return "\\n"
  case "\t": return "\\t"
  case "\r": return "\\r"
  default: break
  }
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned:
    return "\\u{\(String(scalar.value, radix: 16))}"
  default:
    return String(scalar)
  }
}
