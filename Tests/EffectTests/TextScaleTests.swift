import DropShadow
import Foundation
import Outline
import RenderTesting
import ScrimJSON
import ScrimRender
import Testing

/// Layout knows no pixels: what is twice as large is the same.
@Suite struct TextScaleTests {
  private let renderer = TestRenderer([Outline.self, DropShadow.self])

  /// Frame, lines and ink of every layer, in the order of the report.
  private func rectangles(_ document: String, ink: Bool = true) throws -> [[Double]] {
    let layers = try renderer.outputs(document).report.json["layers"]?.object ?? []
    return layers.flatMap { layer in
      let lines = layer.value["lines"]?.array ?? []
      let others = [layer.value["frame"], ink ? layer.value["ink"] : nil].compactMap(\.self)
      return (others + lines).map { ($0.array ?? []).compactMap(\.number) }
    }
  }

  /// The document with some of its numbers multiplied, and another scale.
  private func changed(
    _ document: String, scale: Double, lengths factor: Double = 1
  ) throws -> String {
    let keys: Set<String> = [
      "width", "height", "x", "y", "size", "minSize", "letterSpacing", "lineSpacing", "inset",
      "textIndent", "thickness",
    ]
    func change(_ value: Any) -> Any {
      if let list = value as? [Any] { return list.map(change) }
      guard let object = value as? [String: Any] else { return value }
      return Dictionary(
        uniqueKeysWithValues: object.map { key, value in
          if key == "scale" { return (key, scale as Any) }
          if keys.contains(key), let number = value as? Double { return (key, number * factor) }
          return (key, change(value))
        })
    }
    let json = try JSONSerialization.jsonObject(with: Data(document.utf8))
    return String(
      decoding: try JSONSerialization.data(withJSONObject: change(json)), as: UTF8.self)
  }

  @Test(arguments: GoldenCase.all(of: "text"))
  func scaleTwoIsScaleOneDoubled(_ golden: GoldenCase) throws {
    let document = try String(contentsOf: golden.job, encoding: .utf8)
    let one = try rectangles(changed(document, scale: 1))
    let two = try rectangles(changed(document, scale: 2))
    #expect(!one.isEmpty && one == two)
    // The same in lengths twice as long. Points and the steps of sizes do not double, nor does the
    // pixel over which the pictures of emoji fade out.
    guard !document.contains("markup"), !document.contains("shrink") else { return }
    let single = try rectangles(document, ink: false)
    let doubled = try rectangles(changed(document, scale: 1, lengths: 2), ink: false)
    #expect(doubled.count == single.count)
    // Pango rounds each glyph's advance to 1/1024 px.
    for (doubled, single) in zip(doubled, single) {
      for (length, half) in zip(doubled, single) {
        #expect(abs(length / 2 - half) < 32.0 / 1024)
      }
    }
  }
}
