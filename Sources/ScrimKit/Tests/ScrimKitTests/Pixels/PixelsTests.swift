import ScrimKit
import Testing

@Suite struct PixelsTests {
  @Test func copiesAreIndependent() {
    let first = Pixels(width: 3, height: 2)
    var second = first
    second.withMutableBytes { $0[0] = 7 }
    #expect(first.withBytes { $0[0] } == 0)
    #expect(second.withBytes { $0[0] } == 7)
    #expect(first.bytesPerRow == 64)
  }
}
