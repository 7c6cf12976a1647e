import ScrimJob
import ScrimKit

/// A layer with what must be drawn of it.
struct PlannedLayer {
  let placed: PlacedLayer
  /// Its chain; `nil` for a group that lets the backdrop through.
  let chain: LayerPlan?
  /// The layers in it that are drawn, if it is a group, bottom first.
  let children: [PlannedLayer]

  /// What its effects look at below it.
  ///
  /// - Parameter scale: Device pixels a px.
  /// - Returns: px at scale 1, upright where the layer lies.
  func seen(scale: Double) -> Rect {
    (chain?.backdrops.bounds ?? .empty).turned(by: placed.turn, scale: scale)
  }

  /// Whether what is below it in its stack makes a difference to how it is drawn.
  var seesBelow: Bool {
    guard let chain else { return children.contains(where: \.seesBelow) }
    return placed.layer.blend != .normal || !chain.backdrops.bounds.isEmpty
  }
}
