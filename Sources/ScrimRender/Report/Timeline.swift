import ScrimJSON

/// Start and duration of each stage, layer and effect of a rendering.
final class Timeline {
  /// The kind of a span.
  enum Kind: String {
    case stage, layer, effect
  }

  private let start = ContinuousClock.now
  private var spans: [JSON] = []

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

  /// A list of spans with `start` and `duration` in microseconds, ordered by end time.
  var json: JSON { .array(spans) }
}
