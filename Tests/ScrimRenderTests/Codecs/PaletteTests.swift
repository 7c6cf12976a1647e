import ScrimCodecs
import ScrimKit
import Testing

/// PNGs with a palette: exact where the colours suffice, near where they do not.
@Suite struct PaletteTests {
  private func pixels(
    _ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> [UInt8]
  ) throws -> Pixels {
    var pixels = try Pixels(width: width, height: height)
    let stride = pixels.bytesPerRow
    try pixels.withMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          for (part, value) in color(x, y).enumerated() { bytes[y * stride + 4 * x + part] = value }
        }
      }
    }
    return pixels
  }

  private func decoded(_ file: [UInt8]) throws -> Pixels {
    try file.withUnsafeBytes { try ImageDecoding.decode($0, limits: .standard) }
  }

  private func bytes(_ pixels: Pixels) -> [UInt8] {
    pixels.withBytes { bytes in
      (0..<pixels.height).flatMap { y in
        Array(bytes[(y * pixels.bytesPerRow)..<(y * pixels.bytesPerRow + 4 * pixels.width)])
      }
    }
  }

  /// Of every depth, with odd widths, whose last byte is not full.
  @Test(arguments: [(2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (256, 8)])
  func fewColorsAreKept(count: Int, depth: UInt8) throws {
    let image = try pixels(67, 13) { x, y in
      let color = UInt8((x * 7 + y * 31) % count * 255 / (count - 1))
      return [color, 255 - color, color / 2, 255]
    }
    let file = try PNGEncoding.encode(image, colors: count)
    #expect(file[24] == depth && file[25] == 3)
    #expect(try bytes(decoded(file)) == bytes(image))
  }

  @Test func alphaIsKept() throws {
    let image = try pixels(40, 9) { x, y in
      let alpha = UInt8(x % 5 * 63)
      return [alpha, alpha / 2, 0, alpha]
    }
    #expect(try bytes(decoded(PNGEncoding.encode(image, colors: 5))) == bytes(image))
    let clear = try pixels(3, 3) { _, _ in [0, 0, 0, 0] }
    #expect(try bytes(decoded(PNGEncoding.encode(clear, colors: 2))) == bytes(clear))
  }

  /// The mean error falls with the number of colours, and no pixel is far off with 256 of a smooth image.
  @Test func manyColorsAreNear() throws {
    let image = try pixels(256, 64) { x, y in
      [UInt8(x), UInt8(y * 4), UInt8((x + y) / 2 % 256), 255]
    }
    let original = bytes(image)
    var last = Double.infinity
    for (colors, most) in [(4, 60.0), (16, 30), (64, 14), (256, 7)] {
      let file = try PNGEncoding.encode(image, colors: colors)
      let found = try bytes(decoded(file))
      let sum = zip(original, found).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      let mean = Double(sum) / Double(original.count * 3 / 4)
      #expect(mean < most && mean < last, "\(colors) colours: \(mean)")
      #expect(
        Set(stride(from: 0, to: found.count, by: 4).map { found[$0..<$0 + 4] }).count <= colors)
      #expect(try PNGEncoding.encode(image, colors: colors) == file)
      last = mean
    }
  }

  @Test func translucentColorsStayBelowTheirAlpha() throws {
    let image = try pixels(128, 128) { x, y in
      let alpha = x * 2
      return [UInt8(alpha * y / 127), UInt8(alpha / 2), UInt8(alpha), UInt8(alpha)]
    }
    let found = try bytes(decoded(PNGEncoding.encode(image, colors: 64)))
    #expect(stride(from: 0, to: found.count, by: 4).allSatisfy { found[$0] <= found[$0 + 3] })
    let errors = zip(bytes(image), found).map { abs(Int($0) - Int($1)) }
    #expect(errors.reduce(0, +) < 12 * errors.count)
  }

  @Test func aLimitIsKept() throws {
    let image = try pixels(64, 64) { x, y in [UInt8(x * 4), UInt8(y * 4), 0, 255] }
    #expect(throws: CodecError.self) { try PNGEncoding.encode(image, colors: 256, limit: 200) }
  }
}
