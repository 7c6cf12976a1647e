/// An effect that makes each pixel of that same pixel and of nothing else: a duotone, a curve, a threshold.
///
/// Several in a row are applied to a few rows of pixels at a time, while these are in the CPU's cache, in one pass over
/// the picture. Leave `apply(to:in:)` as it is: it does the same for one effect alone.
public protocol PointwiseEffect: Effect {
  /// What becomes of pixels.
  ///
  /// - Parameter context: As for `apply(to:in:)`.
  /// - Returns: The change, which is called for one row after another.
  /// - Throws: `EffectError` with a message for the job's author.
  func pixelChange(in context: EffectContext) throws -> PixelChange
}

/// Changes the pixels of a row, or of a part of one, each by itself. They are premultiplied sRGB: blue (x), green (y),
/// red (z) and alpha (w), 0…255; no part may become more than alpha.
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
  /// So many bytes of pixels go through all changes before the next ones: as many as a CPU's own
  /// cache has.
  private static let bandBytes = 1 << 20

  /// Becomes pixels, and changes these.
  ///
  /// - Parameters:
  ///   - region: What is wanted of the picture, px at scale 1; the rest is lost.
  ///   - changes: Are made of each pixel in this order.
  ///   - each: Is given the index of a change and runs it on some rows.
  /// - Throws: What `each` throws; `DrawingError`.
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
    self = try Picture(raster)
  }
}
