/// An attribute of a tag as it is written.
struct MarkupAttribute {
  let tag: String
  let name: String
  let value: String
  /// Where its name begins, as an offset in the markup.
  let place: Int
  /// Where its value begins.
  let valuePlace: Int

  /// The attribute as messages show it.
  var written: String { "\(unquoted(name))=\(quoted(value))" }

  func diagnostic(
    _ message: String, word: String? = nil, candidates: [String] = []
  ) -> TextDiagnostic {
    TextDiagnostic(
      .markup, at: "markup", message, word: word, candidates: candidates,
      offset: word == name ? place : valuePlace)
  }

  /// - Throws: `TextDiagnostic` at the value if it has an error.
  func check(_ found: ValueDiagnostic?) throws(TextDiagnostic) {
    guard let found else { return }
    throw diagnostic(
      "\(name): \(found.message)", word: found.word, candidates: found.candidates)
  }
}
