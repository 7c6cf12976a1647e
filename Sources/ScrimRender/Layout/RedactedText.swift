import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit

/// A layer's text after every effect has said what it conceals.
///
/// This is done before anything asks for the text, so that words which must not be drawn are replaced
/// from the start, also for the effects before the one that conceals them.
struct RedactedText {
  /// The text as each effect of the chain sees it, and last as all others do.
  private(set) var texts: [TextLayout]
  /// The indices of the effects that conceal words which they still draw themselves.
  private(set) var concealingEffects: Set<Int> = []

  /// A text of which no effect conceals anything.
  init(_ text: TextLayout) {
    texts = [text]
  }

  /// Asks the effects of a layer in their order.
  ///
  /// - Parameters:
  ///   - text: The text where it stands.
  ///   - effects: The layer's effects.
  ///   - layer: Its index in the document.
  ///   - tracker: Is told which effect runs.
  ///   - geometry: What the effect at an index knows, given the text as it sees it.
  /// - Throws: `JobDiagnostics` where an effect refuses; `DrawingError`.
  init(
    _ text: TextLayout, effects: ArraySlice<EffectUse>, ofLayer layer: Int, tracker: EffectTracker,
    geometry: (TextLayout, Int) -> EffectGeometry
  ) throws {
    texts = [text]
    var last = text
    for (index, use) in effects.enumerated() {
      let redaction = try tracker.on(use, ofLayer: layer) {
        let redaction = try use.effect.redaction(of: last, in: geometry(last, index))
        try redaction?.check(against: last)
        return redaction
      }
      if let redaction {
        texts = texts.map { $0.taking(redaction.before, changedFrom: last) }
        if redaction.keepsWords { concealingEffects.insert(index) }
        last = redaction.after
      }
      texts.append(last)
    }
  }

  /// Whether two redactions of one text conceal the same.
  func isSame(as other: RedactedText) -> Bool {
    concealingEffects == other.concealingEffects
      && zip(texts, other.texts).allSatisfy { one, other in
        one.string == other.string
          && one.lines.map(\.rectangle) == other.lines.map(\.rectangle)
          && one.lines.map(\.isConcealed) == other.lines.map(\.isConcealed)
      }
  }
}

/// What the effects of a layer conceal of its text before it is laid out.
struct TextConcealments {
  private let concealments: [Concealment]
  private let seed: UInt64

  /// Asks the effects of a layer in their order.
  ///
  /// - Parameters:
  ///   - effects: The layer's effects.
  ///   - layer: Its index in the document.
  ///   - seed: The job's.
  ///   - tracker: Notes which effect runs.
  /// - Throws: `JobDiagnostics`.
  init(
    _ effects: ArraySlice<EffectUse>, ofLayer layer: Int, seed: Int, tracker: EffectTracker
  ) throws {
    var found: [(effect: Int, concealment: Concealment)] = []
    for (index, use) in effects.enumerated() {
      if let concealment = try tracker.on(use, ofLayer: layer, { use.effect.concealment() }) {
        found.append((index, concealment))
      }
    }
    concealments = found.map(\.concealment)
    self.seed = SeededGenerator.seed(seed, layer: layer, effect: found.first?.effect ?? 0)
  }

  /// Whether no effect conceals anything.
  var isEmpty: Bool { concealments.isEmpty }

  /// Sets a text with decoys for what is concealed.
  ///
  /// - Parameters:
  ///   - spec: What the text says.
  ///   - available: What it must fit in.
  ///   - fonts: Set it.
  ///   - top: From the frame's top to that of a block of this height, px.
  /// - Returns: The text, not yet placed.
  /// - Throws: `TextDiagnostic`, `DrawingError`.
  func layOut(
    _ spec: TextSpec, in available: AvailableSize, _ fonts: FontLibrary,
    top: @escaping (_ height: Double) -> Double
  ) throws -> TextLayout {
    guard !concealments.isEmpty else { return try fonts.layOut(spec, in: available) }
    return try fonts.layOut(
      spec, in: available, concealing: ConcealedPart(concealments, seed: seed, top: top))
  }
}

extension Redaction {
  /// - Throws: `EffectError` unless both texts were made from the one that the effect was given.
  fileprivate func check(against text: TextLayout) throws {
    guard before.lines.count == text.lines.count, after.lines.count == text.lines.count else {
      throw EffectError("must conceal only words of its own text, line by line.")
    }
  }
}
