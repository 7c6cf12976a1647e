import ScrimCodecs
import ScrimKit
import Testing

@Suite struct PNGCodecWritingTests {
  /// Noise of any premultiplied colours.
  private func noise(_ x: Int, _ y: Int) -> BGRA {
    let alpha = Noise.at(x, y, 3) & 255
    func part(_ c: Int) -> UInt8 { UInt8(Noise.at(x, y, c) % (alpha + 1)) }
    return BGRA(blue: part(0), green: part(1), red: part(2), alpha: UInt8(alpha))
  }

  @Test(arguments: PNGEncoding.Compression.allCases)
  func comesBackExactly(_ compression: PNGEncoding.Compression) throws {
    for (width, height) in [(1, 1), (1, 7), (7, 1), (16, 16), (63, 5), (65, 65), (300, 211)] {
      let pixels = Pixels.make(width, height, noise)
      let file = try PNGEncoding.encode(pixels, compression: compression)
      let back = try decode(file)
      #expect(back.width == width && back.height == height)
      #expect(back.firstDifference(from: noise) == nil)
    }
  }

  @Test func unpremultipliesToTheNearest() throws {
    // All valid premultiplied values: x is the alpha, y the premultiplied value.
    let pixels = Pixels.make(256, 256) { x, y in
      let value = UInt8(min(x, y))
      return BGRA(blue: value, green: 0, red: UInt8(x), alpha: UInt8(x))
    }
    let file = try PNGEncoding.encode(pixels)
    let oracle = try #require(PNGOracle(file))
    #expect(oracle.channels == 4)
    var wrong = 0
    for y in 0..<256 {
      for x in 0..<256 {
        let at = (y * 256 + x) * 4
        let value = min(x, y)
        let expected = x == 0 ? 0 : (2 * value * 255 + x) / (2 * x)
        let straight = oracle.samples[at..<at + 4]
        if Array(straight) != [x == 0 ? 0 : 255, 0, UInt8(expected), UInt8(x)] { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func holdsAColorBrighterThanItsAlphaToWhite() throws {
    // No effect should produce such a pixel; if one does, the file is still valid.
    let pixels = Pixels.make(1, 1) { _, _ in BGRA(blue: 200, green: 50, red: 100, alpha: 100) }
    let file = try PNGEncoding.encode(pixels)
    #expect(try #require(PNGOracle(file)).samples == [255, 128, 255, 100])
  }

  @Test func dropsAnAlphaThatIsAllOpaque() throws {
    let rule = { (x: Int, y: Int) in
      BGRA(blue: UInt8(x), green: UInt8(y), red: UInt8(x ^ y), alpha: 255)
    }
    let file = try PNGEncoding.encode(Pixels.make(200, 100, rule))
    let oracle = try #require(PNGOracle(file))
    #expect(oracle.channels == 3)
    #expect(oracle.chunks == ["IHDR", "sRGB", "IDAT", "IEND"])
    #expect(try decode(file).firstDifference(from: rule) == nil)
    // A single pixel that is not opaque gives the image an alpha channel.
    let file4 = try PNGEncoding.encode(
      Pixels.make(200, 100) { x, y in
        var pixel = rule(x, y)
        if x == 199, y == 99 { pixel = BGRA(blue: 0, green: 0, red: 0, alpha: 254) }
        return pixel
      })
    #expect(try #require(PNGOracle(file4)).channels == 4)
  }

  /// The neighbour nearest to the value of a plane through all three: Paeth's predictor.
  private func nearest(_ left: Int, _ above: Int, _ corner: Int) -> Int {
    let plane = left + above - corner
    if abs(plane - left) <= min(abs(plane - above), abs(plane - corner)) { return left }
    return abs(plane - above) <= abs(plane - corner) ? above : corner
  }

  /// Data that suits one filter: two colours in random order, or the filter's prediction plus one of four values.
  private func suiting(_ filter: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
    var values = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let random = Noise.at(x, y)
        let left = x > 0 ? Int(values[y * width + x - 1]) : 0
        let above = y > 0 ? Int(values[(y - 1) * width + x]) : 0
        let corner = x > 0 && y > 0 ? Int(values[(y - 1) * width + x - 1]) : 0
        let value =
          switch filter {
          case 0: (random & 1) * 200
          case 1: left + random & 3
          case 2: above + random & 3
          case 3: (left + above) / 2 + (random & 3) * 50
          default: nearest(left, above, corner) + (random & 3) * 50
          }
        values[y * width + x] = UInt8(truncatingIfNeeded: value)
      }
    }
    return values
  }

  @Test(arguments: [0, 1, 2, 3, 4] as [UInt8])
  func choosesTheFilterByTheContent(_ filter: UInt8) throws {
    let values = suiting(filter, 181, 300)
    let rule = { (x: Int, y: Int) -> BGRA in
      let value = values[y * 181 + x]
      return BGRA(blue: value, green: value, red: value, alpha: 255)
    }
    for compression in PNGEncoding.Compression.allCases {
      let file = try PNGEncoding.encode(Pixels.make(181, 300, rule), compression: compression)
      let oracle = try #require(PNGOracle(file))
      // (For two equal adjacent rows the second one's filter is always 2.)
      if compression == .fast { #expect(oracle.filters.union([2]) == [filter, 2]) }
      #expect(try decode(file).firstDifference(from: rule) == nil)
    }
  }

  @Test func aSmallFileHasRowsOfDifferentFilters() throws {
    let rule = { (x: Int, y: Int) -> BGRA in
      let (step, count) = y < 150 ? (Noise.at(0, y), x) : (Noise.at(x, 0), y)
      let value = UInt8(count * (step & 3) & 255)
      return BGRA(blue: value, green: value, red: value, alpha: 255)
    }
    let file = try PNGEncoding.encode(Pixels.make(181, 300, rule), compression: .small)
    #expect(try #require(PNGOracle(file)).filters.isSuperset(of: [1, 2]))
    #expect(try decode(file).firstDifference(from: rule) == nil)
  }

  /// Fewer rows than the filter choice samples.
  @Test(arguments: [1, 3, 7, 8, 9, 129]) func writesImagesOfAnyHeight(_ height: Int) throws {
    for compression in PNGEncoding.Compression.allCases {
      let file = try PNGEncoding.encode(Pixels.make(5, height, noise), compression: compression)
      #expect(try decode(file).firstDifference(from: noise) == nil)
    }
  }

  /// The content of a large image, which is compressed in blocks of every kind.
  enum LargeContent: String, CaseIterable {
    /// No repetition: blocks are stored.
    case noise
    case waves
    /// One colour with a few lines.
    case ruled

    func rule(_ x: Int, _ y: Int) -> BGRA {
      switch self {
      case .noise:
        let value = Noise.at(x, y)
        return BGRA(
          blue: UInt8(value & 255), green: UInt8(value >> 8 & 255), red: UInt8(value >> 16 & 255),
          alpha: 255)
      case .waves:
        let value = UInt8((x * x / 900 + y * y / 700 + Noise.at(x, y) & 3) & 127)
        return BGRA(blue: value, green: value / 2, red: 127 - value, alpha: UInt8(127 + value))
      case .ruled:
        let isLine = y % 200 == 17 && x % 4000 < 3000
        return BGRA(blue: isLine ? 0 : 200, green: 100, red: isLine ? 250 : 7, alpha: 255)
      }
    }
  }

  @Test(arguments: LargeContent.allCases, [(4100, 4111), (560, 30_000), (30_000, 560)])
  func aLargeOneComesBackExactly(_ content: LargeContent, size: (width: Int, height: Int)) throws {
    let file = try PNGEncoding.encode(Pixels.make(size.width, size.height, content.rule))
    let back = try decode(file)
    #expect(back.width == size.width && back.height == size.height)
    #expect(back.firstDifference(from: content.rule) == nil)
  }

  @Test(arguments: PNGEncoding.Compression.allCases)
  func aLargeOneIsWhole(_ compression: PNGEncoding.Compression) throws {
    let content = LargeContent.ruled
    let large = Pixels.make(4100, 4111, content.rule)
    let file = try PNGEncoding.encode(large, compression: compression)
    // Checks the chunks' checksums, and those of the compressed data.
    let oracle = try #require(PNGOracle(file))
    #expect(oracle.chunks == ["IHDR", "sRGB", "IDAT", "IEND"])
    #expect(try PNGEncoding.encode(large, compression: compression) == file)
    #expect(try PNGEncoding.encode(large, compression: compression, limit: file.count) == file)
    for limit in [0, 50, file.count - 1] {
      #expect(
        throws: CodecError(
          .tooLarge, "The image encoded as PNG exceeds the limit of \(limit) bytes.")
      ) { try PNGEncoding.encode(large, compression: compression, limit: limit) }
    }
  }

  @Test func givesEqualBytesForEqualPixels() throws {
    let pixels = Pixels.make(90, 90, noise)
    #expect(try PNGEncoding.encode(pixels) == PNGEncoding.encode(pixels))
  }

  @Test func keepsToItsLimit() throws {
    let pixels = Pixels.make(100, 100, noise)
    let whole = try PNGEncoding.encode(pixels)
    #expect(try PNGEncoding.encode(pixels, limit: whole.count) == whole)
    for limit in [0, 50, 1000, whole.count - 1] {
      #expect(
        throws: CodecError(
          .tooLarge, "The image encoded as PNG exceeds the limit of \(limit) bytes.")
      ) { try PNGEncoding.encode(pixels, limit: limit) }
    }
    #expect(
      throws: CodecError(.notAvailable, "An empty image cannot be written as PNG.")
    ) { try PNGEncoding.encode(Pixels(width: 0, height: 3)) }
  }
}
