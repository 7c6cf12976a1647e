@_spi(Host) import ScrimKit
import Testing

@Suite struct PixelsTests {
  @Test func copiesAreIndependent() throws {
    let first = try Pixels(width: 3, height: 2)
    var second = first
    try second.withMutableBytes { $0[0] = 7 }
    #expect(first.withBytes { $0[0] } == 0)
    #expect(second.withBytes { $0[0] } == 7)
    #expect(first.bytesPerRow == 64)
  }

  /// A part in the same memory equals a copy, whichever is written to.
  @Test func aSharedPartIsIndependent() throws {
    var whole = try Raster(area: PixelRect(x: -7, y: 3, width: 50, height: 20), scale: 1)
    for y in 0..<20 {
      for x in 0..<50 { try whole.pixels.set(Sample(x, y, x ^ y, 255), x: x, y: y) }
    }
    let wanted = PixelRect(x: 12, y: 5, width: 29, height: 17)
    let expected = try whole.cropped(to: wanted)
    let shared = try #require(whole.shared(around: wanted))
    // From the nearest column at which vectors begin.
    #expect(shared.area == PixelRect(x: 9, y: 5, width: 32, height: 17))
    var changed = shared
    try changed.pixels.set(.red, x: 31, y: 16)
    #expect(changed[40, 21] == .red)
    #expect(try shared.cropped(to: wanted).pixels.samples == expected.pixels.samples)
    try whole.pixels.set(.blue, x: 20, y: 3)
    #expect(whole[13, 6] == .blue && whole[40, 21] == expected[40, 21])
    #expect(try shared.cropped(to: wanted).pixels.samples == expected.pixels.samples)
    try changed.pixels.set(.red, x: 3, y: 0)
    #expect(changed[40, 21] == .red && changed[12, 5] == .red && changed[13, 5] == expected[13, 5])
  }

  /// A reference that is kept must not cost a copy of a whole canvas.
  @Test func littleIsNotShared() throws {
    let whole = try Raster(area: PixelRect(x: 0, y: 0, width: 64, height: 64), scale: 1)
    #expect(whole.shared(around: PixelRect(x: 0, y: 0, width: 31, height: 64)) == nil)
    #expect(whole.shared(around: PixelRect(x: 0, y: 0, width: 64, height: 15)) == nil)
    #expect(whole.shared(around: PixelRect(x: 32, y: 0, width: 33, height: 64)) == nil)
    #expect(whole.shared(around: PixelRect(x: 0, y: 0, width: 0, height: 0)) == nil)
    #expect(whole.shared(around: whole.area)?.area == whole.area)
  }
}
