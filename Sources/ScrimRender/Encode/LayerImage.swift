import ScrimCodecs
import ScrimJob
@_spi(Host) import ScrimKit

/// The image of a single layer, for inspection.
package struct LayerImage: Sendable {
  /// The layer's index in document order; groups precede their children.
  package let index: Int
  /// `<index>-<id>.png`, without the id if the layer has none; all names of a job sort by the index.
  package let file: String
  /// Width in device pixels: that of the canvas at the scale of the job's first output.
  package let width: Int
  /// Height in device pixels.
  package let height: Int
  /// A PNG, transparent outside the layer.
  package let bytes: [UInt8]

  /// Draws a scene once more, layer by layer. Each layer has its effects, mask and opacity, but is not blended. A
  /// group's child is drawn as it is before the group's transform, clip and effects. Layers hidden by another one are
  /// not drawn, and so have no image.
  ///
  /// - Parameters:
  ///   - scene: The scene to draw.
  ///   - deliver: Receives each image once it is encoded, in drawing order.
  /// - Throws: `JobDiagnostics` if an effect reports an error; `DrawingError`, `CodecError`; errors of `deliver`.
  static func each(of scene: Scene, deliver: @escaping (LayerImage) throws -> Void) throws {
    guard let scale = scene.job.outputs.first?.scale(of: scene.job) else { return }
    let digits = String(scene.layers.count - 1).count
    let plan = try CanvasPlan(scene, scale: scale)
    let area = PixelRect(covering: plan.scene.canvas, scale: scale)
    var composer = Composer(plan: plan)
    // The children of a group that another layer refers to are drawn twice.
    var delivered: Set<Int> = []
    composer.show = { placed, picture in
      guard delivered.insert(placed.index).inserted else { return }
      var raster = try Raster(area: area, scale: scale)
      try raster.draw { $0.draw(picture, opacity: placed.layer.opacity) }
      let number = String(placed.index)
      let name = String(repeating: "0", count: digits - number.count) + number
      try deliver(
        LayerImage(
          index: placed.index, file: name + (placed.layer.id.map { "-\($0)" } ?? "") + ".png",
          width: area.width, height: area.height, bytes: try PNGEncoding.encode(raster.pixels)))
    }
    try composer.compose(on: try RasterTarget(plan.scene.canvas, scale: scale))
  }
}
