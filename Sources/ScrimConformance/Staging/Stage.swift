import ScrimJSON
import ScrimJob
import ScrimKit

/// A small job for testing an effect: a detailed backdrop, a text layer to refer to, the layer with the effect, and a
/// layer above it.
struct Stage: Sendable, Hashable, CustomStringConvertible {
  /// A short description of the layer with the effect.
  let description: String
  /// The layer's frame, px; `nil` for the canvas. A text has its natural height.
  private let frame: Rect?
  /// The layer's other keys.
  private let content: [JSON.Member]

  /// The ids of the layers that an effect can refer to.
  static let below = "below"
  static let above = "above"
  /// The file that a parameter can name.
  static let mask = "mask.png"
  static let imageFile = "picture.png"

  /// The keys of a rectangle in the middle of the canvas.
  static let rectangle: [JSON.Member] = [
    .init("x", 84), .init("y", 62.5), .init("width", 91), .init("height", 47),
  ]

  /// The index of the layer with the effect.
  static let tested = 3

  /// The size of the canvas, px.
  static let size = Size(width: 260, height: 200)

  private init(_ description: String, _ frame: Rect?, _ content: JSON = [:]) {
    self.description = description
    self.frame = frame
    self.content = content.object ?? []
  }

  /// Whether the layer's position is independent of the canvas's size.
  var isMovable: Bool { frame != nil }

  /// The job.
  ///
  /// - Parameters:
  ///   - sample: The effect.
  ///   - margin: The enlargement of the canvas on each side, integer px; all layers except those that fill the canvas
  ///     keep their position relative to its old corner.
  ///   - scale: Pixels per px.
  /// - Returns: The document.
  func document(
    with sample: EffectSample, margin: Insets = Insets(0), scale: Double = 1
  ) -> JSON {
    func at(_ rect: Rect, natural: Bool = false) -> JSON.Member {
      let edges: [JSON.Member] = [
        .init("x", .number(rect.x + margin.left)), .init("y", .number(rect.y + margin.top)),
        .init("width", .number(rect.width)),
      ]
      return .init(
        "frame", .object(edges + (natural ? [] : [.init("height", .number(rect.height))])))
    }
    let isText = content.contains { $0.key == "text" }
    let frames = frame.map { [at($0, natural: isText)] } ?? []
    // A content is drawn in place of the stage's.
    let own = content.filter { $0.key == "cornerRadius" }
    let tested =
      sample.isContent
      ? frames + own + [.init("content", sample.use)]
      : frames + content + [.init("effects", [sample.use.moved(dx: margin.left, dy: margin.top)])]
    let layers: [JSON] = [
      .object([at(Rect(x: 0, y: 0, width: 170, height: 200)), .init("fill", Self.stripes(90))]),
      .object([at(Rect(x: 0, y: 0, width: 260, height: 200)), .init("fill", Self.stripes(180))]),
      .object([
        .init("id", .string(Self.below)), at(Rect(x: 95, y: 70, width: 70, height: 30)),
        .init("text", ["string": "Below", "size": 21, "color": "#be123c"]),
      ]),
      .object(tested),
      .object([
        .init("id", .string(Self.above)), at(Rect(x: 204, y: 12, width: 30, height: 18)),
        .init("fill", "#f59e0b90"),
      ]),
    ]
    let canvas: JSON = [
      "width": .number(Self.size.width + margin.left + margin.right),
      "height": .number(Self.size.height + margin.top + margin.bottom),
      "scale": .number(scale),
    ]
    return ["scrim": 1, "seed": 7, "canvas": canvas, "layers": .array(layers)]
  }

  /// Bars without gaps, with edges at integer px, some of them translucent: independent of the scale.
  private static func stripes(_ angle: Double) -> JSON {
    let colors =
      angle == 90
      ? ["#f8fafc", "#0f172a", "#38bdf8", "#facc15", "#dc2626", "#16a34a", "#f8fafc", "#7c3aed"]
      : ["#0000", "#ffffff80", "#02061780", "#0000", "#22c55e60", "#e11d4880", "#0000"]
    let widths = angle == 90 ? [20, 21, 13, 30, 16, 23, 17, 30] : [30, 21, 33, 10, 26, 41, 39]
    let length = Double(widths.reduce(0, +))
    var stops: [JSON] = []
    var start = 0
    for (color, width) in zip(colors, widths) {
      for edge in [start, start + width] {
        stops.append([.string(color), .number(Double(edge) / length)])
      }
      start += width
    }
    return ["linear": ["angle": .number(angle), "stops": .array(stops)]]
  }
}

extension Stage {
  /// Text of several lines at fractional px: the stage that most effects accept.
  static let lines = Stage(
    "text in several lines", Rect(x: 41.25, y: 33.625, width: 160, height: 0),
    [
      "text": [
        "string": "Words of a text\nthat differ\n\nand are wrapped softly", "size": 21,
        "color": "#1d4ed8",
      ]
    ])
  static let arabic = Stage(
    "Arabic text", Rect(x: 60, y: 40, width: 140, height: 0),
    [
      "text": [
        "string": "نص عربي\nفي سطرين", "size": 27, "color": "#15803dcc", "missingGlyphs": "allow",
      ]
    ])
  static let image = Stage(
    "image with alpha", Rect(x: 70, y: 51, width: 110, height: 80),
    ["image": ["source": .string(imageFile), "fit": "fill"], "cornerRadius": 14])
  static let fill = Stage(
    "fill", Rect(x: 63.5, y: 47.75, width: 120, height: 91),
    ["fill": ["linear": ["angle": 45, "stops": [["#0ea5e9", 0], ["#a855f780", 1]]]]])
  static let nothing = Stage(
    "no content", Rect(x: 60, y: 50, width: 131, height: 90), ["cornerRadius": 16])
  static let pixel = Stage(
    "one pixel", Rect(x: 97, y: 71, width: 1, height: 1), ["fill": "#dc2626"])
  static let leaving = Stage(
    "frame that leaves the canvas", Rect(x: -40, y: 130, width: 170, height: 150),
    ["fill": "#0891b2c0", "cornerRadius": 30])
  static let huge = Stage(
    "huge frame", Rect(x: -3000, y: -2000, width: 7000, height: 5000),
    ["fill": "#65a30d90", "cornerRadius": 400])
  static let emptyText = Stage(
    "empty text", Rect(x: 60, y: 40, width: 140, height: 0),
    ["text": ["string": "", "size": 20]])
  static let canvas = Stage("the whole canvas", nil)

  /// The stages for contents: frames of different sizes and places.
  static let ofContents = [fill, nothing, leaving, canvas, pixel, huge]

  /// All stages; each effect accepts some of them.
  static let all = [
    lines, image, nothing, arabic, fill, leaving, canvas, pixel, huge, emptyText,
  ]
}
