/// How high the lines of a text are. Each stretch of words has a box: from its font's ascent to its
/// descent, or, with a `lineHeight`, as high as its size says, half of the leading above and half
/// below. The line holds them all; with a `lineHeight` also one of the text's own font and size, as
/// CSS 2 §10.8.1 has it.
struct LineBox {
  /// A stretch of words in one font.
  struct Run: Hashable {
    let size: Double
    let metrics: FontMetrics
    let style: InkStyle
  }

  private let lineHeight: Double?
  private let size: Double
  private let font: FontMetrics

  /// - Parameters:
  ///   - spec: How the text is set.
  ///   - font: The metrics of the font that it asks for.
  init(spec: TextSpec, font: FontMetrics) {
    lineHeight = spec.lineHeight
    size = spec.size
    self.font = font
  }

  /// How far a line reaches above and below its baseline, px; `nil` for one without words whose
  /// font says.
  func extents(of runs: [Run]) -> (above: Double, below: Double)? {
    var boxes: [(above: Double, below: Double)] = []
    if let lineHeight {
      boxes = [
        box(height: lineHeight * size, ascent: font.ascent, descent: font.descent, rise: 0)
      ]
    }
    boxes += runs.map { run in
      // A font that stands in for some characters has no say in the pitch.
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
