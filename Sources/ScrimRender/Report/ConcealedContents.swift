import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

extension Scene {
  /// What effects conceal, in document order: of texts the words, of other layers that something is only blurred.
  var concealedContents: [ConcealedContent] {
    layers.compactMap { placed in
      guard isVisible(placed) else { return nil }
      return placed.visibleText.map { words(of: placed, $0) } ?? picture(placed)
    }
  }

  /// A layer and the groups that it is in.
  private func around(_ placed: PlacedLayer) -> [PlacedLayer] {
    layers.filter { placed.layer.path.starts(with: $0.layer.path) }
  }

  /// A layer without text whose own effect conceals a part of it.
  private func picture(_ placed: PlacedLayer) -> ConcealedContent? {
    let effects = placed.layer.effects.filter {
      !$0.effect.concealedPart(of: placed.frame).isEmpty
    }
    guard !effects.isEmpty else { return nil }
    let part = effects.reduce(Rect.empty) { $0.union($1.effect.concealedPart(of: placed.frame)) }
    var found = content(of: placed, part)
    found.effects = effects.map(\.name)
    return found
  }

  private func words(of placed: PlacedLayer, _ text: TextLayout) -> ConcealedContent? {
    guard case .text(let spec) = placed.layer.content else { return nil }
    // Lines that the text's own effect replaces by decoys are marked.
    let hidden = concealedPart(of: placed, isOwn: text.concealedFacts == nil)
    let drawn = text.lines.indices.filter { index in
      !text.lines[index].isConcealed
        && !text.lines[index].rectangle.intersection(hidden).isEmpty
    }
    let lines = text.lines.indices.filter { text.lines[$0].isConcealed } + drawn
    guard !lines.isEmpty || text.concealedFacts != nil else { return nil }
    var found = content(of: placed, lines.map { text.lines[$0].rectangle }.bounds)
    found.effects = concealingEffects(of: placed)
    found.isMarkup = spec.markup != nil
    let key: PathElement = .key(spec.markup == nil ? "string" : "markup")
    found.pointer = job.writtenPath(of: placed.layer.path + ["text", key]).pointer
    found.lines = [lines.min(), lines.max()].compactMap { $0.map { $0 + 1 } }
    if let facts = text.concealedFacts {
      let end = (spec.markup ?? spec.string ?? "").utf8.count
      found.ranges = facts.start.flatMap { start in
        ranges(of: drawn, in: placed, spec).map { $0 + [[min(start, end), end]] }
      }
      found.facts = ConcealedContent.Facts {
        $0.continues = facts.continues
        $0.lines = facts.lines
        $0.script = facts.script
        $0.isScriptRead = facts.isScriptRead
        $0.styles = facts.styles
      }
    } else {
      found.ranges = ranges(of: lines, in: placed, spec)
    }
    return found
  }

  /// Where the words of some lines are written; `nil` if an ellipsis may replace some.
  private func ranges(of lines: [Int], in placed: PlacedLayer, _ spec: TextSpec) -> [[Int]]? {
    guard spec.ellipsis == .none || spec.ellipsis == .end else { return nil }
    var ranges: [[Int]] = []
    for line in lines where placed.lineRanges.indices.contains(line) {
      let range = placed.lineRanges[line]
      guard !range.isEmpty, let start = spec.writtenOffset(of: range.lowerBound),
        let last = spec.writtenOffset(of: range.upperBound - 1)
      else { continue }
      ranges.append([start, last + 1])
    }
    return ranges
  }

  /// The part of the canvas that effects of groups around a layer conceal, and its own if asked for.
  private func concealedPart(of placed: PlacedLayer, isOwn: Bool) -> Rect {
    around(placed).filter { isOwn || $0.index != placed.index }.reduce(.empty) { part, group in
      group.layer.effects.reduce(part) { $0.union($1.effect.concealedPart(of: group.frame)) }
    }
  }

  private func content(of placed: PlacedLayer, _ area: Rect) -> ConcealedContent {
    let bounds = transform(from: .inside(placed.index), to: .canvas).bounds(of: area)
    return ConcealedContent {
      $0.layer = placed.layer.displayName
      $0.area = [bounds.x, bounds.y, bounds.width, bounds.height].map { $0.rounded(toPlaces: 2) }
    }
  }

  /// Those that conceal words of a text: its own, or those of a group that it is in. Where none declares it, all of the
  /// text's are named.
  private func concealingEffects(of placed: PlacedLayer) -> [String] {
    let declared = around(placed).flatMap { group in
      group.layer.effects.filter {
        $0.effect.concealment() != nil && group.index == placed.index
          || !$0.effect.concealedPart(of: group.frame).isEmpty
      }
    }
    return (declared.isEmpty ? placed.layer.effects : declared).map(\.name)
  }
}
