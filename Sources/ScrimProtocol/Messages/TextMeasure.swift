package import ScrimJSON

/// How a text came out in its frame.
package struct TextMeasure: Sendable, Hashable, JSONRecord {
  /// The layer as messages name it.
  package var layer: String
  /// Number of characters that are shown.
  package var characters: Int
  /// The font size, and the one that the job asks for, px.
  package var size: Double
  package var askedSize: Double
  package var lines: Int
  /// Whether an ellipsis stands for the end of it.
  package var isShortened: Bool
  /// Number of characters that a font draws which the job does not name.
  package var substituted: Int

  package init(
    layer: String, characters: Int, size: Double, askedSize: Double, lines: Int, isShortened: Bool,
    substituted: Int
  ) {
    self.layer = layer
    self.characters = characters
    self.size = size
    self.askedSize = askedSize
    self.lines = lines
    self.isShortened = isShortened
    self.substituted = substituted
  }

  package init(fields: FieldReader) throws(FieldError) {
    layer = try fields.string("layer")
    characters = try fields.integer("characters", in: 0 ... .max)
    size = try fields.number("size")
    askedSize = try fields.number("askedSize")
    lines = try fields.integer("lines", in: 0 ... .max)
    isShortened = try fields.boolean("shortened")
    substituted = try fields.integer("substituted", in: 0 ... .max)
  }

  package var json: JSON {
    [
      "layer": .string(layer), "characters": .integer(characters), "size": .number(size),
      "askedSize": .number(askedSize), "lines": .integer(lines),
      "shortened": .boolean(isShortened), "substituted": .integer(substituted),
    ]
  }
}
