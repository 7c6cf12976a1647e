import ScrimJSON

/// What moved between two measurements of a job.
struct MeasureComparison {
  /// Differences that are not seen, px.
  private static let tolerance = 0.5

  /// One for each layer that changed by itself, with those that it pushes.
  private(set) var lines: [String] = []

  /// - Parameters:
  ///   - old: The earlier measurements, by row.
  ///   - new: Those of now.
  init(_ old: [JSON], with new: [JSON]) {
    let before = old.map { Measure(json: $0) }
    let after = new.map { Measure(json: $0) }
    for (index, measure) in after.enumerated() {
      let match =
        before.first { $0.title == measure.title } ?? (measure.title == nil ? before.first : nil)
      guard let match else {
        lines.append("\(measure.title ?? "image \(index)"): new")
        continue
      }
      compare(match, measure)
    }
    for measure in before where !after.contains(where: { $0.title == measure.title }) {
      lines.append("\(measure.title ?? "image"): removed")
    }
  }

  private mutating func compare(_ old: Measure, _ new: Measure) {
    let prefix = new.title.map { "\($0): " } ?? ""
    let known = Dictionary(old.layers.map { ($0.key, $0) }) { first, _ in first }
    let kept = Set(new.layers.map(\.key))
    if Self.differs(old.canvas.width, new.canvas.width)
      || Self.differs(old.canvas.height, new.canvas.height)
    {
      lines.append(
        "\(prefix)canvas: \(old.canvas.width.short) × \(old.canvas.height.short) → "
          + "\(new.canvas.width.short) × \(new.canvas.height.short) px")
    }
    var changed: [(old: Measure.Layer, new: Measure.Layer, words: [String])] = []
    var moved: [(layer: Measure.Layer, dx: Double, dy: Double)] = []
    for layer in new.layers {
      guard let before = known[layer.key] else {
        lines.append("\(prefix)\(layer.name): new")
        continue
      }
      let words = Self.changes(before, layer)
      let (dx, dy) = (layer.frame.x - before.frame.x, layer.frame.y - before.frame.y)
      let isMoved = abs(dx) > Self.tolerance || abs(dy) > Self.tolerance
      if !words.isEmpty {
        changed.append((before, layer, words))
      } else if isMoved {
        moved.append((layer, dx, dy))
      }
    }
    for change in changed {
      let down = change.new.frame.bottom - change.old.frame.bottom
      let across = change.new.frame.right - change.old.frame.right
      let pushed = moved.filter { move in
        abs(move.dy) > Self.tolerance && !Self.differs(move.dy, down)
          || abs(move.dx) > Self.tolerance && !Self.differs(move.dx, across)
      }
      moved.removeAll { move in pushed.contains { $0.layer.key == move.layer.key } }
      let pushes = pushed.map { "pushes \($0.layer.name) \(Self.words($0.dx, $0.dy))" }
      lines.append(
        "\(prefix)\(Self.bare(change.new.name)): \(change.words.joined(separator: ", "))"
          + (pushes.isEmpty ? "" : "; \(pushes.joined(separator: ", "))"))
    }
    for move in moved {
      lines.append("\(prefix)\(Self.bare(move.layer.name)): \(Self.words(move.dx, move.dy))")
    }
    for layer in old.layers where !kept.contains(layer.key) {
      lines.append("\(prefix)\(layer.name): removed")
    }
  }

  /// How a layer changed by itself: number of lines, font size, size of its frame.
  private static func changes(_ old: Measure.Layer, _ new: Measure.Layer) -> [String] {
    var words: [String] = []
    if let before = old.text, let after = new.text {
      if before.lines.count != after.lines.count {
        words.append("\(before.lines.count) → \(after.lines.count) lines")
      }
      if abs(before.size - after.size) > 0.01 {
        words.append("\(before.size.short) → \(after.size.short) px")
      }
      if words.isEmpty, before.lines.count == after.lines.count,
        zip(before.lines, after.lines).contains(where: { differs($0.width, $1.width) })
      {
        words.append("other lines")
      }
    }
    if differs(old.frame.width, new.frame.width) {
      words.append("width \(old.frame.width.short) → \(new.frame.width.short) px")
    }
    if differs(old.frame.height, new.frame.height), old.text == nil || words.isEmpty {
      words.append("height \(old.frame.height.short) → \(new.frame.height.short) px")
    }
    return words
  }

  private static func words(_ dx: Double, _ dy: Double) -> String {
    var words: [String] = []
    if abs(dy) > tolerance { words.append("\(abs(dy).short) px \(dy > 0 ? "down" : "up")") }
    if abs(dx) > tolerance {
      words.append("\(abs(dx).short) px to the \(dx > 0 ? "right" : "left")")
    }
    return words.joined(separator: " and ")
  }

  private static func bare(_ name: String) -> String {
    name.hasPrefix("#") ? String(name.dropFirst()) : name
  }

  private static func differs(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) > tolerance
  }
}
