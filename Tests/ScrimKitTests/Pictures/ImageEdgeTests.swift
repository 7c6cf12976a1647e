import ScrimKit
import Testing

/// Images, and what operators composite, end where their frames do, at any scale.
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

  /// Cairo scales a recording's bounds in steps of 1/256: at 0.83 the last two columns were lost under a mask.
  @Test(arguments: [0.333, 0.7, 0.83, 1, 1.1], [CompositeOperator.destinationIn, .atop, .in])
  func anOperatorReachesTheEdge(_ scale: Double, _ compositing: CompositeOperator) throws {
    let frame = Rect(x: 0, y: 0, width: 1200, height: 720)
    var picture = Picture(scale: scale)
    try picture.draw(in: frame) { $0.fill(frame.grown(by: 9), with: .color(.black)) }
    try picture.draw(compositing, in: frame) { $0.fill(frame.grown(by: 9), with: .color(.white)) }
    let pixels = try picture.raster(in: frame).pixels
    func found(_ x: Int, _ y: Int) -> [Int] {
      pixels.withBytes { bytes in (0..<4).map { Int(bytes[y * pixels.bytesPerRow + 4 * x + $0]) } }
    }
    let expected = compositing == .destinationIn ? [0, 0, 0, 255] : [255, 255, 255, 255]
    for x in 0..<pixels.width { #expect(found(x, 3) == expected, "\(x)") }
    for y in 0..<pixels.height { #expect(found(3, y) == expected, "\(y)") }
  }
}
