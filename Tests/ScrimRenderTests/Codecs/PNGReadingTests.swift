import ScrimCodecs
import ScrimKit
import Testing

@Suite struct PNGCodecReadingTests {
  struct Kind: Sendable, CustomStringConvertible {
    var type: PNGFixture.ColorType
    var depth: Int
    var interlaced: Bool

    var description: String { "\(type), \(depth) bits\(interlaced ? ", interlaced" : "")" }

    static let all = PNGFixture.ColorType.allCases.flatMap { type in
      type.depths.flatMap { depth in
        [false, true].map { Kind(type: type, depth: depth, interlaced: $0) }
      }
    }
  }

  /// A sample as 8 bits, rounded to nearest.
  private func eight(_ sample: Int, _ depth: Int) -> Int {
    let most = 1 << depth - 1
    return (2 * sample * 255 + most) / (2 * most)
  }

  private let palette: [(Int, Int, Int)] = (0..<256).map { index in
    (Noise.at(index, 0) & 255, Noise.at(index, 1) & 255, Noise.at(index, 2) & 255)
  }

  /// An image of noise of one kind, with its expected pixels.
  private func fixture(_ kind: Kind, _ width: Int, _ height: Int) -> (
    PNGFixture, (Int, Int) -> BGRA
  ) {
    let mask = 1 << kind.depth - 1
    let samples = { @Sendable (x: Int, y: Int) in
      (0..<kind.type.channels).map { Noise.at(x, y, $0) & mask }
    }
    var fixture = PNGFixture(
      width: width, height: height, type: kind.type, depth: kind.depth,
      interlaced: kind.interlaced, samples: samples)
    if kind.type == .palette {
      let colors = palette.prefix(1 << kind.depth)
      fixture.chunks = [("PLTE", colors.flatMap { [UInt8($0.0), UInt8($0.1), UInt8($0.2)] })]
    }
    let expected = { (x: Int, y: Int) -> BGRA in
      let raw = samples(x, y)
      let s = raw.map { eight($0, kind.depth) }
      switch kind.type {
      case .grey: return .straight(s[0], s[0], s[0], 255)
      case .rgb: return .straight(s[0], s[1], s[2], 255)
      case .palette:
        let (red, green, blue) = palette[raw[0]]
        return .straight(red, green, blue, 255)
      case .greyAlpha: return .straight(s[0], s[0], s[0], s[1])
      case .rgba: return .straight(s[0], s[1], s[2], s[3])
      }
    }
    return (fixture, expected)
  }

  @Test(arguments: Kind.all) func readsEveryKind(_ kind: Kind) throws {
    // Odd sizes leave unused bits in a row's last byte; small ones leave passes of Adam7 empty.
    for (width, height) in [(1, 1), (2, 5), (3, 1), (13, 9), (67, 33)] {
      let (fixture, expected) = fixture(kind, width, height)
      let pixels = try decode(fixture.bytes)
      #expect(pixels.width == width && pixels.height == height)
      #expect(pixels.firstDifference(from: expected) == nil)
    }
  }

  @Test func makesTheNamedGreyTransparent() throws {
    var fixture = PNGFixture(width: 4, height: 1, type: .grey, depth: 8) { x, _ in [x * 60] }
    fixture.chunks = [("tRNS", [0, 120])]
    let pixels = try decode(fixture.bytes)
    #expect(pixels[1, 0] == .straight(60, 60, 60, 255))
    #expect(pixels[2, 0] == .straight(0, 0, 0, 0))
  }

  @Test func makesTheNamedColorTransparentAtSixteenBits() throws {
    // Two colours that differ in the low byte only: transparency is decided before rounding.
    var fixture = PNGFixture(width: 2, height: 1, type: .rgb, depth: 16) { x, _ in
      [0x1234, 0x5678, 0x9a00 + x]
    }
    fixture.chunks = [("tRNS", [0x12, 0x34, 0x56, 0x78, 0x9a, 0x01])]
    let pixels = try decode(fixture.bytes)
    #expect(pixels[0, 0].alpha == 255)
    #expect(pixels[1, 0] == .straight(0, 0, 0, 0))
  }

  @Test func takesThePalettesAlpha() throws {
    var fixture = PNGFixture(width: 3, height: 1, type: .palette, depth: 2) { x, _ in [x] }
    fixture.chunks = [("PLTE", [255, 0, 0, 0, 255, 0, 0, 0, 255]), ("tRNS", [0, 51])]
    let pixels = try decode(fixture.bytes)
    #expect(pixels[0, 0] == .straight(0, 0, 0, 0))
    #expect(pixels[1, 0] == .straight(0, 255, 0, 51))
    #expect(pixels[2, 0] == .straight(0, 0, 255, 255))
  }

