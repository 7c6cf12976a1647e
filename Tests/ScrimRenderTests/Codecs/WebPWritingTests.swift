import ScrimCodecs
import ScrimKit
import Testing

@Suite struct WebPCodecWritingTests {
  /// Noise of any premultiplied colours.
  private func noise(_ x: Int, _ y: Int) -> BGRA {
    let alpha = Noise.at(x, y, 3) & 255
    func part(_ c: Int) -> UInt8 { UInt8(Noise.at(x, y, c) % (alpha + 1)) }
    return BGRA(blue: part(0), green: part(1), red: part(2), alpha: UInt8(alpha))
  }

  /// Smooth waves, for which subsampled chroma is accurate.
  private func waves(_ x: Int, _ y: Int) -> BGRA {
    func wave(_ value: Int) -> Int {
      let phase = value % 256
      return phase < 128 ? phase * 2 : 511 - phase * 2
    }
    return .straight(wave(x), wave(y + 40), wave((x + y) / 2 + 90), 255)
  }

  @Test func comesBackExactlyWithoutLoss() throws {
    for (width, height) in [(1, 1), (1, 7), (7, 1), (16, 16), (63, 5), (65, 65), (300, 211)] {
      let file = try WebPEncoding.encode(Pixels.make(width, height, noise), .lossless)
      let back = try decode(file)
      #expect(back.width == width && back.height == height)
      #expect(back.firstDifference(from: noise) == nil)
      #expect(WebPFixture.chunks(of: file).map(\.name) == ["VP8L"])
    }
  }

  @Test(arguments: [(100, 8), (85, 14), (40, 36)])
  func comesBackWithinItsTolerance(quality: Int, tolerance: Int) throws {
    let file = try WebPEncoding.encode(Pixels.make(203, 117, waves), .lossy(quality: quality))
    #expect(WebPFixture.chunks(of: file).map(\.name) == ["VP8 "])
    let back = try decode(file)
    #expect(back.width == 203 && back.height == 117)
    #expect(back.firstDifference(within: tolerance, from: waves) == nil)
  }

  @Test func keepsAlphaExactlyInALossyFile() throws {
    let file = try WebPEncoding.encode(Pixels.make(90, 70, noise), .lossy(quality: 20))
    let back = try decode(file)
    var wrong = 0
    for y in 0..<70 {
      for x in 0..<90 where back[x, y].alpha != noise(x, y).alpha { wrong += 1 }
    }
    #expect(wrong == 0)
    // There is no other metadata: neither profile nor Exif.
    #expect(WebPFixture.chunks(of: file).map(\.name) == ["VP8X", "ALPH", "VP8 "])
  }

  @Test func isSmallerAtALowerQuality() throws {
    let pixels = Pixels.make(200, 200) { x, y in
      BGRA(
        blue: UInt8(Noise.at(x / 3, y) & 255), green: UInt8(Noise.at(x, y / 2) & 255), red: 90,
        alpha: 255)
    }
    let sizes = try [1, 30, 60, 85, 100].map {
      try WebPEncoding.encode(pixels, .lossy(quality: $0)).count
    }
    #expect(sizes == sizes.sorted())
    #expect(Set(sizes).count == sizes.count)
  }

  @Test func givesEqualBytesForEqualPixels() throws {
    let pixels = Pixels.make(90, 90, noise)
    for mode in [WebPEncoding.Mode.lossless, .lossy(quality: 85)] {
      #expect(try WebPEncoding.encode(pixels, mode) == WebPEncoding.encode(pixels, mode))
    }
  }

  @Test func keepsToItsLimits() throws {
    let pixels = Pixels.make(100, 100, noise)
    let whole = try WebPEncoding.encode(pixels, .lossless)
    #expect(try WebPEncoding.encode(pixels, .lossless, limit: whole.count) == whole)
    for limit in [0, 50, 1000, whole.count - 1] {
      #expect(
        throws: CodecError(
          .tooLarge, "The image encoded as WebP exceeds the limit of \(limit) bytes.")
      ) { try WebPEncoding.encode(pixels, .lossless, limit: limit) }
    }
    #expect(
      throws: CodecError(
        .tooLarge, "The image is 1 × 16384 px; each side of a WebP may have at most 16383 px.")
    ) { try WebPEncoding.encode(Pixels(width: 1, height: 16_384)) }
    let longest = try decode(
      try WebPEncoding.encode(Pixels.make(16_383, 1, noise), .lossless))
    #expect(longest.firstDifference(from: noise) == nil)
  }
}
