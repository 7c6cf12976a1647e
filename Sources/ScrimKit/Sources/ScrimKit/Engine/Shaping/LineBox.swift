/// The height of text lines.
///
/// Each run of words has a box: from its font's ascent to its descent or, with a `lineHeight`, as high as its size
/// gives, with half of the leading above and half below. The line contains all boxes. With a `lineHeight` it also
/// contains a box of the text's own font and size (CSS 2 §10.8.1). A line without glyphs is as high as if it had one of
/// the font of its letters.
struct LineBox {
  /// A run of words in one font.
  struct Run: Hashable {
    let size: Double
    let metrics: FontMetrics
    let style: InkStyle
  }

  private let lineHeight: Double?
  private let size: Double
  private let font: FontMetrics

  /// - Parameters:
  ///   - spec: The text's settings.
  ///   - font: The metrics of the font that `spec` requests.
  init(spec: TextSpec, font: FontMetrics) {
    lineHeight = spec.lineHeight
    size = spec.size
    self.font = font
  }

  /// The extents of a line above and below its baseline, px; `nil` without runs and without a `lineHeight`.
  func extents(of runs: [Run]) -> (above: Double, below: Double)? {
    var boxes: [(above: Double, below: Double)] = []
    if let lineHeight {
      boxes = [
        box(height: lineHeight * size, ascent: font.ascent, descent: font.descent, rise: 0)
      ]
    }
    boxes += runs.map { run in
      // With a line height, fallback fonts do not affect the pitch.
      let scale = lineHeight == nil ? 1 : run.size / size
      let metrics = lineHeight == nil ? run.metrics : font
      let (ascent, descent) = (metrics.ascent * scale, metrics.descent * scale)
      let height: Double =
        switch run.style.lineHeight {
        case .factor(let factor): factor * (ascent + descent)
        case .pixels(let pixels): pixels
        case nil: lineHeight.map { $0 * run.size } ?? ascent + descent
        }
      return box(height: height, ascent: ascent, descent: descent, rise: run.style.rise)
    }
    guard let above = boxes.map(\.above).max(), let below = boxes.map(\.below).max() else {
      return nil
    }
    return (above, below)
  }

  private func box(
    height: Double, ascent: Double, descent: Double, rise: Double
  ) -> (above: Double, below: Double) {
    let above = ascent + (height - ascent - descent) / 2 + rise
    return (above, height - above)
  }
}