  @Test func takesAnIndexOutsideThePaletteForBlack() throws {
    var fixture = PNGFixture(width: 8, height: 1, type: .palette, depth: 8) { x, _ in [x] }
    fixture.chunks = [("PLTE", [255, 0, 0, 0, 255, 0])]
    let pixels = try decode(fixture.bytes)
    #expect(pixels[1, 0] == .straight(0, 255, 0, 255))
    #expect(pixels[7, 0] == .straight(0, 0, 0, 255))
  }

  @Test func checksTheHeaderBeforeAnythingElse() throws {
    var fixture = PNGFixture(width: 3, height: 1, type: .grey, depth: 8) { _, _ in [0] }
    let small = fixture.bytes
    #expect(
      throws: CodecError(.tooLarge, "The image is 3 × 1 = 3 px; at most 2 px are allowed.")
    ) { try decode(small, limits: DecodingLimits(pixels: 2)) }
    #expect(
      throws: CodecError(.tooLarge, "The file has \(small.count) bytes; at most 9 are allowed.")
    ) { try decode(small, limits: DecodingLimits(bytes: 9)) }
    fixture.width = 40_000
    let long = fixture.bytes
    #expect(
      throws: CodecError(
        .tooLarge, "The image is 40000 × 1 px; each side may have at most 32767 px.")
    ) { try decode(long) }
  }

  @Test func aHugeHeaderCostsNothing() throws {
    var bytes = PNGFixture(width: 1, height: 1, type: .grey, depth: 8) { _, _ in [0] }.bytes
    bytes.replaceSubrange(16..<24, with: big(UInt32(0x7fff_ffff)) + big(UInt32(0x7fff_ffff)))
    #expect(throws: CodecError.self) { try decode(bytes) }
    bytes.replaceSubrange(16..<20, with: big(UInt32(0)))
    #expect(
      throws: CodecError(.corrupt, "The PNG file is corrupt: its header is invalid.")
    ) { try decode(bytes) }
  }

  @Test func passesOverAColorProfileThatCannotBeRead() throws {
    var fixture = PNGFixture(width: 1, height: 1, type: .rgb, depth: 8) { _, _ in [1, 2, 3] }
    fixture.chunks = [("iCCP", Array("mine".utf8) + [0, 0] + PNGFixture.zlib([1, 2, 3, 4]))]
    let pixels = try decode(fixture.bytes)
    #expect(pixels[0, 0] == .straight(1, 2, 3, 255))
  }

  @Test func convertsAnotherColorSpace() throws {
    for (grey, expected) in [(0, 0), (64, 137), (128, 188), (255, 255)] {
      var fixture = PNGFixture(width: 1, height: 1, type: .rgb, depth: 8) { _, _ in
        [grey, grey, grey]
      }
      fixture.chunks = [
        ("iCCP", Array("linear".utf8) + [0, 0] + PNGFixture.zlib(ProfileFixture.linear))
      ]
      // Linear light to sRGB: IEC 61966-2-1's curve. lcms2 rounds within 1.
      let pixels = try decode(fixture.bytes)
      #expect(
        pixels.firstDifference(within: 1) { _, _ in .straight(expected, expected, expected, 255) }
          == nil)
    }
  }

  @Test func convertsGreyByItsOwnProfile() throws {
    var fixture = PNGFixture(width: 3, height: 1, type: .greyAlpha, depth: 8) { x, _ in
      [[0, 64, 128][x], 128]
    }
    fixture.chunks = [
      ("iCCP", Array("grey".utf8) + [0, 0] + PNGFixture.zlib(ProfileFixture.linearGrey))
    ]
    let pixels = try decode(fixture.bytes)
    #expect(
      pixels.firstDifference(within: 1) { x, _ in
        let grey = [0, 137, 188][x]
        return .straight(grey, grey, grey, 128)
      } == nil)
    // A grey profile does not apply to colours.
    var colored = PNGFixture(width: 1, height: 1, type: .rgb, depth: 8) { _, _ in [1, 2, 3] }
    colored.chunks = fixture.chunks
    #expect(try decode(colored.bytes)[0, 0] == .straight(1, 2, 3, 255))
  }
}
