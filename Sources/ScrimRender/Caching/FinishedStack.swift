@_spi(Host) import ScrimKit

/// The finished lower part of a canvas.
struct FinishedStack {
  let raster: Raster
  /// Whether all pixels are known to be opaque.
  let isOpaque: Bool
  /// The JPEG strips encoded so far.
  let strips: CachedStrips

  init(raster: Raster, isOpaque: Bool) {
    self.raster = raster
    self.isOpaque = isOpaque
    // Two bits per pixel: photos at quality 85. Further strips are encoded each time.
    strips = CachedStrips(limit: raster.byteCount / 16)
  }

  /// Maximum size in bytes.
  var cost: Int { raster.byteCount + strips.limit }
}

/// The pixels of a target that was filled with a finished part, after its job. The next job with the same part restores
/// the rows that were drawn over, in place of copying all of them.
struct UsedTarget {
  private(set) var raster: Raster
  private let cached: CachedTarget

  /// - Parameters:
  ///   - raster: The pixels.
  ///   - cached: What the target was filled with, and the rows drawn over since.
  init(_ raster: Raster, cached: CachedTarget) {
    self.raster = raster
    self.cached = cached
  }

  /// Whether the target was filled with this part.
  func isFilled(with finished: FinishedStack) -> Bool { cached.strips === finished.strips }

  /// Restores the rows that were drawn over.
  ///
  /// - Parameter finished: The part that the target was filled with.
  /// - Throws: `DrawingError`.
  mutating func restore(_ finished: FinishedStack) throws {
    let bytesPerRow = raster.pixels.bytesPerRow
    try raster.pixels.withMutableBytes { target in
      finished.raster.pixels.withBytes { source in
        for rows in cached.touched {
          let bytes =
            rows.lowerBound * bytesPerRow..<min(rows.upperBound * bytesPerRow, source.count)
          UnsafeMutableRawBufferPointer(rebasing: target[bytes])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[bytes]))
        }
      }
    }
  }
}

extension Raster {
  /// Size of the pixels in bytes.
  var byteCount: Int { pixels.bytesPerRow * pixels.height }
}
