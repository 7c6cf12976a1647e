import ScrimJob
import ScrimKit

/// A layer with what must be drawn of it.
struct PlannedLayer {
  let placed: PlacedLayer
  /// Its chain; `nil` for a group that lets the backdrop through.
  let chain: LayerPlan?
  /// The layers in it that are drawn, if it is a group, bottom first.
  let children: [PlannedLayer]

  /// What its effects look at below it, px at scale 1.
  var seen: Rect { chain?.backdrops.bounds ?? .empty }

  /// Whether what is below it in its stack makes a difference to how it is drawn.
  var seesBelow: Bool {
    guard chain != nil else { return children.contains(where: \.seesBelow) }
    return placed.layer.blend != .normal || !seen.isEmpty
  }
}
