package import ScrimJSON

/// A value of a template's input that a submission gives: text, which is converted by the input's type.
package struct InputSetting: Sendable, Hashable {
  package let input: String
  package let text: String

  package init(input: String, text: String) {
    self.input = input
    self.text = text
  }

  /// As in `submission.json`: `{"name": "Ada"}`.
  package static func json(_ settings: [InputSetting]) -> JSON {
    .object(settings.map { JSON.Member($0.input, .string($0.text)) })
  }
}
