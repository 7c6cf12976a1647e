import ScrimJSON

extension Diagnostic {
  /// Requires what users rely on, whatever the document was.
  ///
  /// - Parameter end: The last place of the document.
  func check(end: Position) {
    let text = text(file: "job.json")
    require(
      message.hasSuffix(".") || message.hasSuffix("?"), "a message is a sentence: \(text)")
    require(
      code.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) },
      "a code is in kebab-case: \(code)")
    require(
      !text.unicodeScalars.contains { $0.properties.generalCategory == .control },
      "control characters are written as escapes: \(self)")
    require(text.unicodeScalars.count < 4096, "a message fits a screen: \(text)")
    if let position {
      require(
        Position(line: 1, column: 1) <= position && position <= end,
        "\(position) lies in the document, which ends at \(end): \(text)")
    } else {
      require(false, "every mistake has a position: \(text)")
    }
    guard let again = Diagnostic(json: json) else {
      return require(false, "a problem can be read back: \(json.text())")
    }
    require(
      (again.code, again.message, again.position) == (code, message, position),
      "a problem is read back as it was: \(json.text())")
  }
}
