package import ScrimJSON

/// What effects conceal of a layer: words, or a part of an image. It has none of the words.
package struct ConcealedContent: Sendable, Hashable, Record {
  /// The layer as messages name it.
  package var layer = ""
  /// The names of the effects.
  package var effects: [String] = []
  /// JSON Pointer of the string or markup that has the words; `nil` of a layer without text.
  package var pointer: String?
  package var isMarkup = false
  /// The words' UTF-8 ranges in that value, `[start, end]`; `nil` if they are not known.
  package var ranges: [[Int]]?
  /// The first concealed line, from 1, and the last one, of those in the image.
  package var lines: [Int] = []
  /// Where they are on the canvas, `[x, y, width, height]`, px at scale 1.
  package var area: [Double] = []
  /// What follows from the words where decoys replace them; `nil` if they are drawn.
  package var facts: Facts?

  /// What the image may depend on of words that decoys replace.
  package struct Facts: Sendable, Hashable, Record {
    /// Whether the first of them follows the last visible line in the same paragraph.
    package var continues = false
    /// The number of their lines at the requested size; `nil` if the job gives it.
    package var lines: Int?
    /// The script of the decoys, ISO 15924; `nil` for digits.
    package var script: String?
    /// Whether it is that of the words, and not one that the job gives.
    package var isScriptRead = false
    /// The number of style changes in markup that cover the entire text; `nil` if they do not matter.
    package var styles: Int?

    package init() {}

    package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("continues", &continues)
      try fields.optional("lines", &lines)
      try fields.optional("script", &script)
      try fields.required("scriptRead", &isScriptRead)
      try fields.optional("styles", &styles)
    }
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("layer", &layer)
    try fields.required("effects", &effects)
    try fields.optional("pointer", &pointer)
    try fields.required("markup", &isMarkup)
    try fields.optional("ranges", &ranges)
    try fields.required("lines", &lines)
    try fields.required("area", &area)
    try fields.optional("facts", &facts)
  }
}
