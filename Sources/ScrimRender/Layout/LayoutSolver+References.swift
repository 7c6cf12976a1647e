import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit

extension LayoutSolver {
  /// - Throws: `LayoutPending` if the frame of a layer that is turned is not known.
  func rotation(from source: Space, to target: Space) throws -> Rotation {
    try transforms.rotation(from: source, to: target) { index in
      guard let frame = frames[index] else {
        throw outcomes[.place(index)] == .waiting
          ? LayoutPending.waiting : LayoutPending.unplaceable
      }
      return frame
    }
  }

  /// The rectangles that a reference names, upright in a space.
  ///
  /// - Throws: `JobDiagnostics` at `path` if it names nothing; `LayoutPending` if that is not known.
  func rectangles(
    of reference: Reference, at path: [PathElement], in space: Space
  ) throws -> [Rect] {
    let found = try rectangles(of: reference, at: path)
    let source = reference.id.flatMap { byId[$0] }.map(Space.inside) ?? .canvas
    return try found.map(rotation(from: source, to: space).bounds)
  }

  /// The rectangles that a reference names, as they are before its layer is turned.
  private func rectangles(of reference: Reference, at path: [PathElement]) throws -> [Rect] {
    guard let id = reference.id else {
      switch canvas {
      case .whole(let rect): return [rect]
      case .open: throw LayoutPending.waiting
      case .nothing: throw LayoutPending.unplaceable
      }
    }
    guard let index = byId[id] else { throw LayoutPending.unplaceable }
    if reference.part == .frame, let frame = frames[index] { return [frame] }
    guard let target = placed[index] else {
      if case .match(let words) = reference.part, !unread.hidesContent(of: index),
        try concealments(of: index).isEmpty, layers[index].text?.contains(words: words) == false
      {
        throw JobDiagnostics(diagnostics: [
          job.nothing(reference, PlacedLayer.doesNotContain, at: path)
        ])
      }
      throw outcomes[.place(index)] == .waiting ? LayoutPending.waiting : LayoutPending.unplaceable
    }
    if case .group = target.content, reference.part == .ink, extents[index] == nil {
      throw outcomes[.reach(index)] == .waiting ? LayoutPending.waiting : LayoutPending.unplaceable
    }
    return try target.rectangles(of: reference) {
      guard let extent = extents[index] else {
        throw outcomes[.reach(index)] == .waiting
          ? LayoutPending.waiting : LayoutPending.unplaceable
      }
      return extent
    } diagnostic: {
      job.nothing(reference, $0, at: path)
    }
  }

  /// What the effects of a layer conceal of its text.
  ///
  /// - Throws: `JobDiagnostics`.
  func concealments(of index: Int) throws -> TextConcealments {
    let layer = layers[index]
    let readable = layer.effects.prefix(unread.readableEffects(of: layer, at: index))
    return try TextConcealments(readable, ofLayer: index, seed: seed, tracker: tracker)
  }

  /// What can be said of layers that have no place: references to nothing, and what no font has.
  func checkRest() throws {
    for (index, layer) in layers.enumerated() {
      for named in layer.effects.flatMap(\.named) {
        do {
          _ = try rectangles(of: named.reference, at: named.path)
        } catch let found as JobDiagnostics {
          collector.report(found)
        } catch is LayoutPending {
        }
      }
      guard checkedTexts.insert(index).inserted, let spec = layer.textDraft ?? layer.text
      else { continue }
      do {
        // Without its frame nobody knows what fits, which has no bearing on glyphs.
        var plain = spec
        plain.ellipsis = .none
        plain.fit = .none
        if try !concealments(of: index).isEmpty {
          // Where the visible words end is not known, and nothing is said of others.
          plain.missingGlyphs = .allow
          plain.fontFallback = .allow
        }
        _ = try fonts.layOut(plain, in: AvailableSize())
      } catch let diagnostic as TextDiagnostic {
        collector.report(job.diagnostics(diagnostic, at: layer.path + ["text"]))
      }
    }
  }
}

extension Layer {
  /// The text that is its content.
  fileprivate var text: TextSpec? {
    if case .text(let spec) = content { spec } else { nil }
  }
}

extension Job {
  /// The error of a reference that names nothing.
  func nothing(_ reference: Reference, _ why: String, at path: [PathElement]) -> Diagnostic {
    diagnostic("empty-reference", "\(quoted(reference.text)): \(why)", at: path)
  }
}
