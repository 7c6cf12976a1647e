import ScrimCodecs
import ScrimKit
import ScrimRender

/// The image files of the stages, generated here.
enum StageImages {
  /// The files by name, as used by stages and samples.
  ///
  /// - Throws: `DrawingError`, `CodecError` if memory cannot be allocated.
  static func files() throws -> [String: [UInt8]] {
    let soft = RadialGradient(
      centerX: .percent(40), centerY: .percent(50), radius: .percent(90),
      stops: [
        GradientStop(color: .white, offset: 0),
        GradientStop(color: Color(red: 0.9, green: 0.3, blue: 0.1, alpha: 0.8), offset: 0.5),
        GradientStop(color: Color(red: 0.1, green: 0.2, blue: 0.6, alpha: 0), offset: 1),
      ])
    let fade = LinearGradient(
      angle: 120,
      stops: [
        GradientStop(color: .black, offset: 0.2),
        GradientStop(color: .black.withOpacity(0), offset: 0.9),
      ])
    return [
      Stage.imageFile: try file(.radial(soft), width: 110, height: 80),
      Stage.mask: try file(.linear(fade), width: 64, height: 48),
    ]
  }

  private static func file(_ paint: Paint, width: Int, height: Int) throws -> [UInt8] {
    var raster = try Raster(area: PixelRect(x: 0, y: 0, width: width, height: height), scale: 1)
    let whole = raster.rect
    try raster.draw { $0.fill(whole, with: paint) }
    return try PNGEncoding.encode(raster.pixels)
  }
}
