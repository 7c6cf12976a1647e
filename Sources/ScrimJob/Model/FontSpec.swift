package import ScrimJSON

/// A font file that a job brings along.
package struct FontSpec: Sendable, Hashable {
  /// The name as in the document.
  package let source: String
  /// The family's name for texts; `nil` for the names in the font.
  package let family: String?
  /// The path of the file's name in the document: `fonts[0]`, or `fonts[0].source`.
  package let path: [PathElement]
}
