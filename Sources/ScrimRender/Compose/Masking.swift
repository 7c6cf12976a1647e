import ScrimJob
@_spi(Host) import ScrimKit

extension Picture {
  /// Clips the picture, as one unit, to a path.
  ///
  /// - Throws: `DrawingError`.
  func clipped(to path: Path) throws -> Picture {
    // As one unit: otherwise lower parts would show through at the path's antialiased edge.
    var whole = Picture(like: self)
    try whole.draw(in: extent) { $0.draw(self) }
    var clipped = Picture(like: self)
    try clipped.draw(in: extent.intersection(path.controlBounds)) { canvas in
      canvas.clipped(to: path) { $0.draw(whole) }
    }
    return clipped
  }

  /// Multiplies the picture by a mask.
  ///
  /// - Parameters:
  ///   - mask: Selects the mask's channel. Luminance is that of CSS Masking §7.10.1, of premultiplied colours.
  ///   - region: The part of the picture that is needed, px at scale 1.
  ///   - shape: Draws the mask.
  /// - Throws: `DrawingError`; errors of `shape`.
  mutating func applyMask(_ mask: MaskSpec, in region: Rect, _ shape: (Canvas) throws -> Void)
    throws
  {
    let compositing: CompositeOperator = mask.isInverted ? .destinationOut : .destinationIn
    switch mask.mode {
    case .alpha:
      try draw(compositing, in: extent, shape)
    case .luminance:
      let area = extent.intersection(region)
      var drawn = try Raster(area: PixelRect(covering: area, scale: scale), scale: scale)
      try drawn.draw(shape)
      let coverage = try drawn.luminance()
      try draw(compositing, in: extent) { [scale] in
        try $0.fill(coverage, scale: scale, with: .black, box: area)
      }
    }
  }
}

extension Raster {
  /// The luminance of each pixel over black.
  ///
  /// - Throws: `DrawingError` if memory cannot be allocated.
  fileprivate func luminance() throws(DrawingError) -> Mask {
    try FreeMemory.check(area.width * area.height)
    var coverage: [UInt8] = []
    coverage.reserveCapacity(area.width * area.height)
    pixels.withBytes { bytes in
      for row in 0..<area.height {
        for at in stride(
          from: row * pixels.bytesPerRow, to: row * pixels.bytesPerRow + area.width * 4, by: 4)
        {
          // The matrix of `luminanceToAlpha`, times 65,536.
          let sum =
            13_926 * Int(bytes[at + 2]) + 46_884 * Int(bytes[at + 1]) + 4726 * Int(bytes[at])
          coverage.append(UInt8((sum + 32_768) >> 16))
        }
      }
    }
    return Mask(area: area, coverage: coverage)
  }
}
