import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit

/// A layer's text after all effects have declared their concealments.
///
/// Redaction precedes every use of the text. Words that must not be drawn are thus replaced from the start, also for
/// effects before the one that conceals them.
struct RedactedText {
  /// The text as each effect of the chain sees it; the last one is for everything else.
  private(set) var texts: [TextLayout]
  /// The indices of the effects that conceal words but draw them themselves.
  private(set) var concealingEffects: Set<Int> = []
  /// The characters of each line before any redaction, as UTF-8 offsets.
  let lineRanges: [Range<Int>]

  /// Creates a text without concealments.
  init(_ text: TextLayout) {
    texts = [text]
    lineRanges = text.lines.map(\.range)
  }

  /// Asks a layer's effects, in order.
  ///
  /// - Parameters:
  ///   - text: The placed text.
  ///   - effects: The layer's effects.
  ///   - layer: Its index in the document.
  ///   - tracker: Records which effect runs.
  ///   - geometry: The geometry of the effect at an index, given the text that it sees.
  /// - Throws: `JobDiagnostics` if an effect reports an error; `DrawingError`.
  init(
    _ text: TextLayout, effects: ArraySlice<EffectUse>, ofLayer layer: Int, tracker: EffectTracker,
    geometry: (TextLayout, Int) -> EffectGeometry
  ) throws {
    self.init(text)
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

/// The concealments of a layer's effects before its text is laid out.
struct TextConcealments {
  private let concealments: [Concealment]
  private let seed: UInt64

  /// Asks a layer's effects, in order.
  ///
  /// - Parameters:
  ///   - effects: The layer's effects.
  ///   - layer: Its index in the document.
  ///   - seed: The job's seed.
  ///   - tracker: Records which effect runs.
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

  /// Lays out a text with decoys for concealed words.
  ///
  /// - Parameters:
  ///   - spec: The text's specification.
  ///   - available: The available space.
  ///   - fonts: The fonts.
  ///   - top: Distance from the frame's top to a block of the given height, px.
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
  /// - Throws: `EffectError` unless both texts were derived from the one that the effect received.
  fileprivate func check(against text: TextLayout) throws {
    guard before.lines.count == text.lines.count, after.lines.count == text.lines.count else {
      throw EffectError("must conceal only words of its own text, line by line.")
    }
  }
}
