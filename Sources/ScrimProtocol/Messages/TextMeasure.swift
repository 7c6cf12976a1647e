package import ScrimJSON

/// How a text came out in its frame.
package struct TextMeasure: Sendable, Hashable, Record {
  /// The layer as messages name it.
  package var layer = ""
  /// The beginning of what is shown, at most ``longestText`` characters.
  package var text = ""
  /// Number of characters that are shown.
  package var characters = 0
  /// The font size, and the one that the job asks for, px.
  package var size: Double = 0
  package var askedSize: Double = 0
  package var lines = 0
  /// Whether an ellipsis stands for the end of it.
  package var isShortened = false
  /// Number of characters that a font draws which the job does not name.
  package var substituted = 0
  /// The families of these fonts.
  package var otherFonts: [String] = []

  package static let longestText = 80

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("layer", &layer)
    try fields.required("text", &text)
    try fields.required("characters", &characters, in: 0 ... .max)
    try fields.required("size", &size)
    try fields.required("askedSize", &askedSize)
    try fields.required("lines", &lines, in: 0 ... .max)
    try fields.required("shortened", &isShortened)
    try fields.required("substituted", &substituted, in: 0 ... .max)
    try fields.required("otherFonts", &otherFonts)
  }
}
