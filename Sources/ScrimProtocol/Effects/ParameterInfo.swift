package import ScrimJSON

/// The declaration of a parameter of an effect, or of a key inside one.
package struct ParameterInfo: Sendable, Hashable, Record {
  package var name = ""
  package var help = ""
  package var shape = ShapeInfo(.plain(""), words: "")
  /// The unit of its numbers: `px`, `°` …
  package var unit: String?
  package var minimum: Double?
  package var maximum: Double?
  package var isRequired = false
  /// `nil` if it is required, or if there is none.
  package var defaultValue: JSON?

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("name", &name)
    try fields.required("help", &help)
    try fields.required("shape", &shape)
    try fields.optional("unit", &unit)
    try fields.optional("minimum", &minimum)
    try fields.optional("maximum", &maximum)
    try fields.optional("required", &isRequired, default: false)
    try fields.optional("default", &defaultValue)
  }
}
