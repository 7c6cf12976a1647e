import ScrimCodecs
import ScrimJob
@_spi(Host) import ScrimKit

/// The picture of one layer alone, for whoever wants to see what each is like.
package struct LayerImage: Sendable {
  /// Where the layer stands in document order, groups before their children.
  package let index: Int
  /// `<index>-<id>.png`, without the id if the layer has none; all names of a job sort by the index.
  package let file: String
  /// Device pixels a row, those of the canvas at the scale of the job's first output.
  package let width: Int
  /// Rows.
  package let height: Int
  /// A PNG, transparent where the layer is.
  package let bytes: [UInt8]

  /// Draws a scene once more, layer by layer: each with its effects, mask and opacity, not blended, and
  /// of one in a group what it is before the group turns, cuts or changes it. Layers that another hides
  /// are not drawn, and so have no picture.
  ///
  /// - Parameters:
  ///   - scene: What to draw.
  ///   - deliver: Takes each picture as soon as it is encoded, in the order in which they are drawn.
  /// - Throws: `JobDiagnostics` where an effect refuses; `DrawingError`, `CodecError`; what `deliver`
  ///   throws.
  static func each(of scene: Scene, deliver: @escaping (LayerImage) throws -> Void) throws {
    guard let scale = scene.job.outputs.first?.scale(of: scene.job) else { return }
    let digits = String(scene.layers.count - 1).count
    let area = PixelRect(covering: scene.canvas, scale: scale)
    var composer = try Composer(scene: scene, scale: scale)
    // Of a group that another layer is shown, those in it are drawn twice.
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
    try composer.compose(on: try RasterTarget(scene.canvas, scale: scale)) { _, _ in }
  }
}
