import ScrimCodecs
import ScrimKit
import Testing

/// The error of each kind of corrupt or unsupported JPEG.
@Suite struct JPEGCodecDamageTests {
  private func fixture(progressive: Bool = false) -> JPEGFixture {
    JPEGFixture(columns: 3, rows: 2, components: 3, progressive: progressive) { x, y in
      [x * 50, y * 90, 200]
    }
  }

  /// The offset of a marker.
  private func place(of marker: UInt8, in file: [UInt8]) throws -> Int {
    try #require(file.indices.dropLast().first { file[$0] == 0xff && file[$0 + 1] == marker })
  }

  private func expect(
    _ code: CodecError.Code, _ message: String, _ bytes: [UInt8],
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: CodecError(code, message), sourceLocation: location) { try decode(bytes) }
  }

  @Test func checksTheSizeByItsHeader() throws {
    func sized(_ width: Int, _ height: Int) throws -> [UInt8] {
      var file = fixture().bytes
      let frame = try place(of: 0xc0, in: file)
      file.replaceSubrange(frame + 5..<frame + 9, with: big(UInt16(height)) + big(UInt16(width)))
      return file
    }
    expect(
      .tooLarge, "The image is 30000 × 30000 = 900000000 px; at most 50000000 px are allowed.",
      try sized(30_000, 30_000))
    expect(
      .tooLarge, "The image is 65500 × 1 px; each side may have at most 32767 px.",
      try sized(65_500, 1))
    expect(
      .corrupt, "The JPEG file is corrupt: its header is invalid.", try sized(0, 9))
    expect(
      .notAvailable,
      "JPEG with its height after the image data (DNL) is not available in this version: "
        + "save it as baseline or progressive JPEG, or as PNG.",
      try sized(9, 0))
    expect(
      .corrupt, "The JPEG file is corrupt: premature end of data segment.", try sized(24, 4000))
  }

  @Test(arguments: [UInt8(0xc3), 0xc5, 0xc7, 0xcb, 0xcf])
  func namesTheKindsThatNobodyReads(marker: UInt8) throws {
    var file = fixture().bytes
    file[try place(of: 0xc0, in: file) + 1] = marker
    expect(
      .notAvailable,
      "Lossless and hierarchical JPEG are not available in this version: "
        + "save it as baseline or progressive JPEG, or as PNG.", file)
  }

  @Test func refusesAFileWithoutItsTables() throws {
    var file = fixture().bytes
    let tables = try place(of: 0xdb, in: file)
    file.removeSubrange(tables..<tables + 69)
    expect(
      .corrupt, "The JPEG file is corrupt: Quantization table 0x00 was not defined.", file)
    let bare = Array(fixture().bytes.prefix(2)) + fixture().bytes.suffix(2)
    expect(.corrupt, "The JPEG file is corrupt: it has no frame header.", bare)
  }

  @Test func refusesAProgressiveFileThatLacksScans() throws {
    let missing = "The JPEG file is truncated: scans are missing."
    var file = fixture(progressive: true)
    file.detail = [(1, 1, 63, 0), (2, 1, 63, 0)]
    expect(.truncated, missing, file.bytes)
    file.detail = [(1, 1, 63, 0), (2, 1, 63, 0), (3, 1, 62, 0)]
    expect(.truncated, missing, file.bytes)
    // All coefficients are present, except the last bit of one.
    file.detail = [(1, 1, 63, 0), (2, 1, 63, 0), (3, 1, 62, 0), (3, 63, 63, 1)]
    expect(.truncated, missing, file.bytes)
    file.detail?.append((3, 63, 63, 0x10))
    #expect(try decode(file.bytes).width == 24)
  }

  @Test func refusesEndlessScans() throws {
    var file = fixture(progressive: true)
    file.components = 1
    file.samples = { x, y in [x * 50 + y] }
    // Fourteen scans per coefficient, each with one bit more than the previous one.
    func scans(_ coefficients: ClosedRange<Int>) -> [(Int, Int, Int, UInt8)] {
      var scans: [(Int, Int, Int, UInt8)] = []
      for coefficient in coefficients {
        scans.append((1, coefficient, coefficient, 13))
        for low in (UInt8(0)..<13).reversed() {
          scans.append((1, coefficient, coefficient, (low + 1) << 4 | low))
        }
      }
      return scans
    }
    file.detail = scans(1...63)
    expect(
      .notAvailable,
      "This kind of JPEG is not available in this version: it has more than 200 scans.", file.bytes)
    file.detail = scans(1...14) + [(1, 15, 63, 0)]
    #expect(try decode(file.bytes)[8, 0] == .straight(50, 50, 50, 255))
  }
}
