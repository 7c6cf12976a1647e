import ScrimJSON

/// When each stage, layer and effect of a rendering began and how long it took.
final class Timeline {
  /// What a span is of.
  enum Kind: String {
    case stage, layer, effect
  }

  private let start = ContinuousClock.now
  private var spans: [JSON] = []

  /// Adds what has ended.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - name: Its name.
  ///   - layer: The index of its layer in the document.
  ///   - duration: How long it took.
  ///   - end: When it ended.
  func add(
    _ kind: Kind, _ name: String, layer: Int? = nil, duration: Duration,
    end: ContinuousClock.Instant = .now
  ) {
    func microseconds(_ time: Duration) -> JSON {
      .number((time / .microseconds(1)).rounded(toPlaces: 1))
    }
    let begin = end - start - duration
    spans.append([
      "kind": .string(kind.rawValue), "name": .string(name),
      "layer": layer.map(JSON.integer) ?? .null, "start": microseconds(begin),
      "duration": microseconds(duration),
    ])
  }

  /// A list of spans with `start` and `duration` in microseconds, in the order in which they ended.
  var json: JSON { .array(spans) }
}
