import ScrimJob
import ScrimKit

/// A layer with its plan of drawing.
struct PlannedLayer {
  let placed: PlacedLayer
  /// The plan of its chain; `nil` for a pass-through group.
  let chain: LayerPlan?
  /// The region of its content that is required, px at scale 1.
  let region: Rect
  /// The children to draw, if it is a group, bottom first.
  var children: [PlannedLayer]
  /// Whether it hides everything below it.
  var isCover = false

  /// The region of the backdrop that its effects read.
  ///
  /// - Parameter scale: Device pixels per px.
  /// - Returns: px at scale 1, in the upright space that contains the layer.
  func seen(scale: Double) -> Rect {
    (chain?.backdrops.bounds ?? .empty).transformed(by: placed.transform, scale: scale)
  }

  /// Whether its drawing depends on the layers below it in its stack.
  var seesBelow: Bool {
    guard let chain else { return children.contains(where: \.seesBelow) }
    return placed.layer.blend != .normal || !chain.backdrops.bounds.isEmpty
  }
}

extension [PlannedLayer] {
  /// Whether the lowest layer hides everything below it; looks into pass-through groups.
  var hasCover: Bool {
    guard let lowest = first else { return false }
    return lowest.isCover || lowest.chain == nil && lowest.children.hasCover
  }

  /// Removes that layer.
  mutating func removeCover() -> PlannedLayer? {
    guard hasCover else { return nil }
    return self[0].isCover ? removeFirst() : self[0].children.removeCover()
  }
}
