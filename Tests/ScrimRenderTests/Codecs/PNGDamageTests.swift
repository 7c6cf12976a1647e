import ScrimCodecs
import ScrimKit
import Testing

/// The error of each kind of corrupt PNG.
@Suite struct PNGCodecDamageTests {
  /// An image of 4 × 3 with these chunks between IHDR and IDAT, and optionally other data.
  private func file(
    _ chunks: [(type: String, data: [UInt8])] = [], type: PNGFixture.ColorType = .rgb,
    data: [UInt8]? = nil
  ) -> [UInt8] {
    var fixture = PNGFixture(width: 4, height: 3, type: type, depth: 8) { x, y in
      Array(repeating: 0, count: type.channels - 1) + [x + y]
    }
    fixture.chunks = chunks
    guard let data else { return fixture.bytes }
    let head = fixture.bytes.prefix(33) + chunks.flatMap { PNGFixture.chunk($0.type, $0.data) }
    return head + PNGFixture.chunk("IDAT", data) + PNGFixture.chunk("IEND", [])
  }

  private func expect(
    _ why: String, _ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      throws: CodecError(.corrupt, "The PNG file is corrupt: \(why)."), sourceLocation: location
    ) { try decode(bytes) }
  }

  /// Expects the plain image, independent of other chunks.
  private func expectImage(
    _ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let pixels = try decode(bytes)
    #expect(
      pixels.firstDifference { x, y in .straight(0, 0, x + y, 255) } == nil,
      sourceLocation: location)
  }

  @Test(
    arguments: [
      (16, [0, 0, 0, 0]), (16, [0x80, 0, 0, 1]), (20, [0, 0, 0, 0]),
      (20, [0xff, 0xff, 0xff, 0xff]),
      (24, [3]), (24, [0]), (24, [4]), (25, [1]), (25, [3, 1]), (25, [7]), (26, [1]), (27, [64]),
      (28, [2]), (12, [0x49, 0x48, 0x44, 0x53]), (8, [0, 0, 0, 14]),
    ] as [(Int, [UInt8])])
  func refusesEveryFieldOfAHeaderThatMakesNoSense(offset: Int, bytes: [UInt8]) {
    var file = file()
    file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    file.replaceSubrange(29..<33, with: big(PNGFixture.checksum(Array(file[12..<29]))))
    expect("its header is invalid", file)
  }

  @Test func refusesAHugeImageByItsHeader() {
    var bytes = file()
    bytes.replaceSubrange(16..<24, with: big(UInt32(30_000)) + big(UInt32(30_000)))
    bytes.replaceSubrange(29..<33, with: big(PNGFixture.checksum(Array(bytes[12..<29]))))
    #expect(
      throws: CodecError(
        .tooLarge,
        "The image is 30000 × 30000 = 900000000 px; at most 50000000 px are allowed.")
    ) { try decode(bytes) }
  }

  @Test func refusesAPaletteThatIsNone() {
    expect("IDAT: Missing PLTE before IDAT", file(type: .palette))
    expect("PLTE: invalid", file([("PLTE", [1, 2, 3, 4])], type: .palette))
    expect("PLTE: invalid", file([("PLTE", Array(repeating: 1, count: 771))], type: .palette))
  }

  @Test func refusesDataThatAreNoImage() {
    let rows = Array(repeating: UInt8(0), count: 13 * 3)
    expect("Not enough image data", file(data: PNGFixture.zlib(Array(rows.dropLast()))))
    expect("bad adaptive filter value", file(data: PNGFixture.zlib([9] + rows.dropFirst())))
    expect("IDAT: incorrect header check", file(data: [1, 2, 3, 4]))
    var other = PNGFixture.zlib(rows)
    other[other.count - 1] ^= 1
    expect("IDAT: incorrect data check", file(data: other))
    let whole = file()
    expect("IEND: out of place", Array(whole.prefix(33)) + PNGFixture.chunk("IEND", []))
  }

  @Test func refusesChunksThatNobodyKnowsOrThatComeTwice() {
    expect("ABCD: unhandled critical chunk", file([("ABCD", [])]))
    // The words after the name are libpng's, and differ between releases.
    let error = #expect(throws: CodecError.self) { try decode(file([("a\n\u{1b}]", [])])) }
    #expect(error?.code == .corrupt)
    #expect(error?.message.hasPrefix("The PNG file is corrupt: a[0A][1B][5D]: ") == true)
    expect("IHDR: out of place", file([("IHDR", Array(file()[16..<29]))]))
  }

  @Test(arguments: ["gAMA", "cHRM", "sRGB", "cICP", "iCCP", "eXIf", "tRNS"])
  func refusesAWrongChecksumWhereItWouldChangeTheImage(name: String) {
    var bytes = file([(name, [0, 0, 0, 0, 0, 0])])
    bytes[33 + 8 + 6] ^= 1
    expect("\(name): CRC error", bytes)
  }

  @Test func refusesTransparencyThatIsNone() throws {
    expect("tRNS: invalid", file([("tRNS", [0, 1])]))
    expect(
      "tRNS: invalid",
      file(
        [("PLTE", Array(repeating: 9, count: 24)), ("tRNS", Array(repeating: 1, count: 9))],
        type: .palette))
    expect(
      "tRNS: out of place",
      file([("tRNS", [1]), ("PLTE", Array(repeating: 9, count: 24))], type: .palette))
    // With an alpha channel it has no meaning.
    let clear = try decode(file([("tRNS", [0, 0, 0, 0, 0, 0])], type: .rgba))
    #expect(clear[3, 2] == .straight(0, 0, 0, 5))
  }

  /// libpng's message contains that name.
  @Test func passesOverABrokenProfileWhoseNameSpeaksOfAChecksum() throws {
    var profile = ProfileFixture.linear
    profile[64] = 0xff  // its rendering intent
    let name = Array("CRC error\u{7f}".utf8)
    try expectImage(file([("iCCP", name + [0, 0] + PNGFixture.zlib(profile))]))
  }

  @Test func passesOverAWrongChecksumOfAComment() throws {
    var bytes = file([("tEXt", Array("x".utf8) + [0, 65])])
    bytes[33 + 8 + 3] ^= 1
    try expectImage(bytes)
  }

  @Test func readsOverTenThousandChunks() throws {
    try expectImage(file(Array(repeating: ("teSt", []), count: 10_000)))
    try expectImage(file(Array(repeating: ("tEXt", Array("a".utf8) + [0]), count: 10_000)))
  }

  /// Each would take 60 MB when decompressed.
  @Test func unpacksNoCommentAndNoProfileForNothing() throws {
    let packed = PNGFixture.zlib([65], zeros: 60_000_000)
    try expectImage(file([("zTXt", Array("x".utf8) + [0, 0] + packed)]))
    try expectImage(file([("iTXt", Array("x".utf8) + [0, 1, 0, 0, 0] + packed)]))
    // A profile that declares this number of bytes, or ten times as many.
    for claimed in [60_000_132, 600_000_000] {
      let head = big(UInt32(claimed)) + ProfileFixture.linear.dropFirst(4).prefix(128)
      let profile = PNGFixture.zlib(Array(head), zeros: 60_000_000)
      try expectImage(file([("iCCP", Array("x".utf8) + [0, 0] + profile)]))
    }
  }

  @Test func refusesDataThatGoOnAndOnBehindTheImage() throws {
    let bytes = file(data: PNGFixture.zlib([0], zeros: 60_000_000))
    expect("more data than its image has", bytes)
    // An extra row is harmless.
    let longer = PNGFixture.zlib(Array(repeating: 0, count: 13 * 4))
    #expect(try decode(file(data: longer))[3, 2] == .straight(0, 0, 0, 255))
  }

  @Test func refusesAHighDynamicRange() {
    for transfer in [UInt8(16), 18] {
      #expect(
        throws: CodecError(
          .notAvailable,
          "HDR PNG (PQ or HLG) is not available in this version: "
            + "save it as sRGB.")
      ) { try decode(file([("cICP", [9, transfer, 0, 1])])) }
    }
  }
}
