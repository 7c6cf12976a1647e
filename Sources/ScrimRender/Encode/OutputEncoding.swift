package import ScrimJob
import ScrimKit

/// One output of a job, ready to be written.
package struct EncodedOutput: Sendable {
  /// What the job asked for.
  package let output: Output
  /// Device pixels a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// The file's content.
  package let bytes: [UInt8]
}

extension Output {
  /// Encodes a finished canvas.
  ///
  /// - Throws: `CodecError` if the picture is larger than the format holds.
  func encode(_ canvas: Pixels) throws -> EncodedOutput {
    var pixels = canvas
    if let background {
      // Laid under the whole picture, in every format.
      var raster = Raster(
        area: PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height), scale: 1)
      let picture = try Picture(Raster(pixels, x: 0, y: 0, scale: 1))
      let everything = raster.rect
      try raster.draw { target in
        target.fill(everything, with: .color(background))
        target.draw(picture)
      }
      pixels = raster.pixels
    }
    let bytes: [UInt8]
    switch format {
    case .png:
      bytes = try PNGEncoding.encode(pixels, compression: compression == .small ? .small : .fast)
    case .jpeg:
      bytes = try JPEGEncoding.encode(pixels, quality: quality, background: .white)
    case .webp:
      bytes = try WebPEncoding.encode(pixels, lossless ? .lossless : .lossy(quality: quality))
    case .pdf, .svg:
      // Refused when the job was read.
      throw CodecError(
        .notAvailable, "\(format.rawValue) output is not available in this version.")
    }
    return EncodedOutput(output: self, width: pixels.width, height: pixels.height, bytes: bytes)
  }
}
