import ScrimCodecs
import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// The positions of all layers and the regions that are drawn, for inspection.
struct PlanListing {
  let plan: CanvasPlan

  private var scene: Scene { plan.scene }

  /// The canvas's `[width, height]`, `alt` if a text says what the image shows, and the layers in document order, px of
  /// the canvas at scale 1.
  ///
  /// A rectangle is given by its four corners, as it may be transformed: `[x, y, x, y, x, y, x, y]`. `frame`, `lines`;
  /// `steps` are the content and each effect, with its `extent`, the required part of that (`region`), and the part
  /// of the backdrop that an effect reads (`backdrop`).
  var json: JSON {
    let chains = plan.layers.chains
    let layers = scene.layers.filter(\.layer.isVisible).map { placed -> JSON in
      let measure = LayerMeasure(placed, in: scene)
      let transform = measure.transform
      let lines = measure.text?.lines.map { JSON.corners(of: $0.rectangle, transform) } ?? []
      return [
        "index": .integer(placed.index), "name": .string(placed.layer.displayName),
        "path": .string(placed.layer.path.pointer),
        "frame": .corners(of: placed.frame, transform), "lines": .array(lines),
        "steps": .array(steps(of: placed, chains[placed.index], transform)),
      ]
    }
    let alt = AltText(scene).metadata.map { [JSON.Member("alt", .string($0.text))] } ?? []
    return .object(
      [.init("canvas", [.number(scene.canvas.width), .number(scene.canvas.height)])] + alt
        + [.init("layers", .array(layers))])
  }

  private func steps(of placed: PlacedLayer, _ chain: LayerPlan?, _ transform: Transform) -> [JSON]
  {
    let names = ["content"] + placed.layer.effects.map(\.name)
    return zip(names, plan.planner.extents[placed]).enumerated().map { index, step in
      var members = [
        JSON.Member("name", .string(step.0)),
        JSON.Member("extent", .corners(of: step.1, transform)),
      ]
      guard let chain else { return .object(members) }
      members.append(JSON.Member("region", .corners(of: chain.regions[index], transform)))
      if index > 0, !chain.backdrops[index - 1].isEmpty {
        members.append(JSON.Member("backdrop", .corners(of: chain.backdrops[index - 1], transform)))
      }
      return .object(members)
    }
  }
}

extension [PlannedLayer] {
  /// The plan of each isolated layer, also in groups, by the layer's index.
  fileprivate var chains: [Int: LayerPlan] {
    reduce(into: [:]) { chains, layer in
      chains[layer.placed.index] = layer.chain
      chains.merge(layer.children.chains) { $1 }
    }
  }
}

extension JSON {
  /// The corners of a transformed rectangle, px with two decimals, clockwise from its top left; empty for an empty one.
  fileprivate static func corners(of rect: Rect, _ transform: Transform) -> JSON {
    guard !rect.isEmpty else { return [] }
    let corners = [
      Point(x: rect.left, y: rect.top), Point(x: rect.right, y: rect.top),
      Point(x: rect.right, y: rect.bottom), Point(x: rect.left, y: rect.bottom),
    ].map { transform($0) }
    return .array(
      corners.flatMap { [$0.x, $0.y] }.map { .number($0.rounded(toPlaces: 2)) })
  }
}
