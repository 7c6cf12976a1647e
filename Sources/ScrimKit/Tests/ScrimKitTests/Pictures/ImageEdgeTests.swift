import ScrimKit
import Testing

/// Images end where their frames do, at any scale.
@Suite struct ImageEdgeTests {
  /// Cairo scales a recording's clip in steps of 1/256: at 0.54 the last column was 84 % transparent.
  @Test(arguments: [0.2, 0.54, 0.7, 1, 1.1, 2.37]) func anImageFillsItsFrame(_ scale: Double) throws
  {
    var white = try Pixels(width: 40, height: 30)
    try white.withMutableBytes { bytes in for at in bytes.indices { bytes[at] = 255 } }
    let image = try CanvasImage(white)
    let frame = Rect(x: 0, y: 0, width: 1080, height: 500)
    var picture = Picture(scale: scale)
    try picture.draw(in: frame) { canvas in
      canvas.clipped(to: Path(rect: frame)) { $0.draw(image, in: frame) }
    }
    let pixels = try picture.raster(in: frame).pixels
    func alpha(_ length: Double, _ index: Int) -> Double {
      min(1, length * scale - Double(index)) * 255
    }
    func found(_ x: Int, _ y: Int) -> Double {
      pixels.withBytes { Double($0[y * pixels.bytesPerRow + 4 * x + 3]) }
    }
    for x in 0..<pixels.width {
      let wanted = alpha(1080, x)
      #expect(abs(found(x, 3) - wanted) <= 2, "\(x)")
    }
    for y in 0..<pixels.height {
      #expect(abs(found(3, y) - alpha(500, y)) <= 2, "\(y)")
    }
  }
}
