import BlurEffect
import Codes
import ColorAdjust
import DropShadow
import FrostedPanel
import Foundation
import Outline
import PaywallBlur
import RenderTesting
import ScrimCodecs
import ScrimKit
import ScrimRender
import SVG
import Shapes
import Spotlight
import StoryHighlight
import Testing

/// An image that is written as PDF and SVG, and as PNG for comparison.
struct DocumentJob: Sendable, CustomStringConvertible {
  let description: String
  /// Layers, as in a job.
  let layers: String
  var width = 320
  var height = 200

  static var renderer: TestRenderer {
    TestRenderer([
      Outline.self, DropShadow.self, StoryHighlight.self, PaywallBlur.self, FrostedPanel.self,
      BlurEffect.self, Spotlight.self, ColorAdjust.self, Ellipse.self, Arc.self, Polygon.self,
      Star.self, PathShape.self, Line.self, QRCode.self, Barcode.self, SVG.self,
    ])
  }

  /// Its outputs, in the given order; all without a pixel grid, as documents are.
  ///
  /// - Parameters:
  ///   - outputs: As in a job.
  ///   - canvas: Further keys of the canvas.
  /// - Returns: The files.
  /// - Throws: `JobDiagnostics`.
  func render(_ outputs: String, canvas: String = ##", "background": "#f6f1e7""##) throws
    -> [EncodedOutput]
  {
    let document =
      #"{"scrim": 1, "canvas": {"width": \#(width), "height": \#(height)\#(canvas)}, "#
      + #""layers": [{"snap": false, "layers": [\#(layers)]}], "output": [\#(outputs)]}"#
    return try Self.renderer.outputs(document, sources: ["photo.png": .bytes(try Self.photo)])
      .outputs
  }

  /// Smooth stripes, 200 × 150.
  private static var photo: [UInt8] {
    get throws {
      var pixels = try Pixels(width: 200, height: 150)
      try pixels.withMutableBytes { bytes in
        for y in 0..<150 {
          for x in 0..<200 {
            let wave = sin(Double(x + y) / 9)
            let at = y * (bytes.count / 150) + x * 4
            bytes[at] = UInt8(140 + 90 * wave)
            bytes[at + 1] = UInt8(60 + y)
            bytes[at + 2] = UInt8(x + 40)
            bytes[at + 3] = 255
          }
        }
      }
      return try PNGEncoding.encode(pixels)
    }
  }
}

extension DocumentJob {
  static let title =
    ##"{"frame": {"x": 20, "y": 20, "width": 280}, "text": {"string": "Wave of words", "##
    + ##""font": "Noto Serif", "size": 40, "color": "#123"}, "effects": ["##
  static let photoBelow = #"{"image": {"source": "photo.png"}}, "#

