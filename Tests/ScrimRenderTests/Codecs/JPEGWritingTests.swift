import ScrimCodecs
import ScrimKit
import Testing

@Suite struct JPEGCodecWritingTests {
  /// Slow waves of colour, as in a photograph out of focus.
  private func waves(_ x: Int, _ y: Int) -> BGRA {
    func wave(_ value: Int) -> UInt8 {
      let phase = value % 256
      return UInt8(phase < 128 ? phase * 2 : 511 - phase * 2)
    }
    return BGRA(blue: wave(x), green: wave(y + 40), red: wave((x + y) / 2 + 90), alpha: 255)
  }

  @Test(arguments: [(100, 5), (95, 6), (85, 14), (40, 30)])
  func comesBackWithinItsTolerance(quality: Int, tolerance: Int) throws {
    let pixels = Pixels.make(203, 117, waves)
    let back = try decode(try JPEGEncoding.encode(pixels, quality: quality))
    #expect(back.width == 203 && back.height == 117)
    #expect(back.firstDifference(within: tolerance, from: waves) == nil)
  }

  /// Several CPU cores encode strips of it, with restart markers. Compared with the same rows alone, without markers:
  /// at their end, decoders interpolate chroma from beyond.
  @Test(arguments: [85, 95]) func aLargeOneIsThatOfItsParts(quality: Int) throws {
    let (width, height) = (3333, 5200)
    let large = Pixels.make(width, height, waves)
    let file = try JPEGEncoding.encode(large, quality: quality)
    let back = try decode(file)
    #expect(back.width == width && back.height == height)
    #expect(file.indices.dropLast().contains { file[$0] == 0xff && file[$0 + 1] == 0xd7 })
    for top in stride(from: 0, to: height, by: 1040) {
      let part = Pixels.make(width, 1040) { waves($0, $1 + top) }
      let alone = try decode(try JPEGEncoding.encode(part, quality: quality))
      let difference = alone.firstDifference { x, y in
        (2..<1038).contains(y) ? back[x, y + top] : alone[x, y]
      }
      #expect(difference == nil)
    }
    #expect(throws: CodecError.self) {
      try JPEGEncoding.encode(large, quality: quality, limit: file.count - 1)
    }
    #expect(try JPEGEncoding.encode(large, quality: quality, limit: file.count) == file)
  }

  @Test func isSmallerAtALowerQuality() throws {
    let pixels = Pixels.make(200, 200) { x, y in
      BGRA(
        blue: UInt8(Noise.at(x / 3, y) & 255), green: UInt8(Noise.at(x, y / 2) & 255), red: 90,
        alpha: 255)
    }
    let sizes = try [1, 30, 60, 89, 90, 100].map {
      try JPEGEncoding.encode(pixels, quality: $0).count
    }
    #expect(sizes == sizes.sorted())
    #expect(Set(sizes).count == sizes.count)
  }

  @Test(arguments: [(89, UInt8(0x22)), (90, UInt8(0x11))])
  func halvesTheChromaBelowNinety(quality: Int, sampling: UInt8) throws {
    let file = try JPEGEncoding.encode(Pixels.make(32, 32, waves), quality: quality)
    let frame = try #require(
      file.indices.first { file[$0] == 0xff && file[$0 + 1] == 0xc0 })
    #expect(file[frame + 11] == sampling)
    #expect(file[frame + 14] == 0x11 && file[frame + 17] == 0x11)
  }

  @Test func laysTheImageOnItsBackground() throws {
    let pixels = Pixels.make(48, 16) { x, _ in
      switch x / 16 {
      case 0: BGRA(blue: 0, green: 0, red: 0, alpha: 0)
      case 1: BGRA.straight(255, 0, 0, 128)
      default: BGRA.straight(0, 200, 0, 255)
      }
    }
    let paint = JPEGEncoding.Background(red: 10, green: 60, blue: 250)
    let back = try decode(try JPEGEncoding.encode(pixels, quality: 100, background: paint))
    let expected: [BGRA] = [
      .straight(10, 60, 250, 255), .straight(133, 30, 125, 255), .straight(0, 200, 0, 255),
    ]
    #expect(back.firstDifference(within: 2) { x, _ in expected[x / 16] } == nil)
    let white = try decode(try JPEGEncoding.encode(pixels, quality: 100))
    #expect(white[3, 3].distance(to: .straight(255, 255, 255, 255)) <= 1)
  }

  @Test func keepsToItsLimits() throws {
    let pixels = Pixels.make(400, 400) { x, y in
      BGRA(blue: UInt8(Noise.at(x, y) & 255), green: 0, red: 0, alpha: 255)
    }
    let whole = try JPEGEncoding.encode(pixels, quality: 95)
    #expect(whole.count > 1 << 16)
    #expect(try JPEGEncoding.encode(pixels, quality: 95, limit: whole.count) == whole)
    for limit in [10, 1 << 16, whole.count - 1] {
      #expect(
        throws: CodecError(
          .tooLarge, "The image encoded as JPEG exceeds the limit of \(limit) bytes.")
      ) { try JPEGEncoding.encode(pixels, quality: 95, limit: limit) }
    }
    #expect(
      throws: CodecError(
        .tooLarge, "The image is 65501 × 1 px; each side of a JPEG may have at most 65500 px.")
    ) { try JPEGEncoding.encode(Pixels(width: 65_501, height: 1)) }
  }
}
