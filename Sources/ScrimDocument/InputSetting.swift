package import ScrimJSON

/// A value of a template's input, which takes precedence over the row's: text, which is converted by the input's type.
package struct InputSetting: Sendable, Hashable, Record {
  package var input = ""
  package var text = ""

  package init(input: String, text: String) {
    self.input = input
    self.text = text
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("input", &input)
    try fields.required("text", &text)
  }

  /// As in `submission.json`: `{"name": "Ada"}`.
  package static func json(_ settings: [InputSetting]) -> JSON {
    .object(settings.map { JSON.Member($0.input, .string($0.text)) })
  }
}
