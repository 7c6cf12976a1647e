/// An attribute of a tag as written.
struct MarkupAttribute {
  let tag: String
  let name: String
  let value: String
  /// The offset of its name in the markup.
  let place: Int
  /// The offset of its value in the markup.
  let valuePlace: Int

  /// The attribute as shown in messages.
  var written: String { "\(unquoted(name))=\(quoted(value))" }

  func diagnostic(
    _ message: String, word: String? = nil, candidates: [String] = []
  ) -> TextDiagnostic {
    TextDiagnostic(
      .markup, at: "markup", message, word: word, candidates: candidates,
      offset: word == name ? place : valuePlace)
  }

  /// - Throws: `TextDiagnostic` at the value if there is an error.
  func check(_ found: ValueDiagnostic?) throws(TextDiagnostic) {
    guard let found else { return }
    throw diagnostic(
      "\(name): \(found.message)", word: found.word, candidates: found.candidates)
  }
}
