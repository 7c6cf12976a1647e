/// The height of text lines.
///
/// Each run of words has a box: its font's ascent, descent and line gap or, with a `lineHeight`, as high as its size
/// gives, with half of the leading above and half below. The line contains all boxes. With a `lineHeight` it also
/// contains a box of the text's own font and size (CSS 2 §10.8.1). A line without glyphs is as high as if it had one of
/// the font of its letters.
struct LineBox {
  /// A run of words in one font.
  struct Run: Hashable {
    let size: Double
    let metrics: FontMetrics
    let style: InkStyle
    /// The height of marks above the letters' squares, or below them, px.
    var over = 0.0
    var under = 0.0
  }

  private let lineHeight: Double?
  private let size: Double
  private let isCentral: Bool
  /// The metrics of the font that the text's settings ask for.
  let font: FontMetrics

  /// - Parameters:
  ///   - spec: The text's settings.
  ///   - font: The metrics of the font that `spec` requests.
  init(spec: TextSpec, font: FontMetrics) {
    lineHeight = spec.lineHeight
    size = spec.size
    isCentral = spec.hasCentralBaselines
    self.font = isCentral ? font.central : font
  }

  /// The inline box of a run of words, or the strut: an empty one of the text's own font (CSS 2 §10.8.1).
  struct Box: Hashable {
    /// px above the baseline, as below.
    let ascent: Double
    let descent: Double
    /// px; `nil` is from the ascent to the descent.
    let height: Double?
    /// The baseline's distance above that of the line, px.
    let rise: Double

    fileprivate var above: Double {
      ascent + rise + (height.map { ($0 - ascent - descent) / 2 } ?? 0)
    }

    fileprivate var below: Double { (height ?? ascent + descent) - above }
  }

  /// The different boxes of a line; none without runs and without a `lineHeight`.
  func boxes(of runs: [Run]) -> [Box] {
    var boxes: [Box] = []
    if let lineHeight {
      boxes.append(
        Box(ascent: font.ascent, descent: font.descent, height: lineHeight * size, rise: 0))
    }
    for run in runs {
      // With a line height, fallback fonts do not affect the pitch.
      let scale = lineHeight == nil ? 1 : run.size / size
      let own = isCentral ? run.metrics.central : run.metrics
      let metrics = lineHeight == nil ? own : font
      let (ascent, descent) = (metrics.ascent * scale, metrics.descent * scale)
      let height: Double? =
        switch run.style.lineHeight {
        case .factor(let factor): factor * (ascent + descent)
        case .pixels(let pixels): pixels
        case nil:
          lineHeight.map { $0 * run.size }
            ?? (metrics.lineGap > 0 ? ascent + descent + metrics.lineGap : nil)
        }
      let box = Box(ascent: ascent, descent: descent, height: height, rise: run.style.rise)
      if !boxes.contains(box) { boxes.append(box) }
      if run.over + run.under > 0 {
        // Without leading, which may be of any height: marks are in it where there is room.
        let (half, drop) = (run.size / 2, own.centralDrop)
        boxes.append(
          Box(
            ascent: half + drop + run.over, descent: half - drop + run.under, height: nil,
            rise: run.style.rise))
      }
    }
    return boxes
  }
}

extension [LineBox.Box] {
  /// The extents of a line above and below its baseline, px; `nil` without boxes.
  var extents: (above: Double, below: Double)? {
    guard let above = map(\.above).max(), let below = map(\.below).max() else { return nil }
    return (above, below)
  }

  /// The distance of the baseline from the top of a line whose top and baseline are on device pixels, as in browsers:
  /// with whole ascents and descents, and leading that is rounded down.
  ///
  /// - Parameter scale: Device pixels per px.
  /// - Returns: Device pixels; not whole if words with a rise determine it.
  func rows(scale: Double) -> Double? {
    map { box in
      let (ascent, descent) = ((box.ascent * scale).rounded(), (box.descent * scale).rounded())
      let leading = box.height.map { ($0 * scale - ascent - descent) / 2 } ?? 0
      return ascent + (leading + 1e-6).rounded(.down) + box.rise * scale
    }.max()
  }
}
