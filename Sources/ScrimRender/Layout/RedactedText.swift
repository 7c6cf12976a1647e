import ScrimDocument
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
  private(set) var wordKeepers: Set<Int> = []

  /// Asks the effects of a layer in their order.
  ///
  /// - Parameters:
  ///   - text: The text where it stands.
  ///   - effects: The layer's effects.
  ///   - layer: Its index in the document.
  ///   - blame: Is told which effect runs.
  ///   - geometry: What the effect at an index knows, given the text as it sees it.
  /// - Throws: `JobMistakes` where an effect refuses; `Hold` where it asks for what is not known;
  ///   `DrawingError`.
  init(
    _ text: TextLayout, effects: ArraySlice<EffectUse>, ofLayer layer: Int, blame: Blame,
    geometry: (TextLayout, Int, Watch) -> EffectGeometry
  ) throws {
    texts = [text]
    var last = text
    for (index, use) in effects.enumerated() {
      let watch = Watch()
      let redaction = try watch.check {
        try blame.on(use, ofLayer: layer) {
          let redaction = try use.effect.redaction(of: last, in: geometry(last, index, watch))
          try redaction?.check(against: last)
          return redaction
        }
      }
      if let redaction {
        texts = texts.map { $0.taking(redaction.before, changedFrom: last) }
        if redaction.keepsWords { wordKeepers.insert(index) }
        last = redaction.after
      }
      texts.append(last)
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
  ///   - blame: Is told which effect runs, and that decoys are random.
  /// - Throws: `JobMistakes`.
  init(
    _ effects: ArraySlice<EffectUse>, ofLayer layer: Int, seed: Int, blame: Blame
  ) throws {
    var found: [(effect: Int, concealment: Concealment)] = []
    for (index, use) in effects.enumerated() {
      if let concealment = try blame.on(use, ofLayer: layer, { use.effect.concealment() }) {
        found.append((index, concealment))
      }
    }
    concealments = found.map(\.concealment)
    self.seed = SeededGenerator.seed(seed, layer: layer, effect: found.first?.effect ?? 0)
    if !found.isEmpty { blame.noteRandom(layer: layer) }
  }

  /// Whether no effect conceals anything.
  var isEmpty: Bool { concealments.isEmpty }

  /// Sets a text with decoys for what is concealed.
  ///
  /// - Parameters:
  ///   - spec: What the text says.
  ///   - room: What it must fit in.
  ///   - fonts: Set it.
  ///   - top: From the frame's top to that of a block of this height, px.
  /// - Returns: The text, not yet placed.
  /// - Throws: `TextProblem`, `DrawingError`.
  func layOut(
    _ spec: TextSpec, in room: TextRoom, _ fonts: FontLibrary,
    top: @escaping (_ height: Double) -> Double
  ) throws -> TextLayout {
    guard !concealments.isEmpty else { return try fonts.layOut(spec, in: room) }
    return try fonts.layOut(
      spec, in: room, concealing: ConcealedPart(concealments, seed: seed, top: top))
  }
}

extension Redaction {
  /// - Throws: `EffectError` unless both texts were made from the one that the effect was given.
  fileprivate func check(against text: TextLayout) throws {
    guard before.lines.count == text.lines.count, after.lines.count == text.lines.count else {
      throw EffectError("must conceal words of the text that it is given, line by line.")
    }
  }
}
