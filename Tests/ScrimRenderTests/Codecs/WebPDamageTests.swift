import ScrimCodecs
import ScrimKit
import Testing

/// The error of each kind of corrupt WebP; containers are in `WebPCodecReadingTests`.
@Suite struct WebPCodecDamageTests {
  private let image = Pixels.make(24, 18) { x, y in .straight(x * 9, y * 11, x * y % 256, 255) }

  private func expect(
    _ code: CodecError.Code, _ message: String, _ bytes: [UInt8],
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: CodecError(code, message), sourceLocation: location) { try decode(bytes) }
  }

  /// A truncated file with consistent sizes in its headers.
  private func cut(_ file: [UInt8], by count: Int) -> [UInt8] {
    var chunks = WebPFixture.chunks(of: file)
    chunks[chunks.count - 1].data.removeLast(count)
    return WebPFixture(chunks: chunks).bytes
  }

  @Test func saysThatAFileIsCutShort() throws {
    let lossy = try WebPEncoding.encode(image, .lossy(quality: 90))
    let lossless = try WebPEncoding.encode(image, .lossless)
    for file in [lossy, lossless] {
      expect(.truncated, "The WebP file is truncated.", file.dropLast(9))
      expect(.truncated, "The WebP file is truncated.", Array(file.prefix(12)))
    }
    expect(.truncated, "The WebP file is truncated.", cut(lossy, by: 20))
    expect(
      .corrupt, "The WebP file is corrupt: its image data is invalid.", cut(lossless, by: 20))
  }

  @Test func refusesAnEmptyContainer() {
    expect(.truncated, "The WebP file is truncated.", WebPFixture(chunks: []).bytes)
    let invalid = "The WebP file is corrupt: its container is invalid."
    expect(.corrupt, invalid, WebPFixture(chunks: [("abcd", [])]).bytes)
    expect(.corrupt, invalid, WebPFixture(chunks: [("VP8X", [0, 0, 0, 0])]).bytes)
    expect(
      .corrupt, invalid,
      Array("RIFF".utf8) + little(UInt32(14)) + Array("WEBPVP8 ".utf8)
        + [255, 255, 255, 255, 0, 0])
  }

  @Test func refusesAHugeImageByItsHeader() throws {
    var file = try WebPEncoding.encode(image, .lossless)
    file.replaceSubrange(21..<25, with: little(UInt32(16_383 | 16_383 << 14)))
    expect(
      .tooLarge, "The image is 16384 × 16384 = 268435456 px; at most 50000000 px are allowed.",
      file)
  }

  @Test func refusesAlphaThatIsNone() throws {
    let lossy = WebPFixture.image(try WebPEncoding.encode(image, .lossy(quality: 90)))
    let junk = WebPFixture(
      chunks: [WebPFixture.canvas(24, 18, flags: 16), ("ALPH", [1, 2, 3, 4])] + lossy)
    expect(.corrupt, "The WebP file is corrupt: its image data is invalid.", junk.bytes)
  }

  @Test func readsTheFirstOfAHundredThousandFrames() throws {
    let small = Pixels.make(2, 2) { _, _ in .straight(10, 200, 30, 255) }
    let frame = WebPFixture.frame(
      0, 0, 2, 2, WebPFixture.image(try WebPEncoding.encode(small, .lossless)))
    let fixture = WebPFixture(
      chunks: [WebPFixture.canvas(2, 2, flags: 2), ("ANIM", Array(repeating: 0, count: 6))]
        + Array(repeating: frame, count: 100_000))
    let pixels = try decode(fixture.bytes)
    #expect(pixels.firstDifference { _, _ in .straight(10, 200, 30, 255) } == nil)
  }
}
