extension Raster {
  /// The colour of a device pixel, not premultiplied, for tests and debugging. For many pixels use `pixels`.
  ///
  /// - Parameters:
  ///   - x: Column, device pixels from the canvas's left edge.
  ///   - y: Row, device pixels from the canvas's top edge.
  /// - Returns: The colour; transparent black outside the area. The components of an opaque pixel are exact to 1/255;
  ///   precision decreases with alpha.
  public func color(x: Int, y: Int) -> Color {
    let (column, row) = (x - area.x, y - area.y)
    guard (0..<area.width).contains(column), (0..<area.height).contains(row) else {
      return .transparent
    }
    return pixels.withBytes { bytes in
      let pixel = bytes[(row * pixels.bytesPerRow + column * 4)...].prefix(4).map(Double.init)
      guard pixel[3] > 0 else { return .transparent }
      return Color(
        red: pixel[2] / pixel[3], green: pixel[1] / pixel[3], blue: pixel[0] / pixel[3],
        alpha: pixel[3] / 255)
    }
  }
}
