import ScrimJob
import ScrimKit

/// A layer with what must be drawn of it.
struct PlannedLayer {
  let placed: PlacedLayer
  /// Its chain; `nil` for a group that lets the backdrop through.
  let chain: LayerPlan?
  /// The layers in it that are drawn, if it is a group, bottom first.
  var children: [PlannedLayer]
  /// Whether it hides all that is below it.
  var isCover = false

  /// What its effects look at below it.
  ///
  /// - Parameter scale: Device pixels a px.
  /// - Returns: px at scale 1, upright where the layer lies.
  func seen(scale: Double) -> Rect {
    (chain?.backdrops.bounds ?? .empty).rotated(by: placed.rotation, scale: scale)
  }

  /// Whether what is below it in its stack makes a difference to how it is drawn.
  var seesBelow: Bool {
    guard let chain else { return children.contains(where: \.seesBelow) }
    return placed.layer.blend != .normal || !chain.backdrops.bounds.isEmpty
  }
}

extension [PlannedLayer] {
  /// Whether the lowest layer, also of a group that lets the backdrop through, hides all below it.
  var hasCover: Bool {
    guard let lowest = first else { return false }
    return lowest.isCover || lowest.chain == nil && lowest.children.hasCover
  }

  /// Takes that layer out.
  mutating func removeCover() -> PlannedLayer? {
    guard hasCover else { return nil }
    return self[0].isCover ? removeFirst() : self[0].children.removeCover()
  }
}
