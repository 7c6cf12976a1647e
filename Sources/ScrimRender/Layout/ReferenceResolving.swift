import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

extension PlacedLayer {
  /// Resolves a reference to this layer.
  ///
  /// - Parameters:
  ///   - reference: A reference to this layer.
  ///   - extent: The layer's extent with its effects.
  /// - Returns: At least one rectangle, px on the canvas.
  /// - Throws: ``EmptyReference``.
  func rectangles(of reference: Reference, extent: Rect) throws(EmptyReference) -> [Rect] {
    func nothing(_ reason: String) -> EmptyReference { EmptyReference(reference, reason) }
    switch reference.part {
    case .frame: return [frame]
    case .extent:
      guard !extent.isEmpty else { throw nothing("the layer draws nothing.") }
      return [extent]
    case .ink:
      let ink = self.ink
      guard !ink.isEmpty else { throw nothing("the layer's content has no ink.") }
      return [ink]
    case .line(let number):
      let text = try self.text(nothing)
      guard text.lines.indices.contains(number) else {
        throw nothing("the text has \(text.lines.count) lines, counted from 0.")
      }
      return [text.lines[number].rectangle]
    case .lines:
      let lines = try text(nothing).lines.map(\.rectangle).filter { !$0.isEmpty }
      guard !lines.isEmpty else { throw nothing("no line of the text has words.") }
      return lines
    case .match(let words):
      let found = try text(nothing).rectangles(matching: words)
      guard !found.isEmpty else { throw nothing(Self.doesNotContain) }
      return found
    case .concealed:
      let hidden = concealed.filter { !$0.isEmpty }
      guard !hidden.isEmpty else {
        throw nothing("no part of the \(visibleText == nil ? "layer" : "text") is concealed.")
      }
      return hidden
    }
  }

  /// The rectangles that effects conceal: lines of a text, or parts of any other layer.
  private var concealed: [Rect] {
    if let text = visibleText { return text.lines.filter(\.isConcealed).map(\.rectangle) }
    return layer.effects.map { $0.effect.concealedPart(of: frame) }
  }

  static let doesNotContain = "the text does not contain these words."

  private func text(_ nothing: (String) -> EmptyReference) throws(EmptyReference) -> TextLayout {
    guard let text = visibleText else { throw nothing("the layer's content is not text.") }
    return text
  }
}

extension Job {
  /// The error of a reference that matches nothing.
  func diagnostic(emptyReference error: EmptyReference, at path: [PathElement]) -> Diagnostic {
    diagnostic("empty-reference", "\(quoted(error.reference.text)): \(error.reason)", at: path)
  }
}
