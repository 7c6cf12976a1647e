import ScrimKit

extension GlassLens {
  /// Calls `body` for each pixel within the bezel.
  ///
  /// - Parameters:
  ///   - area: The pixels in question.
  ///   - scale: Device pixels per px.
  ///   - body: Receives the pixel's column and row, its centre in px, and its place.
  private func forEachPixel(
    of area: PixelRect, scale: Double, _ body: (Int, Int, Point, Place) -> Void
  ) {
    for row in area.y..<area.y + area.height {
      let y = (Double(row) + 0.5) / scale
      for columns in columns(at: y, of: area.x..<area.x + area.width, scale: scale) {
        for column in columns {
          let point = Point(x: (Double(column) + 0.5) / scale, y: y)
          if let place = place(of: point) { body(column, row, point, place) }
        }
      }
    }
  }

  /// The backdrop as it is seen through the edge.
  ///
  /// - Parameters:
  ///   - raster: The blurred backdrop, `strength` px and two pixels around `area` as far as `limits` reaches.
  ///   - area: The requested pixels.
  ///   - limits: The pixels that may be read.
  /// - Returns: The requested pixels, bilinearly interpolated.
  /// - Throws: `DrawingError` if out of memory.
  func refracted(_ raster: Raster, to area: PixelRect, within limits: PixelRect) throws -> Raster {
    var result = try raster.cropped(to: area)
    let (scale, source) = (raster.scale, raster.area)
    let (stride, sourceStride) = (result.pixels.bytesPerRow, raster.pixels.bytesPerRow)
    try result.pixels.withMutableBytes { target in
      raster.pixels.withBytes { bytes in
        forEachPixel(of: area, scale: scale) { column, row, point, place in
          let seen = self.source(of: point, at: place)
          // In 1/256 pixels from the centre of the first pixel that may be read.
          func fixed(_ value: Double, _ first: Int, _ count: Int) -> Int {
            let steps = ((value * scale - 0.5 - Double(first)) * 256).rounded(.down)
            return Int(max(0, min(Double((count - 1) * 256), steps)))
          }
          let x = fixed(seen.x, limits.x, limits.width)
          let y = fixed(seen.y, limits.y, limits.height)
          let (right, below) = (x & 255, y & 255)
          let left = limits.x + x >> 8 - source.x
          let top = limits.y + y >> 8 - source.y
          let (across, down) = (right == 0 ? 0 : 4, below == 0 ? 0 : sourceStride)
          let at = top * sourceStride + 4 * left
          let out = (row - area.y) * stride + 4 * (column - area.x)
          for channel in 0..<4 {
            let from = at + channel
            let upper = Int(bytes[from]) * (256 - right) + Int(bytes[from + across]) * right
            let lower =
              Int(bytes[from + down]) * (256 - right) + Int(bytes[from + down + across]) * right
            target[out + channel] = UInt8((upper * (256 - below) + lower * below + 32768) >> 16)
          }
        }
      }
    }
    return result
  }

  /// Adds the light that the edge reflects.
  ///
  /// - Throws: `DrawingError` if out of memory.
  func light(_ raster: inout Raster) throws {
    let (area, scale, stride) = (raster.area, raster.scale, raster.pixels.bytesPerRow)
    try raster.pixels.withMutableBytes { target in
      forEachPixel(of: area, scale: scale) { column, row, _, place in
        let share = Int((highlight(at: place) * 65_536 + 0.5).rounded(.down))
        guard share > 0 else { return }
        let at = (row - area.y) * stride + 4 * (column - area.x)
        // White over the pixel; premultiplied parts stay at most alpha.
        for channel in 0..<4 {
          let old = Int(target[at + channel])
          target[at + channel] = UInt8(old + ((255 - old) * share + 32768) >> 16)
        }
      }
    }
  }
}
