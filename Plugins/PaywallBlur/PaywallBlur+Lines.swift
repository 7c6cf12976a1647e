import ScrimKit

extension PaywallBlur {
  /// The concealed lines: all from the first one that must not be visible.
  ///
  /// Decoys begin at the first line that any effect of the layer conceals; this effect may show some of them.
  func concealedLines(of text: TextLayout, in geometry: EffectGeometry) -> Range<Int> {
    let decoys = substitute == .none ? nil : text.lines.firstIndex(where: \.isConcealed)
    guard let visibleHeight else {
      return min(max(visibleLines, decoys ?? 0), text.lines.count)..<text.lines.count
    }
    if let decoys { return decoys..<text.lines.count }
    return text.lines(withinHeight: visibleHeight).upperBound..<text.lines.count
  }

  /// A bar for each concealed line with words, if bars replace them: from the baseline to approximately the height of
  /// capitals, and in columns about the middle.
  func bars(in geometry: EffectGeometry) -> [Path] {
    guard substitute == .bars, let text = geometry.text else { return [] }
    return concealedLines(of: text, in: geometry).compactMap { index in
      let line = text.lines[index]
      let (box, height) = (line.rectangle, text.spec.size * 0.7)
      let bar =
        text.spec.writingMode.isVertical
        ? Rect(x: line.baseline - height / 2, y: box.y, width: height, height: box.height)
        : Rect(x: box.x, y: line.baseline - height, width: box.width, height: height)
      guard !bar.isEmpty else { return nil }
      return Path(rect: geometry.grid.snap(bar), radii: CornerRadii(.percent(50)))
    }
  }

  /// The maximum standard deviation of the blur, px. Decoys and bars may stay recognisable as lines of text: nothing
  /// can be read back from them.
  func sigma(in geometry: EffectGeometry) -> Double {
    if let sigma { return sigma }
    guard let text = geometry.text else { return 11 }
    return substitute == .none ? max(11, 0.6 * text.spec.size) : 0.3 * text.spec.size
  }

  /// The visible reach of the blur, px.
  func reach(in geometry: EffectGeometry) -> Double {
    BlurKernel.reach(sigma: sigma(in: geometry))
  }

  /// - Throws: `EffectError` if there are no lines to count or add, or no words to replace.
  func check(_ geometry: EffectGeometry) throws {
    guard geometry.text == nil else {
      if $edge.isGiven {
        throw EffectError(
          "lines of text fade at their edges: omit \"edge\", which is for images, fills and groups.",
          at: "edge")
      }
      return
    }
    guard visibleHeight != nil else {
      throw EffectError(
        "requires a text layer; for other content, set \"visibleHeight\" in px.")
    }
    guard !$substitute.isGiven || substitute == .none else {
      throw EffectError(
        "\"\(substitute.rawValue)\" replaces words, and the layer has no text: omit \"substitute\".",
        at: "substitute")
    }
    for (key, isGiven) in decoyParameters where isGiven {
      throw EffectError(
        "\"\(key)\" configures decoys, and the layer has no text: omit it.", at: key)
    }
  }

  /// The keys that configure decoys, and whether the job sets them.
  var decoyParameters: [(key: String, isGiven: Bool)] {
    [("lines", $lines.isGiven), ("script", $script.isGiven)]
  }
}
