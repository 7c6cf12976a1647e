import ScrimJob
import ScrimLayout
import ScrimKit

/// The extents along every layer's chain of effects at one scale.
struct SceneExtents {
  private let chains: [[Rect]]

  /// Asks every effect for its extent.
  ///
  /// - Throws: `JobDiagnostics` if an effect reports an error.
  init(_ scene: Scene, scale: Double) throws {
    let environment = scene.environment
    var chains: [[Rect]] = Array(repeating: [], count: scene.layers.count)
    // A group precedes its children and depends on their extents.
    for placed in scene.layers.reversed() {
      let inside = scene.nesting.children[placed.index].map { scene.layers[$0] }
        .filter { $0.layer.isVisible }
        .map { $0.transform.bounds(of: chains[$0.index].last ?? .empty) }
      chains[placed.index] = try environment.extents(
        of: placed, inside: inside.bounds, scale: scale)
    }
    self.chains = chains
  }

  /// The extents of a layer: of its content, then after each effect, px at scale 1.
  subscript(placed: PlacedLayer) -> [Rect] { chains[placed.index] }
}
