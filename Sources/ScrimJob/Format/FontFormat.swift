import ScrimKit

/// The keys of a font.
enum FontFormat {
  static let source = Key.text(
    "source", "Path relative to the job's assets, or absolute below an asset root",
    FileName.sourceForm, isRequired: true)
  static let family = Key.text(
    "family", "The name by which texts use the font; the family names in the file if not given",
    familyForm)

  static let object = ObjectFormat(
    .font, "A font file: TTF, OTF, TTC, WOFF or WOFF2", keys: [source.format, family.format])

  /// As texts can write it: a comma separates families, and spaces around a name do not count.
  private static let familyForm = TextForm(
    "^[^\\u0000-\\u001F\\u007F,]+$", not: "^\\s|\\s$",
    words: "a family name without commas, and without spaces around it")

  /// Whether a text can name the family.
  static func isFamily(_ name: String) -> Bool {
    guard let first = name.first, let last = name.last else { return false }
    return !first.isWhitespace && !last.isWhitespace
      && !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f || $0 == "," }
  }
}
