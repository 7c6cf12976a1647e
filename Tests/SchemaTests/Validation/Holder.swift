import BlurEffect
import ColorAdjust
import DropShadow
import FrostedPanel
import Outline
import PaywallBlur
import ScrimJSON
import ScrimJob
import ScrimKit
import Spotlight
import StoryHighlight

/// An object in a small job, with the keys that it may have.
struct Holder {
  let keys: [String]
  /// What the object has anyway, so that the job is right.
  let base: JSON
  let job: (JSON) -> JSON

  /// A job for each key with each value, and with lists of the value.
  var jobs: [JSON] {
    keys.flatMap { key in
      Mutation.values.flatMap { [$0, [$0, $0], [$0, $0, $0, $0]] }.map { value in
        let others = (base.object ?? []).filter { $0.key != key }
        return job(.object(others + [JSON.Member(key, value)]))
      }
    }
  }

  static var all: [Holder] {
    formats + [
      Holder(keys: ["angle", "stops"], base: ["stops": stops]) {
        layer(["fill": ["linear": $0]])
      },
      Holder(keys: ["center", "radius", "stops"], base: ["stops": stops]) {
        layer(["fill": ["radial": $0]])
      },
      effect(Outline.self), effect(DropShadow.self), effect(StoryHighlight.self),
      effect(PaywallBlur.self), effect(FrostedPanel.self),
      effect(BlurEffect.self), effect(ColorAdjust.self),
      effect(Spotlight.self, saying: ["targets": ["#canvas"]]),
      Holder(keys: Shadow.keys, base: [:]) {
        layer(["effects": [["effect": "drop-shadow", "shadows": [$0]]]])
      },
      Holder(keys: ["width", "color"], base: [:]) {
        layer(["effects": [["effect": "story-highlight", "stroke": $0]]])
      },
      Holder(keys: ["width", "color"], base: [:]) {
        layer(["effects": [["effect": "frosted-panel", "border": $0]]])
      },
      Holder(
        keys: [
          "brightness", "contrast", "grayscale", "sepia", "saturate", "hueRotate", "invert",
        ], base: [:]
      ) {
        layer(["image": ["source": "a.png", "filter": [$0]]])
      },
      Holder(keys: ["line", "color", "thickness"], base: [:]) {
        layer(["text": ["string": "x", "textDecoration": $0]])
      },
      Holder(keys: ["edge", "amount"], base: [:]) {
        layer(["effects": [["effect": "frosted-panel", "reveal": $0]]])
      },
      Holder(
        keys: ["at", "shape", "padding", "cornerRadius", "feather", "ring", "callout"],
        base: ["at": "#canvas"], job: spotlight),
      Holder(
        keys: ["x", "y", "width", "height", "at"], base: ["width": 1, "height": "5%"],
        job: spotlight),
      Holder(keys: ["width", "color", "gap"], base: [:]) {
        spotlight(["at": "#canvas", "ring": $0])
      },
      Holder(
        keys: [
          "text", "side", "gap", "fill", "cornerRadius", "padding", "maxWidth", "arrow",
        ], base: ["text": ["string": "x"]]
      ) {
        spotlight(["at": "#canvas", "callout": $0])
      },
    ]
  }

  private static var formats: [Holder] {
    let bases: [(ObjectKind, JSON, (JSON) -> JSON)] = [
      (.job, ["scrim": 1, "canvas": square, "layers": [[:]]], { $0 }),
      (.canvas, square, { ["scrim": 1, "canvas": $0, "layers": [["image": picture]]] }),
      (.canvas, [:], { ["scrim": 1, "canvas": $0, "layers": [["image": picture]]] }),
      (.layer, [:], layer),
      (.frame, [:], { layer(["frame": $0]) }),
      (.frame, ["below": "#canvas"], { layer(["frame": $0]) }),
      (.frame, ["of": "#canvas"], { layer(["frame": $0]) }),
      (.text, ["string": "x"], { layer(["text": $0]) }),
      (.text, [:], { layer(["text": $0]) }),
      (.image, picture, { layer(["image": $0]) }),
      (.border, [:], { layer(["border": $0]) }),
      (.mask, ["fill": "red"], { layer(["mask": $0]) }),
      (.mask, [:], { layer(["mask": $0]) }),
      (.output, [:], output), (.output, ["file": "a.JPeG"], output),
      (.output, ["file": "a.b.webp"], output), (.output, ["format": "pdf"], output),
      (.output, ["file": "a", "format": "png"], output),
      (
        .font, ["source": "a.ttf"],
        { ["scrim": 1, "canvas": square, "layers": [[:]], "fonts": [$0]] }
      ),
    ]
    return bases.map { kind, base, job in
      let format = ObjectFormat.all.first { $0.kind == kind }
      return Holder(
        keys: (format?.keys.map(\.name) ?? []) + ["// a note", "$schema"], base: base, job: job)
    }
  }

  private static func effect(_ effect: any Effect.Type, saying required: JSON = [:]) -> Holder {
    let name = JSON.Member("effect", .string(effect.manifest.name))
    return Holder(
      keys: effect.parameters.map(\.name) + ["//"],
      base: .object([name] + (required.object ?? []))
    ) {
      layer(["effects": [$0]])
    }
  }

  private static func spotlight(_ target: JSON) -> JSON {
    layer(["effects": [["effect": "spotlight", "targets": [target]]]])
  }

  private static let square: JSON = ["width": 9, "height": 9]
  private static let picture: JSON = ["source": "a.png"]
  private static let stops: JSON = [["red", 0], ["blue", 1]]

  private static func layer(_ layer: JSON) -> JSON {
    ["scrim": 1, "canvas": square, "layers": [layer]]
  }

  private static func output(_ output: JSON) -> JSON {
    ["scrim": 1, "canvas": square, "layers": [[:]], "output": output]
  }
}

extension Shadow {
  fileprivate static var keys: [String] {
    guard case .record(let declarations) = shape else { return [] }
    return declarations.map(\.name)
  }
}
