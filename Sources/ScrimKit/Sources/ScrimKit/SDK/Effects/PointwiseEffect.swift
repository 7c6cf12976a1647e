/// An effect whose every output pixel depends only on the input pixel at the same position: a duotone, a curve, a
/// threshold.
///
/// Consecutive pointwise effects share one pass over the image: all are applied to a few rows at a time, while these
/// are in the CPU's cache. Keep the default `apply(to:in:)`: it does the same for a single effect.
public protocol PointwiseEffect: Effect {
  /// The function applied to the pixels.
  ///
  /// - Parameter context: As for `apply(to:in:)`.
  /// - Returns: The function, called once per row.
  /// - Throws: `EffectError` with a message for the job's author.
  func pixelChange(in context: EffectContext) throws -> PixelChange
}

/// Changes each pixel of a row, or of a part of one, independently of the others.
///
/// Pixels are premultiplied sRGB: blue (x), green (y), red (z) and alpha (w), 0…255. No component may exceed alpha.
public typealias PixelChange = (UnsafeMutableBufferPointer<SIMD4<UInt8>>) -> Void

extension PointwiseEffect {
  /// Changes the pixels of the region.
  public func apply(to picture: inout Picture, in context: EffectContext) throws {
    let change = try pixelChange(in: context)
    let region = context.region.intersection(context.inputExtent)
    try picture.changePixels(in: region, by: [change]) { _, run in run() }
  }
}

extension Picture {
  /// Bytes of pixels that pass through all changes before the next band: the size of a CPU core's own cache.
  private static let bandBytes = 1 << 20

  /// Rasterizes the picture and changes its pixels.
  ///
  /// - Parameters:
  ///   - region: The region to keep, px at scale 1; the rest is discarded.
  ///   - changes: The functions applied to each pixel, in this order.
  ///   - each: Receives the index of a change and a closure that applies it to some rows.
  /// - Throws: Errors of `each`; `DrawingError`.
  @_spi(Host) public mutating func changePixels(
    in region: Rect, by changes: [PixelChange], each: (Int, () -> Void) throws -> Void
  ) throws {
    guard !region.isEmpty else { return }
    var raster = try raster(in: region)
    let (width, height, stride) = (
      raster.pixels.width, raster.pixels.height, raster.pixels.bytesPerRow
    )
    let rows = max(1, Self.bandBytes / max(1, stride))
    try raster.pixels.withMutableBytes { bytes in
      for band in Swift.stride(from: 0, to: height, by: rows) {
        for (index, change) in changes.enumerated() {
          try each(index) {
            for y in band..<min(band + rows, height) {
              let row = UnsafeMutableRawBufferPointer(rebasing: bytes[(y * stride)...])
              change(
                UnsafeMutableBufferPointer(
                  rebasing: row.bindMemory(to: SIMD4<UInt8>.self)[..<width]))
            }
          }
        }
      }
    }
    let medium = medium
    self = try Picture(raster)
    self.medium = medium
  }
}
