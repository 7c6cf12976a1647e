import ScrimCodecs
import ScrimKit
import Testing

@Suite struct JPEGCodecReadingTests {
  /// Samples of a block: noise.
  private func noise(_ components: Int) -> (Int, Int) -> [Int] {
    { column, row in (0..<components).map { Noise.at(column, row, $0) & 255 } }
  }

  @Test(arguments: [false, true]) func readsGrey(progressive: Bool) throws {
    let fixture = JPEGFixture(
      columns: 5, rows: 3, size: (37, 19), components: 1, progressive: progressive,
      samples: noise(1))
    let pixels = try decode(fixture.bytes)
    #expect(pixels.width == 37 && pixels.height == 19)
    #expect(
      pixels.firstDifference { x, y in
        let grey = fixture.samples(x / 8, y / 8)[0]
        return .straight(grey, grey, grey, 255)
      } == nil)
  }

  @Test(arguments: [false, true]) func readsRGB(progressive: Bool) throws {
    let fixture = JPEGFixture(
      columns: 4, rows: 4, components: 3, progressive: progressive,
      segments: [JPEGFixture.adobe(transform: 0)], samples: noise(3))
    let pixels = try decode(fixture.bytes)
    #expect(
      pixels.firstDifference { x, y in
        let s = fixture.samples(x / 8, y / 8)
        return .straight(s[0], s[1], s[2], 255)
      } == nil)
  }

  @Test func readsYCbCr() throws {
    let fixture = JPEGFixture(columns: 6, rows: 6, components: 3, samples: noise(3))
    let pixels = try decode(fixture.bytes)
    // JFIF's equations; libjpeg's tables round each product, hence 1.
    #expect(
      pixels.firstDifference(within: 1) { x, y in
        let (red, green, blue) = fromYCbCr(fixture.samples(x / 8, y / 8))
        return .straight(red, green, blue, 255)
      } == nil)
  }

  @Test func readsInvertedInks() throws {
    let fixture = JPEGFixture(
      columns: 4, rows: 4, components: 4, segments: [JPEGFixture.adobe(transform: 0)],
      samples: noise(4))
    let pixels = try decode(fixture.bytes)
    #expect(
      pixels.firstDifference { x, y in
        let s = fixture.samples(x / 8, y / 8)
        func light(_ ink: Int) -> Int { (ink * s[3] + 127) / 255 }
        return .straight(light(s[0]), light(s[1]), light(s[2]), 255)
      } == nil)
  }

  @Test func readsYCCK() throws {
    let fixture = JPEGFixture(
      columns: 4, rows: 4, components: 4, segments: [JPEGFixture.adobe(transform: 2)],
      samples: noise(4))
    let pixels = try decode(fixture.bytes)
    #expect(
      pixels.firstDifference(within: 1) { x, y in
        let s = fixture.samples(x / 8, y / 8)
        // YCCK holds the RGB complement of the stored inks.
        let (cyan, magenta, yellow) = fromYCbCr(s)
        func light(_ ink: Int) -> Int { ((255 - ink) * s[3] + 127) / 255 }
        return .straight(light(cyan), light(magenta), light(yellow), 255)
      } == nil)
  }

  @Test(arguments: 1...8, [false, true])
  func turnsUpright(orientation: Int, bigEndian: Bool) throws {
    let fixture = JPEGFixture(
      columns: 3, rows: 2, size: (21, 11), components: 1,
      segments: [JPEGFixture.exif(orientation: UInt16(orientation), bigEndian: bigEndian)],
      samples: { column, row in [(row * 3 + column) * 40] })
    let swaps = orientation > 4
    let found = try header(fixture.bytes)
    #expect(found.width == (swaps ? 11 : 21) && found.height == (swaps ? 21 : 11))
    let pixels = try decode(fixture.bytes)
    #expect(pixels.width == found.width && pixels.height == found.height)
    // Exif 2.3 §4.6.4: the sides of the upright image at which the stored row 0 and column 0 are.
    #expect(
      pixels.firstDifference { x, y in
        let (column, row) =
          switch orientation {
          case 1: (x, y)
          case 2: (20 - x, y)
          case 3: (20 - x, 10 - y)
          case 4: (x, 10 - y)
          case 5: (y, x)
          case 6: (y, 10 - x)
          case 7: (20 - y, 10 - x)
          default: (20 - y, x)
          }
        let grey = (row / 8 * 3 + column / 8) * 40
        return .straight(grey, grey, grey, 255)
      } == nil)
  }

  /// As browsers, Pillow, libvips and exiftool.
  @Test func theFirstExifCounts() throws {
    func width(_ orientations: [UInt16]) throws -> Int {
      let segments = orientations.map { JPEGFixture.exif(orientation: $0, bigEndian: true) }
      let fixture = JPEGFixture(
        columns: 3, rows: 2, size: (21, 11), components: 1, segments: segments,
        samples: { _, _ in [9] })
      return try decode(fixture.bytes).width
    }
    #expect(try width([6, 1]) == 11)
    #expect(try width([1, 6]) == 21)
    #expect(try width([8, 9, 1]) == 11)
  }

  @Test func ignoresAnOrientationThatMakesNoSense() throws {
    for segment in [
      JPEGFixture.exif(orientation: 0, bigEndian: true),
      JPEGFixture.exif(orientation: 9, bigEndian: false),
      (marker: UInt8(0xe1), data: Array("Exif".utf8) + [0, 0, 0x4d]),
      (
        marker: UInt8(0xe1),
        data: Array("Exif".utf8) + [0, 0] + Array("MM".utf8) + [0, 42, 0xff, 0xff, 0xff, 0xff]
      ),
    ] {
      let fixture = JPEGFixture(
        columns: 2, rows: 1, components: 1, segments: [segment], samples: { _, _ in [7] })
      #expect(try header(fixture.bytes).orientation == .upright)
      #expect(try decode(fixture.bytes).width == 16)
    }
  }

  @Test func convertsAnotherColorSpace() throws {
    let profile = Array("ICC_PROFILE".utf8) + [0, 1, 1] + ProfileFixture.linear
    let fixture = JPEGFixture(
      columns: 2, rows: 1, components: 1, segments: [(0xe2, profile)],
      samples: { column, _ in [column == 0 ? 64 : 128] })
    let pixels = try decode(fixture.bytes)
    #expect(
      pixels.firstDifference(within: 1) { x, _ in
        let grey = x < 8 ? 137 : 188
        return .straight(grey, grey, grey, 255)
      } == nil)
  }

  @Test func passesOverAProfileForOtherColorsOrInPieces() throws {
    let whole = Array("ICC_PROFILE".utf8) + [0, 1, 1] + ProfileFixture.linear
    let inks = JPEGFixture(
      columns: 1, rows: 1, components: 4,
      segments: [JPEGFixture.adobe(transform: 0), (0xe2, whole)],
      samples: { _, _ in [10, 200, 30, 255] })
    #expect(try decode(inks.bytes)[0, 0] == .straight(10, 200, 30, 255))
    let first = Array("ICC_PROFILE".utf8) + [0, 1, 2] + ProfileFixture.linear
    let half = JPEGFixture(
      columns: 1, rows: 1, components: 1, segments: [(0xe2, first)], samples: { _, _ in [64] })
    #expect(try decode(half.bytes)[0, 0] == .straight(64, 64, 64, 255))
  }

  @Test func namesWhatIsNotAvailable() {
    var lossless = JPEGFixture(columns: 1, rows: 1, components: 1, samples: { _, _ in [1] }).bytes
    let frame = lossless.indices.first { lossless[$0] == 0xff && lossless[$0 + 1] == 0xc0 } ?? 0
    lossless[frame + 1] = 0xc3
    #expect(
      throws: CodecError(
        .notAvailable,
        "Lossless and hierarchical JPEG are not available in this version: "
          + "save it as baseline or progressive JPEG, or as PNG.")
    ) { try header(lossless) }
    lossless[frame + 1] = 0xc1
    lossless[frame + 4] = 12
    #expect(
      throws: CodecError(
        .notAvailable,
        "JPEG of 12 bits per sample is not available in this version: save it with 8.")
    ) { try header(lossless) }
  }

  /// JFIF 1.02's equations.
  private func fromYCbCr(_ s: [Int]) -> (Int, Int, Int) {
    let (y, cb, cr) = (Double(s[0]), Double(s[1]) - 128, Double(s[2]) - 128)
    func clamp(_ value: Double) -> Int { Int(min(max(value.rounded(), 0), 255)) }
    return (clamp(y + 1.402 * cr), clamp(y - 0.344136 * cb - 0.714136 * cr), clamp(y + 1.772 * cb))
  }
}
