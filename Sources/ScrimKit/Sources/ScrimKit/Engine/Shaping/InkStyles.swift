/// The ink styles of a text, by offset.
struct InkStyles {
  private(set) var styles: [InkStyle]
  /// The starts of the runs and the indices of their styles.
  private var starts: [(offset: Int, style: Int)] = [(0, 0)]

  /// - Parameters:
  ///   - text: The words.
  ///   - spec: The text's settings.
  init(_ text: StyledString, _ spec: TextSpec) {
    let plain = InkStyle(spec)
    styles = [plain]
    let spans = text.spans
    guard !spans.isEmpty else { return }
    let bounds = Set(spans.flatMap { [$0.range.lowerBound, $0.range.upperBound] } + [0]).sorted()
    var numbers: [InkStyle: Int] = [plain: 0]
    var active: [StyledString.Span] = []
    var next = 0
    starts = bounds.map { offset in
      active.removeAll { $0.range.upperBound <= offset }
      while next < spans.count, spans[next].range.lowerBound <= offset {
        active.append(spans[next])
        next += 1
      }
      var style = plain
      for span in active { style.apply(span.change) }
      if let known = numbers[style] { return (offset, known) }
      numbers[style] = styles.count
      styles.append(style)
      return (offset, styles.count - 1)
    }
  }

  /// The index of the style at an offset.
  func index(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle].offset <= offset { low = middle } else { high = middle }
    }
    return starts[low].style
  }
}
