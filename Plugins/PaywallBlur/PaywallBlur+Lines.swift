import ScrimKit

extension PaywallBlur {
  /// The lines that are concealed: all from the first that is not to be seen.
  ///
  /// Decoys stand from the first line on that any effect of the layer conceals; this effect may show
  /// some of them.
  func concealedLines(of text: TextLayout, in geometry: EffectGeometry) -> Range<Int> {
    let decoys = substitute == .none ? nil : text.lines.firstIndex(where: \.isConcealed)
    guard let visibleHeight else {
      return min(max(visibleLines, decoys ?? 0), text.lines.count)..<text.lines.count
    }
    if let decoys { return decoys..<text.lines.count }
    let edge = geometry.frame.top + visibleHeight + Self.tolerance
    let first = text.lines.firstIndex { $0.rectangle.bottom > edge } ?? text.lines.count
    return first..<text.lines.count
  }

  /// A bar for each concealed line that had words, if bars stand for them: from the baseline to about
  /// the height of capital letters.
  func bars(in geometry: EffectGeometry) -> [Path] {
    guard substitute == .bars, let text = geometry.text else { return [] }
    return concealedLines(of: text, in: geometry).compactMap { index in
      let line = text.lines[index]
      guard line.rectangle.width > 0 else { return nil }
      let height = text.spec.size * 0.7
      return Path(
        rect: Rect(
          x: line.rectangle.x, y: line.baseline - height, width: line.rectangle.width,
          height: height),
        radii: CornerRadii(.percent(50)))
    }
  }

  /// The standard deviation where the blur is strongest, px.
  func sigma(in geometry: EffectGeometry) -> Double {
    sigma ?? max(11, 0.6 * (geometry.text?.spec.size ?? 0))
  }

  /// How far the blur reaches, px.
  func reach(in geometry: EffectGeometry) -> Double {
    BlurKernel.reach(sigma: sigma(in: geometry))
  }

  /// - Throws: `EffectError` where there are no lines to count or to add, or no words to replace.
  func check(_ geometry: EffectGeometry) throws {
    guard geometry.text == nil else { return }
    guard visibleHeight != nil else {
      throw EffectError(
        "needs the lines of a text, and the layer has no text: set \"visibleHeight\" in px.")
    }
    guard !$substitute.isGiven || substitute == .none else {
      throw EffectError(
        "\"\(substitute.rawValue)\" replaces words, and the layer has no text.",
        at: "substitute")
    }
    for (key, isGiven) in decoyParameters where isGiven {
      throw EffectError("\"\(key)\" configures decoys, and the layer has no text.", at: key)
    }
  }

  /// The keys that are about decoys, and whether they are given.
  var decoyParameters: [(key: String, isGiven: Bool)] {
    [("lines", $lines.isGiven), ("script", $script.isGiven)]
  }

  /// What two sums of line heights may differ by, px.
  private static let tolerance = 1e-6
}
