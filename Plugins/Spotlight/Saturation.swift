import ScrimKit

extension Pixels {
  /// Changes the saturation of every pixel (Filter Effects §8.2, with the weights of Rec. 709).
  ///
  /// - Parameter amount: The factor: 1 changes nothing, 0 gives greys.
  /// - Throws: `DrawingError` if out of memory.
  mutating func saturate(by amount: Double) throws {
    let (width, height, stride) = (width, height, bytesPerRow)
    let amount = Float(amount)
    try withMutableBytes { bytes in
      for y in 0..<height {
        for at in Swift.stride(from: y * stride, to: y * stride + width * 4, by: 4) {
          let blue = Float(bytes[at])
          let green = Float(bytes[at + 1])
          let red = Float(bytes[at + 2])
          let alpha = Float(bytes[at + 3])
          let gray = 0.2126 * red + 0.7152 * green + 0.0722 * blue
          // A premultiplied colour must not exceed its alpha.
          func moved(_ part: Float) -> UInt8 {
            UInt8(max(0, min(alpha, gray + amount * (part - gray))) + 0.5)
          }
          (bytes[at], bytes[at + 1], bytes[at + 2]) = (moved(blue), moved(green), moved(red))
        }
      }
    }
  }
}
