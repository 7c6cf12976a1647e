/// Text from outside as messages show it: in double quotes, at most 60 characters, with control
/// characters written as escapes, so that a job can't move the cursor of whoever reads its errors.
///
/// - Parameter text: Any text.
/// - Returns: The quoted text, with `…` where it was cut.
public func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in shortened(text).unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case _ where isInvisible(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// A character by its code point: `U+1F600`.
///
/// - Parameter scalar: Any scalar.
/// - Returns: At least four hexadecimal digits after `U+`.
public func codePoint(_ scalar: UnicodeScalar) -> String {
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

/// The first 60 characters, and `…` if there are more.
func shortened(_ text: String) -> String {
  let scalars = text.unicodeScalars
  guard scalars.count > 60 else { return text }
  return String(scalars.prefix(60)) + "…"
}

/// Four lower-case hexadecimal digits.
func hex(_ value: some FixedWidthInteger) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

private func isInvisible(_ scalar: UnicodeScalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
  default: false
  }
}
