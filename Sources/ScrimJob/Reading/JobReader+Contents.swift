import ScrimDocument
import ScrimJSON
import ScrimKit
import ScrimLayout

extension JobReader {
  /// Reads a content that a plugin draws.
  mutating func readPluginContent(_ place: Place, of index: Int) -> ContentUse? {
    let example = ##"{"kind": "ellipse", "fill": "#fc0"}"##
    guard place.node.object != nil else {
      place.reportType(expected: "a content such as \(example)")
      return nil
    }
    guard let kind = place.at(ContentFormat.kind) else {
      place.report(
        .missingKey, "\"kind\" is missing: the name of the content, as in \(example).")
      return nil
    }
    guard let word = kind.node.string else {
      kind.reportType(expected: "the name of a content")
      return nil
    }
    guard let type = effects.content(word) else {
      reportUnknownContent(word, at: kind)
      return nil
    }
    let name = ContentName(word).text
    // Reading the declaration creates a content, so its code runs from here on.
    progress(RunningEffect(name: name, layer: index))
    defer { progress(nil) }
    for declaration in type.parameters {
      guard let value = place.at(declaration.name) else { continue }
      collect(declaration.shape, at: value, for: .content, of: index)
    }
    let content: (any Content)? = place.decode { decoding in
      type.decode(place.json, ignoring: [ContentFormat.kind], &decoding)
    }
    return content.map {
      let references = Set($0.references())
      let named = note(references, at: place, for: .content, of: index)
      return ContentUse(
        name: name, content: $0, naturalSize: $0.naturalSize(), references: references,
        named: named.map { ($0.reference, $0.place.path) }, path: place.path)
    }
  }

  /// The frame of a layer whose content has a ratio: of two sides, one that is missing follows from the other, as those
  /// of CSS's replaced elements do. Flex groups have rules of their own.
  func sized(_ frame: FrameSpec, by content: Layer.Content, in parent: Int?) -> FrameSpec {
    guard case .plugin(let use) = content, use.naturalSize != nil, case .box(var box) = frame,
      box.aspectRatio == nil
    else { return frame }
    if let parent, !frame.isOutOfFlow, layerIndex.entries[parent].box.flex != nil { return frame }
    let hasLeft = box.x?.length != nil || box.sideNeighbour != nil
    let hasTop = box.y?.length != nil || box.neighbour != nil
    let hasWidth = box.width != nil || hasLeft && box.right != nil
    let hasHeight = box.height != nil || hasTop && box.bottom != nil
    if hasWidth, !hasHeight { box.height = .fitContent }
    if hasHeight, !hasWidth { box.width = .fitContent }
    return .box(box)
  }

  private func reportUnknownContent(_ word: String, at place: Place) {
    let others = unloaded.names.compactMap { ContentName(text: $0)?.name }
    let names = Set(effects.contentNames + others).sorted()
    let hint =
      nearest(to: word, in: names).map { "Did you mean \(quoted($0))?" }
      ?? (names.isEmpty
        ? "No plugin is loaded: check the plugin folders."
        : "Available: \(names.map(quoted).joined(separator: ", ")).")
    place.report(
      code: "unknown-content", "unknown content \(quoted(word)). \(hint)\(refusals)")
  }
}
