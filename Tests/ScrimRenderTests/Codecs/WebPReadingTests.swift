import ScrimCodecs
import ScrimKit
import Testing

@Suite struct WebPCodecReadingTests {
  private func rule(_ x: Int, _ y: Int) -> BGRA { .straight(x * 9, y * 11, 40, 255) }

  /// A lossless image of the rule, 20 × 10.
  private func file(_ mode: WebPEncoding.Mode = .lossless) throws -> [UInt8] {
    try WebPEncoding.encode(Pixels.make(20, 10, rule), mode)
  }

  @Test func readsAnExtendedFileAndPassesOverWhatItDoesNotKnow() throws {
    var fixture = WebPFixture(chunks: [WebPFixture.canvas(20, 10)])
    fixture.chunks += [("abcd", [1, 2, 3])] + WebPFixture.image(try file())
    fixture.chunks += [("XMP ", Array("<x/>".utf8))]
    let pixels = try decode(fixture.bytes + [1, 2, 3, 4, 5, 6, 7, 8, 9])
    #expect(pixels.width == 20 && pixels.height == 10)
    #expect(pixels.firstDifference(from: rule) == nil)
  }

  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func turnsUpright(bigEndian: Bool, named: Bool) throws {
    let exif = JPEGFixture.exif(orientation: 6, bigEndian: bigEndian).data
    var fixture = WebPFixture(chunks: [WebPFixture.canvas(20, 10, flags: 8)])
    fixture.chunks += WebPFixture.image(try file())
    fixture.chunks.append(("EXIF", named ? exif : Array(exif.dropFirst(6))))
    let found = try header(fixture.bytes)
    #expect(found.width == 10 && found.height == 20)
    #expect(try decode(fixture.bytes).firstDifference { x, y in rule(y, 9 - x) } == nil)
  }

  @Test func convertsAnotherColorSpace() throws {
    let grey = Pixels.make(8, 8) { x, _ in .straight(128, 128, 128, x < 4 ? 255 : 128) }
    var fixture = WebPFixture(chunks: [WebPFixture.canvas(8, 8, flags: 48)])
    fixture.chunks.append(("ICCP", ProfileFixture.linear))
    fixture.chunks += WebPFixture.image(try WebPEncoding.encode(grey, .lossless))
    // Straight colours are converted, then premultiplied.
    let pixels = try decode(fixture.bytes)
    #expect(
      pixels.firstDifference(within: 1) { x, _ in
        .straight(188, 188, 188, x < 4 ? 255 : 128)
      } == nil)
  }

  @Test func putsTheFirstFrameOnItsCanvas() throws {
    let red = try WebPEncoding.encode(
      Pixels.make(5, 7) { _, _ in .straight(255, 0, 0, 128) }, .lossless)
    let blue = try WebPEncoding.encode(
      Pixels.make(12, 12) { _, _ in .straight(0, 0, 255, 255) }, .lossless)
    let fixture = WebPFixture(chunks: [
      WebPFixture.canvas(12, 12, flags: 18), ("ANIM", [255, 255, 255, 255, 0, 0]),
      WebPFixture.frame(2, 1, 5, 7, WebPFixture.image(red)),
      WebPFixture.frame(0, 0, 12, 12, WebPFixture.image(blue)),
    ])
    let pixels = try decode(fixture.bytes)
    #expect(pixels.width == 12 && pixels.height == 12)
    #expect(
      pixels.firstDifference { x, y in
        (4..<9).contains(x) && (2..<9).contains(y)
          ? .straight(255, 0, 0, 128) : .straight(0, 0, 0, 0)
      } == nil)
  }

  @Test func refusesACanvasThatIsNotItsImage() throws {
    let image = WebPFixture.image(try file())
    for chunks in [
      [WebPFixture.canvas(19, 10)] + image,
      [
        WebPFixture.canvas(21, 10, flags: 2), WebPFixture.animation,
        WebPFixture.frame(1, 0, 20, 10, image),
      ],
    ] {
      #expect(throws: CodecError(.corrupt, "The WebP file is corrupt: its container is invalid.")) {
        try header(WebPFixture(chunks: chunks).bytes)
      }
    }
  }

  /// libwebpdemux ignores the size in the frame's own header, and so do browsers.
  @Test func takesAFramesSizeFromItsImage() throws {
    let fixture = WebPFixture(chunks: [
      WebPFixture.canvas(30, 30, flags: 2), WebPFixture.animation,
      WebPFixture.frame(0, 0, 20, 11, WebPFixture.image(try file())),
    ])
    let pixels = try decode(fixture.bytes)
    #expect(
      pixels.firstDifference { x, y in x < 20 && y < 10 ? rule(x, y) : .straight(0, 0, 0, 0) }
        == nil)
  }

  @Test func refusesAHugeCanvasByItsHeader() throws {
    let image = WebPFixture.image(try file())
    let huge = WebPFixture(chunks: [
      WebPFixture.canvas(1 << 24, 255, flags: 2), WebPFixture.animation,
      WebPFixture.frame(0, 0, 20, 10, image),
    ])
    #expect(
      throws: CodecError(
        .tooLarge, "The image is 16777216 × 255 px; each side may have at most 32767 px.")
    ) { try decode(huge.bytes) }
    #expect(
      throws: CodecError(.tooLarge, "The image is 20 × 10 = 200 px; at most 199 px are allowed.")
    ) { try decode(try file(), limits: DecodingLimits(pixels: 199)) }
  }

  @Test(
    arguments: [
      [], [("ALPH", [0, 1])], [("VP8 ", Array(repeating: UInt8(0), count: 30))],
      [("VP8L", [0x2f, 0, 0, 0, 0xe0])],
    ] as [[(String, [UInt8])]])
  func refusesAFileWithoutAnImage(_ chunks: [(String, [UInt8])]) {
    let fixture = WebPFixture(
      chunks: [WebPFixture.canvas(1, 1)] + chunks.map { (name: $0.0, data: $0.1) })
    #expect(throws: CodecError(.corrupt, "The WebP file is corrupt: its container is invalid.")) {
      try header(fixture.bytes)
    }
  }
}
