import ScrimDocument
import ScrimJob

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

/// How long each layer took to draw, with its children.
final class LayerTimes {
  /// By the layer's index in the document.
  private(set) var milliseconds: [Int: Double] = [:]
  /// Receives each layer as well.
  private let timeline: Timeline?

  init(_ timeline: Timeline?) {
    self.timeline = timeline
  }

  /// Adds the time since a layer was begun.
  func add(_ placed: PlacedLayer, since start: ContinuousClock.Instant) {
    let duration = ContinuousClock.now - start
    milliseconds[placed.index, default: 0] += duration / .milliseconds(1)
    timeline?.add(.layer, placed.layer.displayName, layer: placed.index, duration: duration)
  }
}
