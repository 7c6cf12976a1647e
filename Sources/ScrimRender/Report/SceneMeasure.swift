import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// Where everything in a scene is, as it is drawn: for `scrim measure` and for the overlays of the preview.
///
/// Words that an effect conceals are not in it: it is made of what is drawn.
struct SceneMeasure {
  let scene: Scene

  /// `canvas` is `[width, height]`; `layers` are in document order. Rectangles are `[x, y, width, height]`, px on the
  /// canvas at scale 1: upright bounds of layers that are transformed.
  var json: JSON {
    [
      "canvas": .array([.measure(scene.canvas.width), .measure(scene.canvas.height)]),
      "scale": .number(scene.job.canvas.scale),
      "output": .string(scene.job.outputs.first?.file ?? ""),
      "layers": .array(scene.layers.map { LayerMeasure($0, in: scene).json }),
    ]
  }
}

/// Where one layer is, with the lines and words of its text.
struct LayerMeasure {
  /// A line as it is drawn, px on the canvas.
  struct Line {
    let frame: Rect
    let baseline: Double
    let ink: Rect
    /// UTF-8 offsets into the shown text; `nil` for a line with concealed words.
    let range: Range<Int>?
  }

  struct Word {
    let string: String
    let line: Int
    let frame: Rect
  }

  let placed: PlacedLayer
  /// From the layer's own space to the canvas.
  let transform: Transform
  let extent: Rect
  let text: TextLayout?

  init(_ placed: PlacedLayer, in scene: Scene) {
    self.placed = placed
    transform = scene.transform(from: .inside(placed.index), to: .canvas)
    extent = scene.extent(of: placed)
    text = placed.visibleText
  }

  var lines: [Line] {
    guard let text else { return [] }
    return text.lines.enumerated().map { index, line in
      Line(
        frame: transform.bounds(of: line.rectangle), baseline: baseline(of: line),
        ink: transform.bounds(of: text.ink(ofLine: index)),
        range: line.isConcealed ? nil : line.range)
    }
  }

  private func baseline(of line: TextLayout.Line) -> Double {
    if transform == .none { return line.baseline }
    let box = line.rectangle
    if text?.spec.writingMode.isVertical == true {
      let edge = Rect(x: line.baseline, y: box.y, width: 0, height: box.height)
      return transform.bounds(of: edge).left
    }
    let edge = Rect(x: box.x, y: line.baseline, width: box.width, height: 0)
    return transform.bounds(of: edge).bottom
  }

  /// The readable words: what spaces separate, on each line for itself.
  var words: [Word] {
    guard let text else { return [] }
    let bytes = Array(text.string.utf8)
    return text.lines.enumerated().filter { !$1.isConcealed }.flatMap { index, line in
      var words: [Word] = []
      var range: Range<Int>?
      var frame = Rect.empty
      func finish() {
        if let range, !frame.isEmpty {
          words.append(
            Word(
              string: String(decoding: bytes[range], as: UTF8.self), line: index,
              frame: transform.bounds(of: frame)))
        }
        range = nil
        frame = .empty
      }
      for cluster in text.clusters[line.clusters].sorted(by: {
        $0.range.lowerBound < $1.range.lowerBound
      }) {
        let scalars = String(decoding: bytes[cluster.range], as: UTF8.self).unicodeScalars
        if scalars.allSatisfy(\.properties.isWhitespace) {
          finish()
        } else {
          range = (range?.lowerBound ?? cluster.range.lowerBound)..<cluster.range.upperBound
          frame = frame.union(cluster.rectangle)
        }
      }
      finish()
      return words
    }
  }

  var json: JSON {
    var members = [
      JSON.Member("name", .string(placed.layer.displayName)),
      JSON.Member("path", .string(placed.layer.path.pointer)),
    ]
    if let id = placed.layer.id { members.append(JSON.Member("id", .string(id))) }
    members += [
      JSON.Member("frame", .measure(transform.bounds(of: placed.frame))),
      JSON.Member("ink", .measure(transform.bounds(of: placed.ink))),
      JSON.Member("extent", .measure(transform.bounds(of: extent))),
    ]
    if let text, case .text(let asked) = placed.layer.content {
      members.append(JSON.Member("text", json(of: text, asked)))
    }
    return .object(members)
  }

  private func json(of text: TextLayout, _ asked: TextSpec) -> JSON {
    let lines = lines.map { line -> JSON in
      var members = [
        JSON.Member("frame", .measure(line.frame)),
        JSON.Member("baseline", .measure(line.baseline)),
        JSON.Member("ink", .measure(line.ink)),
      ]
      if let range = line.range {
        let offsets = [range.lowerBound, range.upperBound].map(JSON.integer)
        members.append(JSON.Member("range", .array(offsets)))
      } else {
        members.append(JSON.Member("concealed", true))
      }
      return .object(members)
    }
    let words = words.map { word -> JSON in
      [
        "word": .string(word.string), "line": .integer(word.line), "frame": .measure(word.frame),
      ]
    }
    return [
      "size": .measure(text.spec.size), "askedSize": .measure(asked.size),
      "lines": .array(lines), "words": .array(words),
      "reasons": .array(reasons(text, asked).map(JSON.string)),
    ]
  }

  /// Why a text became smaller, larger, wrapped or was cut.
  private func reasons(_ text: TextLayout, _ asked: TextSpec) -> [String] {
    var reasons: [String] = []
    let box = text.box
    let frame =
      "\(box.width.rounded(toPlaces: 1).words) × \(box.height.rounded(toPlaces: 1).words) px"
    let (size, wanted) = (text.spec.size.rounded(toPlaces: 3).words, asked.size.words)
    if text.spec.size != asked.size {
      let change = text.spec.size < asked.size ? "shrunk" : "grown"
      let cause =
        asked.sizeGroup.map { "the texts of the size group \(quoted($0)) share it" }
        ?? "the largest size that fits \(frame)"
        + (asked.maxLines.map { " in \($0) lines" } ?? "")
      reasons.append("\(change) from \(wanted) to \(size) px: \(cause)")
    }
    let wraps = text.lines.count { !$0.endsParagraph }
    if wraps > 0 {
      reasons.append(
        "wrapped \(wraps == 1 ? "once" : "\(wraps) times"): a line is at most "
          + (text.spec.writingMode.isVertical
            ? "\(box.height.rounded(toPlaces: 1).words) px high"
            : "\(box.width.rounded(toPlaces: 1).words) px wide"))
    }
    let isWhole = asked.string == text.spec.string && asked.markup == text.spec.markup
    let hasConcealed = text.lines.contains(where: \.isConcealed)
    if !isWhole, !hasConcealed, text.string.unicodeScalars.contains("…") {
      let limit = asked.maxLines.map { "\($0) lines" } ?? frame
      reasons.append("cut with an ellipsis: more than \(limit) would be needed")
    } else if asked.overflow == .clip,
      text.lines.contains(where: { !$0.isDrawn })
        || text.naturalSize.height > box.height + 0.01 || text.naturalSize.width > box.width + 0.01
    {
      reasons.append("clipped at \(frame)")
    }
    return reasons
  }
}

extension JSON {
  /// px with three decimals.
  static func measure(_ value: Double) -> JSON { .number(value.rounded(toPlaces: 3)) }

  /// `[x, y, width, height]`, px.
  static func measure(_ rect: Rect) -> JSON {
    .array([rect.x, rect.y, rect.width, rect.height].map(JSON.measure))
  }
}
