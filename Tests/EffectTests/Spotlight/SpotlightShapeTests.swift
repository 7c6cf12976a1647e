import RenderTesting
import ScrimKit
import Testing

/// The shapes of lights compared with formulas that are independent of their drawing.
@Suite struct SpotlightShapeTests {
  private let scene = SpotlightScene()
  private static let target = #"{"x": 41.3, "y": 32.6, "width": 53.2, "height": 31.7}"#
  /// The target enlarged by a padding of 7.
  private static let box = Rect(x: 34.3, y: 25.6, width: 67.2, height: 45.7)

  struct Shape: Sendable, CustomStringConvertible {
    let description: String
    let isLit: @Sendable (Double, Double) -> Bool
  }

  static let shapes: [Shape] = [
    Shape(description: #""shape": "rect""#) { x, y in
      x > box.left && x < box.right && y > box.top && y < box.bottom
    },
    Shape(description: #""shape": "rounded""#) {
      ShapeFormula.rounded(box, [8, 8, 8, 8])($0, $1)
    },
    Shape(description: #""cornerRadius": [3, 0, 20, 12]"#) {
      ShapeFormula.rounded(box, [3, 0, 20, 12])($0, $1)
    },
    // Relative to the shorter side; radii that do not fit are scaled down together.
    Shape(description: #""cornerRadius": "25%""#) {
      ShapeFormula.rounded(box, Array(repeating: 45.7 / 4, count: 4))($0, $1)
    },
    Shape(description: #""cornerRadius": 500"#) {
      ShapeFormula.rounded(box, Array(repeating: 45.7 / 2, count: 4))($0, $1)
    },
    Shape(description: #""shape": "pill""#) {
      ShapeFormula.rounded(box, Array(repeating: 45.7 / 2, count: 4))($0, $1)
    },
    Shape(description: #""shape": "ellipse""#) { ShapeFormula.ellipse(box)($0, $1) },
    Shape(description: #""shape": "circle""#) {
      let side = 67.2
      return ShapeFormula.ellipse(
        Rect(
          x: box.center.x - side / 2, y: box.center.y - side / 2, width: side, height: side))(
          $0, $1)
    },
  ]

  @Test(arguments: shapes, [1.0, 2.5]) func isWhatTheFormulaSays(
    _ shape: Shape, _ scale: Double
  ) throws {
    let pixels = try scene.pixels(
      #""targets": [\#(Self.target)], "padding": 7, \#(shape)"#,
      layer: #""snap": false, "#, canvas: ##""background": "#fff", "scale": \##(scale)"##)
    let error = pixels.distance(scale: scale, from: shape.isLit)
    // Cairo samples 15 rows per pixel: a horizontal edge has an error of half a row, 153 / 30, plus rounding to 255
    // steps.
    #expect(error.greatest <= 11)
    #expect(error.ofEdges <= 3)
  }

  /// A light of this size shows whether curves are flattened too coarsely.
  @Test func largeCirclesAreRound() throws {
    let pixels = try scene.pixels(
      #""targets": [{"x": -700.5, "y": 20.25, "width": 1500, "height": 1500}], "shape": "circle""#,
      layer: #""snap": false, "#, size: (400, 300))
    let error = pixels.distance { x, y in
      let (u, v) = (x - 49.5, y - 770.25)
      return u * u + v * v < 750 * 750
    }
    #expect(error.greatest <= 11)
    #expect(error.ofEdges <= 3)
  }

  /// A silhouette dilated by a disc is a rounded box with larger corners.
  @Test(arguments: [0.0, 5.0, 11.5]) func inkIsTheSilhouetteGrown(_ padding: Double) throws {
    let fill =
      ##"{"id": "a", "frame": {"x": 50, "y": 40, "width": 60, "height": 40}, "cornerRadius": 12, "fill": "#fff"}, "##
    let pixels = try scene.pixels(
      ##""targets": ["#a"], "shape": "ink", "padding": \##(padding)"##, below: fill)
    let box = Rect(x: 50, y: 40, width: 60, height: 40).grown(by: padding)
    let error = pixels.distance(
      from: ShapeFormula.rounded(box, Array(repeating: 12 + padding, count: 4)))
    #expect(error.greatest <= 24)
    #expect(error.ofEdges <= 6)
  }

  @Test func inkOfWordsIsTheirsAlone() throws {
    let text =
      ##"{"id": "t", "frame": {"x": 10, "y": 30, "width": 140}, "text": {"string": "II HH II", "font": "Noto Sans", "size": 40, "weight": 700, "color": "#fff"}}, "##
    let words = try scene.pixels(##""targets": ["#t/match/HH"], "shape": "ink""##, below: text)
    let whole = try scene.pixels(##""targets": ["#t"], "shape": "ink""##, below: text)
    let row = 62
    let lit = (0..<160).filter { words.pixel($0, row)[1] == 255 }
    let all = (0..<160).filter { whole.pixel($0, row)[1] == 255 }
    #expect(lit.count >= 15)
    #expect((lit.first ?? 0) > 40 && (lit.last ?? 160) < 110)
    #expect(Set(lit).isSubset(of: all) && all.count > lit.count)
    // It is dark between the glyphs.
    #expect(
      (0..<160).contains {
        (lit[0]..<lit[lit.count - 1]).contains($0) && words.pixel($0, row)[1] == 102
      })
  }

  /// A frame is larger than its layer's ink, and may be smaller than an outline's extent.
  @Test func inkOfALayerIsAllThatItDraws() throws {
    let text =
      ##"{"id": "t", "frame": {"x": 40, "y": 40, "width": 20, "height": 20}, "text": {"string": "HHHH", "font": "Noto Sans", "size": 40, "overflow": "visible", "color": "#fff"}}, "##
    let pixels = try scene.pixels(##""targets": ["#t"], "shape": "ink""##, below: text)
    #expect((110..<160).contains { pixels.pixel($0, 72)[1] == 255 })
  }
}
