import ScrimDocument

/// Start and duration of each stage, layer and effect of a rendering.
final class Timeline {
  /// The kind of a span.
  enum Kind: String {
    case stage, layer, effect
  }

  private let start = ContinuousClock.now
  /// Ordered by end time.
  private(set) var spans: [RenderTrace.Span] = []

  /// Adds a completed span.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - name: Its name.
  ///   - layer: The index of its layer in the document.
  ///   - duration: Its duration.
  ///   - end: Its end time.
  func add(
    _ kind: Kind, _ name: String, layer: Int? = nil, duration: Duration,
    end: ContinuousClock.Instant = .now
  ) {
    func microseconds(_ time: Duration) -> Double { (time / .microseconds(1)).rounded(toPlaces: 1) }
    var span = RenderTrace.Span()
    span.kind = kind.rawValue
    span.name = name
    span.layer = layer
    span.start = microseconds(end - start - duration)
    span.duration = microseconds(duration)
    spans.append(span)
  }
}
