import ScrimCodecs
import ScrimKit
import Testing

/// Corrupt and unsupported files are errors: never a crash, never a partly grey image.
@Suite struct CodecDamageTests {
  private let image = Pixels.make(40, 30) { x, y in
    BGRA(blue: UInt8(x * 6), green: UInt8(y * 8), red: UInt8(Noise.at(x, y) & 127), alpha: 255)
  }

  private func files() throws -> [[UInt8]] {
    let clear = Pixels.make(20, 20) { x, y in .straight(x * 9, y * 9, 5, x * y % 256) }
    return [
      try PNGEncoding.encode(image),
      try PNGEncoding.encode(clear),
      PNGFixture(width: 11, height: 9, type: .rgba, depth: 16, interlaced: true) { x, y in
        [x, y, 3, 4]
      }.bytes,
      try JPEGEncoding.encode(image, quality: 85),
      try JPEGEncoding.encode(image, quality: 95),
      JPEGFixture(columns: 4, rows: 3, components: 3, progressive: true) { x, y in [x, y, 9] }
        .bytes,
      JPEGFixture(
        columns: 2, rows: 2, components: 4, segments: [JPEGFixture.adobe(transform: 2)]
      ) { x, y in [x, y, 9, 200] }.bytes,
      try WebPEncoding.encode(image, .lossy(quality: 85)),
      try WebPEncoding.encode(image, .lossless),
      try WebPEncoding.encode(clear, .lossy(quality: 85)),
      WebPFixture(chunks: [
        WebPFixture.canvas(30, 30, flags: 58), ("ICCP", ProfileFixture.linear),
        WebPFixture.frame(
          2, 3, 20, 20, WebPFixture.image(try WebPEncoding.encode(clear, .lossless))),
        ("EXIF", Array(JPEGFixture.exif(orientation: 8, bigEndian: false).data)),
      ]).bytes,
    ]
  }

  @Test func refusesEveryCutFile() throws {
    for file in try files() {
      for count in 0..<file.count {
        #expect(throws: CodecError.self, "\(count) of \(file.count) bytes") {
          try decode(Array(file.prefix(count)))
        }
      }
    }
  }

  @Test func saysThatAFileIsCutShort() throws {
    for (file, name) in zip(try [files()[0], files()[3]], ["PNG", "JPEG"]) {
      #expect(throws: CodecError(.truncated, "The \(name) file is truncated.")) {
        try decode(file.dropLast(40))
      }
    }
  }

  @Test func refusesEveryChangedByteOfAPNG() throws {
    let file = try PNGEncoding.encode(image)
    let optional = 37..<41  // the name of the sRGB chunk: with another it is an unknown chunk
    // libpng 1.6.48 does not look at the last checksum, that of IEND, which has no data.
    for index in file.indices.dropLast(4) where !optional.contains(index) {
      var broken = file
      broken[index] ^= 0x41
      #expect(throws: CodecError.self, "byte \(index)") { try decode(broken) }
    }
  }

  @Test func refusesAJPEGWhoseDataAreOverwritten() throws {
    var file = try JPEGEncoding.encode(image, quality: 85)
    let scan = try #require(file.indices.first { file[$0] == 0xff && file[$0 + 1] == 0xda })
    for index in scan + 40..<scan + 60 { file[index] = 0xff }
    #expect(throws: CodecError.self) { try decode(file) }
    // Truncated, with an end marker appended: libjpeg alone fills such an image with grey.
    var cut = Array(try JPEGEncoding.encode(image, quality: 85).prefix(scan + 60))
    cut += [0xff, 0xd9]
    #expect(
      throws: CodecError(
        .corrupt,
        "The JPEG file is corrupt: premature end of data segment.")
    ) { try decode(cut) }
  }

  @Test func survivesAThousandMutationsOfEach() throws {
    var noise = Noise(20)
    for file in try files() {
      for _ in 0..<1000 {
        var broken = file
        for _ in 0...noise.next(below: 6) {
          let index = noise.next(below: broken.count)
          switch noise.next(below: 4) {
          case 0: broken[index] = UInt8(noise.next(below: 256))
          case 1: broken[index] ^= 1 << UInt8(noise.next(below: 8))
          case 2: broken.remove(at: index)
          default: broken.insert(UInt8(noise.next(below: 256)), at: index)
          }
        }
        let pixels = try? decode(broken, limits: DecodingLimits(pixels: 1_000_000))
        #expect(pixels.map { $0.width * $0.height <= 1_000_000 } ?? true)
      }
    }
  }

  @Test(arguments: [
    (Array("GIF89a".utf8), "GIF"), ([0, 0, 0, 28] + Array("ftypavif".utf8), "AVIF"),
    ([0, 0, 0, 24] + Array("ftypheic".utf8), "HEIF"), ([0x49, 0x49, 0x2a, 0, 8], "TIFF"),
  ])
  func namesTheFormatThatIsNotAvailable(bytes: [UInt8], name: String) {
    let expected = CodecError(
      .notAvailable, "\(name) is not available in this version: use PNG, JPEG, WebP or SVG.")
    #expect(throws: expected) { try decode(bytes) }
    #expect(throws: expected) { try header(bytes) }
  }

  @Test func refusesWhatIsNoImage() {
    #expect(throws: CodecError(.unknownFormat, "The file is empty.")) { try decode([]) }
    #expect(
      throws: CodecError(.unknownFormat, "Not a PNG, JPEG, WebP or SVG file.")
    ) { try decode(Array("{\"scrim\": 1}".utf8)) }
  }
}
