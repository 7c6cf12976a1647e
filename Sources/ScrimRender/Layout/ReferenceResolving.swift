import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit

extension PlacedLayer {
  /// The rectangles that a reference to this layer names.
  ///
  /// - Parameters:
  ///   - reference: Names this layer.
  ///   - extent: Gives the layer's extent with its effects.
  ///   - diagnostic: Makes an error of the reason why it names nothing.
  /// - Returns: At least one, px on the canvas.
  /// - Throws: What `diagnostic` makes, if the reference names nothing; what `extent` throws.
  func rectangles(
    of reference: Reference, extent: () throws -> Rect, diagnostic: (String) -> Diagnostic
  ) throws -> [Rect] {
    func nothing(_ why: String) -> JobDiagnostics { JobDiagnostics(diagnostics: [diagnostic(why)]) }
    switch reference.part {
    case .frame: return [frame]
    case .extent:
      let extent = try extent()
      guard !extent.isEmpty else { throw nothing("the layer draws nothing.") }
      return [extent]
    case .ink:
      let ink = self.ink
      guard !ink.isEmpty else { throw nothing("the layer's content has no ink.") }
      return [ink]
    case .line(let number):
      let text = try self.text { nothing($0) }
      guard text.lines.indices.contains(number) else {
        throw nothing("the text has \(text.lines.count) lines, counted from 0.")
      }
      return [text.lines[number].rectangle]
    case .lines:
      let lines = try text { nothing($0) }.lines.map(\.rectangle).filter { !$0.isEmpty }
      guard !lines.isEmpty else { throw nothing("no line of the text has words.") }
      return lines
    case .match(let words):
      let found = try text { nothing($0) }.rectangles(matching: words)
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

  /// What effects hide: lines of a text, parts of any other layer.
  private var concealed: [Rect] {
    if let text = visibleText { return text.lines.filter(\.isConcealed).map(\.rectangle) }
    return layer.effects.map { $0.effect.concealedPart(of: frame) }
  }

  static let doesNotContain = "the text does not contain these words."

  private func text(_ nothing: (String) -> JobDiagnostics) throws(JobDiagnostics) -> TextLayout {
    guard let text = visibleText else { throw nothing("the layer's content is not text.") }
    return text
  }
}
