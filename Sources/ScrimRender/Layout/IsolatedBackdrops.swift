import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

extension Scene {
  /// Warnings about effects that read the backdrop where there is none: the layer is in a group that is rendered on its
  /// own, and the group has nothing below the layer.
  func isolatedBackdropWarnings() -> [Diagnostic] {
    layers.filter { placed in
      guard case .group = placed.content else { return false }
      return placed.layer.isVisible && !placed.isPassThrough
    }.flatMap { group in
      var below = group.backgrounds
      return warnings(in: group.index, isolatedBy: group.layer, above: &below)
    }
  }

  /// - Parameters:
  ///   - parent: The index of a group; those inside it that are isolated have warnings of their own.
  ///   - group: The isolated group.
  ///   - below: The extents of the layers below in the isolated group; grows by those of the layers here.
  /// - Returns: The warnings about layers of the group.
  private func warnings(
    in parent: Int, isolatedBy group: Layer, above below: inout [Rect]
  ) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    for index in nesting.children[parent] {
      let placed = layers[index]
      guard placed.layer.isVisible, placed.layer.opacity > 0 else { continue }
      if placed.isPassThrough {
        below += placed.backgrounds
        warnings += self.warnings(in: index, isolatedBy: group, above: &below)
        continue
      }
      for use in effectsWithBackdrop(of: placed)
      where !below.contains(where: { !$0.intersection(use.backdrop).isEmpty }) {
        warnings.append(
          job.diagnostic(
            EffectWarning(
              "sees nothing below the layer: it is in a group that is rendered on its own because of its "
                + "\(group.reasonOfIsolation). Remove that from the group, or move the layer out of it."
            ),
            of: use.effect))
      }
      below.append(placed.transform.bounds(of: extent(of: placed)))
    }
    return warnings
  }

  /// The effects of a layer that read the backdrop, and the region that they read, in the space of the layer's parent.
  private func effectsWithBackdrop(
    of placed: PlacedLayer
  ) -> [(effect: EffectUse, backdrop: Rect)] {
    let inside = placed.group?.extent ?? .empty
    // Errors of effects are reported when the layer is planned.
    guard !placed.layer.effects.isEmpty,
      let extents = try? environment.extents(of: placed, inside: inside, scale: 1)
    else { return [] }
    return placed.layer.effects.indices.compactMap { index in
      let use = placed.layer.effects[index]
      let geometry = environment.geometry(
        of: placed, effect: index, inputExtent: extents[index], scale: 1)
      let need = try? tracker.on(use, ofLayer: placed.index) {
        try use.effect.regionOfInterest(for: extents[index + 1], in: geometry)
      }
      guard let backdrop = need?.backdrop, !backdrop.isEmpty else { return nil }
      return (use, placed.transform.bounds(of: backdrop))
    }
  }
}

extension Layer {
  /// The key that makes a group be rendered on its own; see `PlacedLayer.isPassThrough`.
  fileprivate var reasonOfIsolation: String {
    if opacity != 1 { return "\"opacity\"" }
    if blend != .normal { return "\"blend\"" }
    if !effects.isEmpty { return "\"effects\"" }
    return mask == nil ? "transform" : "\"mask\""
  }
}

extension PlacedLayer {
  /// The area of its background, if it has one.
  fileprivate var backgrounds: [Rect] { layer.background.isEmpty ? [] : [frame] }
}
