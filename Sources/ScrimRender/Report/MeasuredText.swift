import ScrimJob
@_spi(Host) import ScrimKit

/// How a text came out in its frame, for comparing the rows of a template.
package struct MeasuredText: Sendable {
  /// The layer as messages name it.
  package let layer: String
  /// What is shown.
  package let text: String
  /// Number of characters that are shown.
  package let characters: Int
  /// The font size, and the one that the job asks for, px.
  package let size: Double
  package let askedSize: Double
  package let lines: Int
  /// Whether an ellipsis stands for the end of it.
  package let isShortened: Bool
  /// Number of characters that a font draws which the job does not name.
  package let substituted: Int
  /// The families of these fonts, each once.
  package let otherFonts: [String]

  init?(_ placed: PlacedLayer) {
    guard let text = placed.visibleText, case .text(let asked) = placed.layer.content else {
      return nil
    }
    layer = placed.layer.displayName
    self.text = text.string
    characters = text.string.unicodeScalars.count
    size = text.spec.size
    askedSize = asked.size
    lines = text.lines.count
    let isWhole = asked.string == text.spec.string && asked.markup == text.spec.markup
    isShortened = !isWhole && text.string.unicodeScalars.contains("…")
    substituted = text.fallbacks.reduce(0) { $0 + $1.characters }
    otherFonts = Set(text.fallbacks.map(\.usedFamily)).sorted()
  }
}
