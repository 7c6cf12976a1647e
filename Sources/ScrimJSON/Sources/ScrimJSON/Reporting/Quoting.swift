/// Text from outside as messages show it: in double quotes, at most 60 characters, with control
/// characters written as escapes, so that a job can't move the cursor of whoever reads its errors.
///
/// - Parameter text: Any text.
/// - Returns: The quoted text, with `…` where it was cut.
public func quoted(_ text: String) -> String {
  "\"\(unquoted(text))\""
}

/// As ``quoted(_:)``, without the quotes around it.
///
/// - Parameter text: Any text.
/// - Returns: The text with escapes, and with `…` where it was cut.
public func unquoted(_ text: String) -> String {
  var result = ""
  for scalar in shortened(text).unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case _ where isInvisible(scalar): result += escaped(scalar)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// A name or a line for a terminal: control characters and those that turn the direction of writing
/// are written as escapes, so that no file's name can move a cursor or hide what follows.
///
/// - Parameter text: Any text.
/// - Returns: All of the text, in one line.
public func printable(_ text: String) -> String {
  // The usual case is plain ASCII.
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case _ where movesTheCursor(scalar): result += escaped(scalar)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private func movesTheCursor(_ scalar: UnicodeScalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: true
  default: scalar.properties.isBidiControl
  }
}

private func escaped(_ scalar: UnicodeScalar) -> String {
  "\\u{\(String(scalar.value, radix: 16))}"
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