  /// Documents without any pixels.
  static let drawings: [DocumentJob] = [
    DocumentJob(description: "text", layers: title + "]}"),
    DocumentJob(
      description: "text of several scripts",
      layers: ##"{"frame": {"x": 20, "y": 20, "width": 280}, "text": {"markup": "##
        + ##""<b>猫</b> قطة <u>बिल्ली</u> <span background='#ff0' alpha='60%'>cat</span>", "size": 40, "##
        + ##""font": ["Noto Sans", "Noto Sans CJK JP", "Noto Sans Arabic", "Noto Sans Devanagari"]}}"##
    ),
    DocumentJob(
      description: "outline",
      layers: title + ##"{"effect": "outline", "width": 6, "color": "#ff8"}]}"##),
    DocumentJob(
      description: "highlight",
      layers: title + ##"{"effect": "story-highlight", "fill": "#fc0"}]}"##),
    DocumentJob(
      description: "translucent highlight under an outline",
      layers: title + ##"{"effect": "outline", "width": 4, "color": "#fff"}, "##
        + ##"{"effect": "story-highlight", "fill": "#00f8"}]}"##),
    DocumentJob(
      description: "gradients",
      layers: ##"{"fill": {"linear": {"angle": 30, "stops": [["#f00", 0], ["#0f08", 0.5], ["##
        + ##""transparent", 1]]}}}, {"frame": {"x": 60, "y": 40, "width": 200, "height": 120}, "##
        + ##""cornerRadius": 30, "fill": {"radial": {"stops": [["#00f", 0], ["#fff", 1]]}}}"##),
    // (Poppler's Cairo backend samples repeated rings too coarsely to be compared.)
    DocumentJob(
      description: "a repeating gradient, and one in Oklab",
      layers: ##"{"fill": {"linear": {"angle": 30, "repeating": true, "stops": [["#f00", 0.1], ["##
        + ##""#0f08", 0.2], ["#f00", 0.4]]}}}, {"frame": {"x": 60, "y": 40, "width": 200, "height": "##
        + ##"120}, "cornerRadius": 30, "fill": {"radial": {"in": "oklab", "stops": "##
        + ##"[["#00f", 0.2], ["#fff", 0.3], ["#00f", 0.5]]}}}"##),
    DocumentJob(
      description: "opacity",
      layers: ##"{"frame": {"x": 30, "y": 30, "width": 200, "height": 120}, "fill": "#08f", "##
        + ##""opacity": 0.6}, {"frame": {"x": 40, "y": 50, "width": 260}, "opacity": 0.5, "text": {"##
        + ##""string": "Whole", "size": 80, "color": "#fff"}, "effects": [{"effect": "outline", "##
        + ##""width": 12, "color": "#c00"}]}"##),
    DocumentJob(
      description: "spotlights with edges",
      layers: ##"{"id": "t", "frame": {"x": 60, "y": 60}, "text": {"string": "Wave", "size": 40, "##
        + ##""wrap": "none"}}, {"effects": [{"effect": "spotlight", "targets": ["#t"], "##
        + ##""feather": 0, "padding": 8}]}"##),
    DocumentJob(
      description: "group with an opacity",
      layers: ##"{"frame": {"x": 40, "y": 30, "width": 220, "height": 140}, "opacity": 0.6, "##
        + ##""cornerRadius": 30, "layers": [{"fill": "#08f"}, {"frame": {"x": 20, "y": 20}, "text": "##
        + ##"{"string": "Whole", "size": 60, "wrap": "none"}, "effects": [{"effect": "outline", "##
        + ##""width": 8, "color": "#fff"}]}]}"##),
    DocumentJob(
      description: "turned",
      layers: ##"{"frame": {"x": 60, "y": 50, "width": 200, "height": 90}, "rotate": 20, "##
        + ##""cornerRadius": 20, "fill": {"linear": {"angle": 90, "stops": [["#f00", 0], ["##
        + ##""#00f", 1]]}}}, {"frame": {"x": 60, "y": 70}, "rotate": 20, "text": {"string": "Whole", "##
        + ##""size": 60, "wrap": "none", "color": "#fff"}, "effects": [{"effect": "outline", "##
        + ##""width": 8, "color": "#000"}]}"##),
    DocumentJob(
      description: "cut at the edge of the canvas",
      layers: ##"{"frame": {"x": -50, "y": -30, "width": 400, "height": 140}, "fill": "#0a8"}, "##
        + ##"{"frame": {"x": -30, "y": 150, "width": 500}, "text": {"string": "Over the edge", "##
        + ##""size": 60, "overflow": "visible"}, "effects": [{"effect": "outline", "width": 9, "##
        + ##""color": "#fff"}]}"##),
  ]

  /// Documents with pixels in parts.
  static let mixed: [DocumentJob] = [
    DocumentJob(
      description: "conic gradients",
      layers: ##"{"fill": {"conic": {"angle": 30, "stops": [["#f00", 0], ["#0f08", 0.5], "##
        + ##"["#f00", 1]]}}}, {"frame": {"x": 60, "y": 40, "width": 200, "height": 120}, "cornerRadius": 30, "fill": "##
        + ##"{"conic": {"center": ["25%", "75%"], "repeating": true, "stops": [["#048", 0.1], ["##
        + ##""#fff", 0.2], ["#048", 0.35]]}}}"##),
    DocumentJob(
      description: "border with a translucent gradient",
      layers: ##"{"frame": {"x": 10, "y": 10, "width": 300, "height": 180}, "cornerRadius": 30, "##
        + ##""effects": [{"effect": "frosted-panel", "sigma": 0, "border": {"width": 12, "color": "##
        + ##"{"linear": {"angle": 150, "stops": [["#000c", 0], ["#0008", 0.6]]}}}}]}"##),
    DocumentJob(
      description: "photo",
      layers: ##"{"frame": {"x": 20, "y": 20, "width": 180, "height": 150}, "image": {"source": "##
        + ##""photo.png", "fit": "contain"}}, {"frame": {"x": 220, "y": 20, "width": 80, "height": "##
        + ##"80}, "cornerRadius": "50%", "image": {"source": "photo.png"}}"##),
    DocumentJob(
      description: "shadow", layers: title + ##"{"effect": "drop-shadow", "color": "#00f"}]}"##),
    DocumentJob(
      description: "outline and shadow over a photo",
      layers: photoBelow + title + ##"{"effect": "outline", "width": 6, "color": "#ff8"}, "##
        + ##"{"effect": "drop-shadow", "sigma": 4}]}"##),
    DocumentJob(
      description: "stroke inside",
      layers: title
        + ##"{"effect": "outline", "width": 2, "color": "#f00", "position": "inside"}]}"##
    ),
    DocumentJob(
      description: "translucent highlight with a line",
      layers: title + ##"{"effect": "story-highlight", "fill": "#00f8", "stroke": "##
        + ##"{"width": 3, "color": "#f00"}}]}"##),
    DocumentJob(
      description: "glass over a photo",
      layers: photoBelow + ##"{"frame": {"x": 40, "y": 40, "width": 240, "height": 120}, "##
        + ##""cornerRadius": 20, "text": {"string": "Behind glass", "size": 30}, "padding": 20, "##
        + ##""effects": [{"effect": "frosted-panel", "sigma": 8, "border": {"width": 2, "color": "##
        + ##""#fff8"}, "shadow": {"sigma": 6}}]}"##),
    DocumentJob(
      description: "glass over drawing",
      layers: title
        + ##"]}, {"frame": {"x": 60, "y": 10, "width": 120, "height": 80}, "effects": ["##
        + ##"{"effect": "frosted-panel", "sigma": 3}]}"##),
    DocumentJob(
      description: "turned glass over a photo",
      layers: photoBelow
        + ##"{"frame": {"x": 70, "y": 50, "width": 180, "height": 90}, "rotate": 15, "##
        + ##""cornerRadius": 20, "padding": 20, "text": {"string": "Turned", "size": 24}, "##
        + ##""effects": [{"effect": "frosted-panel", "sigma": 6}]}"##),
    DocumentJob(
      description: "blends",
      layers: title + ##"]}, {"frame": {"x": 40, "y": 10, "width": 120, "height": 120}, "##
        + ##""cornerRadius": "50%", "fill": "#0c8", "blend": "multiply"}, {"frame": {"x": 120, "##
        + ##""y": 50, "width": 160, "height": 120}, "fill": "#e40", "blend": "hue", "opacity": 0.7}"##
    ),
    DocumentJob(
      description: "mask",
      layers: title + ##"], "mask": {"fill": {"linear": {"angle": 90, "stops": [["#000", 0.2], ["##
        + ##""transparent", 0.9]]}}}}"##),
    DocumentJob(
      description: "group that lets glass see through",
      layers: photoBelow + ##"{"frame": {"x": 40, "y": 30, "width": 220, "height": 140}, "##
        + ##""cornerRadius": 30, "layers": [{"effects": [{"effect": "frosted-panel", "sigma": 6}]}, "##
        + ##"{"frame": {"x": 20, "y": 20}, "text": {"string": "Inside", "size": 60, "wrap": "none"}}]}"##
    ),
    DocumentJob(
      description: "spotlight that fades",
      layers: title + ##"]}, {"effects": [{"effect": "spotlight", "targets": [{"x": 40, "y": 30, "##
        + ##""width": 100, "height": 60}], "feather": 6}]}"##),
    DocumentJob(
      description: "blur", layers: title + ##"{"effect": "blur", "sigma": 2}]}"##),
    DocumentJob(
      description: "paywall",
      layers:
        ##"{"frame": {"x": 20, "y": 20, "width": 280}, "text": {"string": "Anyone may read\n"##
        + ##"but not this here\nnor that one", "size": 32}, "effects": [{"effect": "outline", "##
        + ##""width": 4, "color": "#ff8"}, {"effect": "paywall-blur", "sigma": 3}]}"##),
    DocumentJob(
      description: "emoji",
      layers:
        ##"{"frame": {"x": 20, "y": 20, "width": 280}, "text": {"string": "cat 🐈 🍉", "size": "##
        + ##"50, "font": ["Noto Sans", "Noto Color Emoji"]}, "effects": [{"effect": "outline", "##
        + ##""width": 6, "color": "#fff"}]}"##),
  ]
}
