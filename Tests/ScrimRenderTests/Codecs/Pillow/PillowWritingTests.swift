import Foundation
import ScrimCodecs
import ScrimKit
import Testing

/// Files that we encode, decoded by Pillow.
@Suite struct PillowCodecWritingTests {
  private struct Told: Decodable, Equatable {
    var format: String
    var mode: String
    var extras: [String]
  }

  private struct Written {
    var name: String
    var pixels: Pixels
    var told: Told
    /// In dB over the premultiplied colours; `nil` for lossless formats.
    var least: Double?
    var bytes: [UInt8]
  }

  private static let sizes = [(1, 1), (1, 40), (40, 1), (7, 5), (17, 33), (211, 128)]

  /// Smooth waves with a little noise, like a photograph.
  private static func waves(_ x: Int, _ y: Int) -> BGRA {
    func wave(_ phase: Double) -> Int {
      Int(127 + 110 * sin(phase)) + Noise.at(x, y, Int(phase)) % 9
    }
    return .straight(
      wave(Double(x) / 23), wave(Double(y) / 17 + 1), wave(Double(x + y) / 31 + 2), 255)
  }

  /// Waves with a varying alpha, in parts transparent or opaque.
  private static func veiled(_ x: Int, _ y: Int) -> BGRA {
    let pixel = waves(x, y)
    let alpha = min(max((x * 5 + y * 3) % 400 - 60, 0), 255)
    return .straight(Int(pixel.red), Int(pixel.green), Int(pixel.blue), alpha)
  }

  private static func written() throws -> [Written] {
    var all: [Written] = []
    for (width, height) in sizes {
      for (kind, rule) in [("waves", waves), ("veiled", veiled)] {
        let pixels = Pixels.make(width, height, rule)
        let isClear = (0..<width * height).contains { rule($0 % width, $0 / width).alpha < 255 }
        let mode = isClear ? "RGBA" : "RGB"
        func add(
          _ name: String, _ format: String, _ mode: String, least: Double? = nil, _ bytes: [UInt8]
        ) {
          all.append(
            Written(
              name: "\(kind)-\(width)x\(height)-\(name)", pixels: pixels,
              told: Told(format: format, mode: mode, extras: []), least: least, bytes: bytes))
        }
        add("fast.png", "PNG", mode, try PNGEncoding.encode(pixels, compression: .fast))
        add("small.png", "PNG", mode, try PNGEncoding.encode(pixels, compression: .small))
        add("lossless.webp", "WEBP", mode, try WebPEncoding.encode(pixels, .lossless))
        for (quality, least) in [(100, 38.0), (85, 33), (40, 28)] {
          let bytes = try WebPEncoding.encode(pixels, .lossy(quality: quality))
          add("\(quality).webp", "WEBP", mode, least: least, bytes)
        }
        guard !isClear else { continue }
        for (quality, least) in [(100, 43.0), (90, 36), (89, 32), (40, 28)] {
          let bytes = try JPEGEncoding.encode(pixels, quality: quality)
          add("\(quality).jpg", "JPEG", "RGB", least: least, bytes)
        }
      }
    }
    return all
  }

  @Test func isReadByPillow() throws {
    let folder = try PillowFolder()
    let all = try Self.written()
    for written in all { try folder.write(written.bytes, written.name) }
    try folder.run("read.py")
    let told = try folder.list([String: Told].self, "read.json")
    for written in all {
      #expect(told[written.name] == written.told, "\(written.name)")
      let back = try folder.pixels(of: written.name, width: written.pixels.width)
      guard let least = written.least else {
        let difference = back.firstDifference { x, y in written.pixels[x, y] }
        #expect(difference == nil, "\(written.name)")
        continue
      }
      let ratio = Self.ratio(written.pixels, back)
      #expect(ratio >= least, "\(written.name)")
    }
  }

  /// The straight colours are the nearest to the premultiplied ones, in PNG and WebP.
  @Test func unpremultipliesToTheNearest() throws {
    let folder = try PillowFolder()
    // All valid premultiplied values: x is the alpha, y the premultiplied value.
    let pixels = Pixels.make(256, 256) { x, y in
      let value = UInt8(min(x, y))
      return BGRA(blue: value, green: 0, red: UInt8(x), alpha: UInt8(x))
    }
    try folder.write(try PNGEncoding.encode(pixels), "all.png")
    try folder.write(try WebPEncoding.encode(pixels, .lossless), "all.webp")
    try folder.run("read.py")
    for name in ["all.png", "all.webp"] {
      let bytes = try folder.read("\(name).rgba")
      var wrong = 0
      for y in 0..<256 {
        for x in 0..<256 {
          let at = (y * 256 + x) * 4
          let blue = x == 0 ? 0 : (2 * min(x, y) * 255 + x) / (2 * x)
          let expected = [x == 0 ? 0 : 255, 0, UInt8(blue), UInt8(x)]
          if Array(bytes[at..<at + 4]) != expected { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(name)")
    }
  }

  /// Peak signal to noise of premultiplied pixels, in dB; alpha has to be the same.
  private static func ratio(_ one: Pixels, _ other: Pixels) -> Double {
    var squares = 0
    for y in 0..<one.height {
      for x in 0..<one.width {
        let (a, b) = (one[x, y], other[x, y])
        if a.alpha != b.alpha { return 0 }
        for (first, second) in [(a.blue, b.blue), (a.green, b.green), (a.red, b.red)] {
          squares += (Int(first) - Int(second)) * (Int(first) - Int(second))
        }
      }
    }
    let mean = Double(squares) / Double(3 * one.width * one.height)
    return mean == 0 ? .infinity : 10 * log10(255 * 255 / mean)
  }
}
