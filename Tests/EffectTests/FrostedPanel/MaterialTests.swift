import Foundation
import FrostedPanel
import Glibc
import RenderTesting
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

/// The family of materials against its targets: docs/decisions/2026-11-25-glass-materials.md.
@Suite struct MaterialTests {
  private let renderer = TestRenderer([FrostedPanel.self])

  struct Material: Sendable, CustomStringConvertible {
    let name: String
    /// The share of the backdrop's contrast that it keeps.
    let contrast: Double
    let tone: String
    var isReadable: Bool { contrast <= 0.45 }
    var description: String { "\(name)-\(tone)" }
  }

  static let materials: [Material] = [
    ("ultra-thin", 0.8), ("thin", 0.6), ("regular", 0.45), ("thick", 0.3), ("chrome", 0.15),
  ].flatMap { name, contrast in
    ["light", "dark"].map { Material(name: name, contrast: contrast, tone: $0) }
  }

  /// Of two greys under unblurred glass, which saturation does not change.
  @Test(arguments: materials) func keepsItsShareOfTheContrast(_ material: Material) throws {
    let pixels = try renderer.pixels(
      ##"{"scrim": 1, "canvas": {"width": 20, "height": 10}, "layers": [{"frame": {"width": 10}, "fill": "#333"}, "##
        + ##"{"frame": {"x": 10}, "fill": "#ccc"}, {"effects": [{"effect": "frosted-panel", "sigma": 0, "##
        + #""preset": "\#(material)"}]}]}"#)
    for channel in 0..<3 {
      let step = Double(pixels.pixel(15, 5)[channel] - pixels.pixel(5, 5)[channel])
      #expect(abs(step / (0xcc - 0x33) - material.contrast) <= 1 / 153)
    }
  }

  /// The relative luminance of WCAG 2.2 of an opaque pixel: blue, green, red.
  private static func luminance(_ pixel: [Int]) -> Double {
    let linear = pixel.prefix(3).map { part -> Double in
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.0722 * linear[0] + 0.7152 * linear[1] + 0.2126 * linear[2]
  }

  /// Black text on light glass, white text on dark glass, over the example photos and over plain black and white.
  @Test(
    arguments: materials.filter(\.isReadable), ["landscape.jpg", "photo.jpg", "white", "black"])
  func textIsReadable(_ material: Material, _ backdrop: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var sources: [String: SourceFile] = [:]
    var layer = #"{"fill": "\#(backdrop)"}"#
    if backdrop.hasSuffix(".jpg") {
      let folder = backdrop == "landscape.jpg" ? "examples" : "docs/effects"
      let data = try Data(contentsOf: root.appending(path: "\(folder)/\(backdrop)"))
      sources[backdrop] = .bytes(Array(data))
      layer = #"{"image": {"source": "\#(backdrop)", "fit": "cover"}}"#
    }
    let pixels = try renderer.pixels(
      #"{"scrim": 1, "canvas": {"width": 320, "height": 480}, "layers": [\#(layer), "#
        + #"{"effects": [{"effect": "frosted-panel", "preset": "\#(material)"}]}]}"#,
      sources: sources)
    var least = Double.infinity
    for y in 0..<480 {
      for x in 0..<320 {
        let luminance = Self.luminance(pixels.pixel(x, y))
        least = min(
          least, material.tone == "light" ? (luminance + 0.05) / 0.05 : 1.05 / (luminance + 0.05))
      }
    }
    #expect(least >= 4.5)
  }

  @Test func theOldNameOfMutedWarns() throws {
    func warnings(_ preset: String) throws -> [JSON] {
      try renderer.outputs(
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": ["#
          + #"{"effects": [{"effect": "frosted-panel", "preset": "\#(preset)"}]}]}"#
      ).report.json["warnings"]?.array ?? []
    }
    let found = try warnings("vibrant")
    #expect(
      found.compactMap { $0["message"]?.string } == [
        #"frosted-panel: the preset "vibrant" is now called "muted": replace the name."#
      ])
    #expect(found.first?["pointer"]?.string == "/layers/0/effects/0/preset")
    #expect(try warnings("muted").isEmpty)
  }
}
