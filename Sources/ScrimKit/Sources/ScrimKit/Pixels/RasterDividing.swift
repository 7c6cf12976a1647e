extension Raster {
  /// The pixels divided by the alpha of others, at most up to opaque ones.
  ///
  /// A blur of a shape's pixels divided by that of its coverage has edges as if the pixels continued beyond the shape
  /// ("normalized convolution", Knutsson and Westin 1993).
  ///
  /// - Parameter coverage: Pixels of the same area; where they are transparent, nothing changes.
  /// - Returns: Premultiplied pixels.
  /// - Throws: `DrawingError` if out of memory.
  public func divided(byAlphaOf coverage: Raster) throws -> Raster {
    precondition(coverage.area == area, "the areas differ")
    var result = self
    let (stride, other, width) = (pixels.bytesPerRow, coverage.pixels.bytesPerRow, area.width)
    try result.pixels.withMutableBytes { target in
      coverage.pixels.withBytes { source in
        for y in 0..<area.height {
          for x in 0..<width {
            let divisor = Int(source[y * other + 4 * x + 3])
            guard divisor > 0, divisor < 255 else { continue }
            let at = y * stride + 4 * x
            func part(_ value: UInt8) -> Int {
              min(255, (Int(value) * 255 + divisor / 2) / divisor)
            }
            let alpha = part(target[at + 3])
            for channel in 0..<3 {
              target[at + channel] = UInt8(min(alpha, part(target[at + channel])))
            }
            target[at + 3] = UInt8(alpha)
          }
        }
      }
    }
    return result
  }
}
