import RenderTesting
import ScrimKit
import Spotlight

/// Small jobs with a spotlight, on white by default.
struct SpotlightScene {
  let renderer: TestRenderer

  init(with others: [any Effect.Type] = []) {
    renderer = TestRenderer([Spotlight.self] + others)
  }

  /// A job whose last layer is a spotlight.
  ///
  /// - Parameters:
  ///   - effect: The effect's parameters.
  ///   - below: Layers below, each followed by a comma.
  ///   - layer: Further keys of the spotlight's layer, each followed by a comma.
  ///   - canvas: Further keys of the canvas.
  ///   - size: The size of the canvas, px.
  /// - Returns: The document.
  static func job(
    _ effect: String, below: String = "", layer: String = "",
    canvas: String = ##""background": "#fff""##, size: (width: Int, height: Int) = (160, 120)
  ) -> String {
    #"{"scrim": 1, "canvas": {"width": \#(size.width), "height": \#(size.height), \#(canvas)}, "#
      + #""layers": [\#(below){\#(layer)"effects": [{"effect": "spotlight", \#(effect)}]}]}"#
  }

  func pixels(
    _ effect: String, below: String = "", layer: String = "",
    canvas: String = ##""background": "#fff""##, size: (width: Int, height: Int) = (160, 120)
  ) throws -> Pixels {
    try renderer.pixels(
      Self.job(effect, below: below, layer: layer, canvas: canvas, size: size))
  }

  func messages(
    _ effect: String, below: String = "", layer: String = "",
    size: (width: Int, height: Int) = (160, 120)
  ) throws -> [String] {
    try renderer.messages(Self.job(effect, below: below, layer: layer, size: size))
  }
}

extension Pixels {
  /// The green components of a row.
  func greens(row y: Int, _ columns: Range<Int>) -> [Int] { columns.map { pixel($0, y)[1] } }

  /// The smallest rectangle with all pixels of a colour (blue, green, red), opaque.
  func bounds(of color: [Int]) -> PixelRect? {
    var found: PixelRect?
    for y in 0..<height {
      for x in 0..<width where Array(pixel(x, y)[0..<3]) == color {
        let one = PixelRect(x: x, y: y, width: 1, height: 1)
        found = found.map { $0.union(one) } ?? one
      }
    }
    return found
  }
}
