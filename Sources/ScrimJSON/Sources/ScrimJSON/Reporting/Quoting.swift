/// Quotes untrusted text for messages: in double quotes, at most 60 characters, with control characters escaped so that
/// a job cannot control the reader's terminal.
///
/// - Parameter text: Any text.
/// - Returns: The quoted text, with `…` if it was truncated.
public func quoted(_ text: String) -> String {
  "\"\(unquoted(text))\""
}

/// Escapes text as ``quoted(_:)`` does, without the surrounding quotes.
///
/// - Parameter text: Any text.
/// - Returns: The escaped text, with `…` if it was truncated.
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

/// Escapes a name or a line for a terminal: control characters and bidirectional controls are escaped, so that a file
/// name cannot move the cursor or hide the text after it.
///
/// - Parameter text: Any text.
/// - Returns: The complete text, in one line.
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

/// The notation of a character's code point: `U+1F600`.
///
/// - Parameter scalar: Any scalar.
/// - Returns: `U+` and at least four hexadecimal digits.
public func codePoint(_ scalar: UnicodeScalar) -> String {
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

/// The first 60 characters, followed by `…` if there are more.
func shortened(_ text: String) -> String {
  let scalars = text.unicodeScalars
  guard scalars.count > 60 else { return text }
  return String(scalars.prefix(60)) + "…"
}

/// At least four lowercase hexadecimal digits.
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
