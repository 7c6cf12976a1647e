import RenderTesting
import ScrimCodecs
import ScrimKit
import ScrimRender
import Testing

/// Files contain only pixels: neither the words of texts nor metadata of source images.
@Suite struct MetadataTests {
  private static let secret = "Elmtree"

  /// Images that contain the secret in every metadata field of their formats.
  private static let sources: [String: [UInt8]] = {
    let words = Array(secret.utf8)
    let xmp = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + Array("<x>\(secret)</x>".utf8)
    var jpeg = JPEGFixture(columns: 2, rows: 2, components: 3) { column, row in
      [100 + 40 * column, 128, 110 + 30 * row]
    }
    jpeg.segments = [
      JPEGFixture.exif(orientation: 1, bigEndian: true), (0xe1, xmp),
      (0xed, Array("Photoshop 3.0".utf8) + [0] + words), (0xfe, words),
    ]
    let pixels = Pixels.make(16, 16) { x, y in .straight(x * 15, y * 15, 90, 255) }
    var png = (try? PNGEncoding.encode(pixels)) ?? []
    png.insert(
      contentsOf: PNGFixture.chunk("tEXt", Array("Comment".utf8) + [0] + words)
        + PNGFixture.chunk(
          "iTXt", Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + words)
        + PNGFixture.chunk("eXIf", Array("MM".utf8) + [0, 42] + words), at: 33)
    var webp = WebPFixture(chunks: [WebPFixture.canvas(16, 16, flags: 12)])
    webp.chunks += WebPFixture.image((try? WebPEncoding.encode(pixels, .lossless)) ?? [])
    webp.chunks += [("EXIF", words), ("XMP ", words)]
    return ["a.jpg": jpeg.bytes, "b.png": png, "c.webp": webp.bytes]
  }()

  private func rendered(_ output: String) throws -> [UInt8] {
    let images = Self.sources.keys.sorted().enumerated().map { index, name in
      #"{"frame": {"x": \#(index * 30), "width": 16, "height": 16}, "image": {"source": "\#(name)"}}"#
    }
    let document =
      #"{"scrim": 1, "canvas": {"width": 120, "height": 60}, "seed": 3, "//": "\#(Self.secret)", "#
      + #""layers": [\#(images.joined(separator: ", ")), {"id": "\#(Self.secret)", "frame": {"y": 20}, "#
      + #""text": {"string": "\#(Self.secret)", "size": 20}}], "output": \#(output)}"#
    return try #require(
      TestRenderer().outputs(document, sources: Self.sources.mapValues { .bytes($0) })
        .outputs.first
    ).bytes
  }

  /// The search below finds the secret in the sources.
  @Test func theSourcesCarryIt() {
    for (name, bytes) in Self.sources { #expect(Self.has(Self.secret, bytes), "\(name)") }
  }

  @Test(arguments: [#"{"file": "a.png"}"#, #"{"file": "a.png", "compression": "small"}"#])
  func aPNGHasItsImageOnly(_ output: String) throws {
    let file = try rendered(output)
    let oracle = try #require(PNGOracle(file))
    #expect(oracle.chunks == ["IHDR", "sRGB", "IDAT", "IEND"])
    #expect(!Self.has(Self.secret, file))
  }

  /// Tables, frame and scans; of application segments only JFIF's, which contains no text.
  @Test(arguments: [85, 95]) func aJPEGHasItsImageOnly(_ quality: Int) throws {
    let file = try rendered(#"{"file": "a.jpg", "quality": \#(quality)}"#)
    let segments = try #require(Self.segments(of: file))
    for (marker, data) in segments {
      switch marker {
      case 0xe0: #expect(data.starts(with: Array("JFIF".utf8)) && data.count == 14)
      default: #expect([0xdb, 0xc0, 0xc2, 0xc4, 0xda].contains(marker), "\(marker)")
      }
    }
    #expect(segments.map(\.marker).contains(0xda))
    #expect(!Self.has(Self.secret, file))
  }

  @Test(arguments: [true, false]) func aWebPHasItsImageOnly(_ isLossless: Bool) throws {
    let file = try rendered(#"{"file": "a.webp", "lossless": \#(isLossless)}"#)
    let names = WebPFixture.chunks(of: file).map(\.name)
    #expect(names == (isLossless ? ["VP8L"] : ["VP8X", "ALPH", "VP8 "]))
    #expect(!Self.has(Self.secret, file))
  }

  private static func has(_ words: String, _ bytes: [UInt8]) -> Bool {
    let wanted = Array(words.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
  }

  /// The segments of a JPEG from SOI to EOI without entropy-coded data; `nil` if it is invalid.
  private static func segments(of file: [UInt8]) -> [(marker: UInt8, data: [UInt8])]? {
    guard file.starts(with: [0xff, 0xd8]) else { return nil }
    var segments: [(marker: UInt8, data: [UInt8])] = []
    var offset = 2
    while offset + 4 <= file.count {
      guard file[offset] == 0xff else { return nil }
      let marker = file[offset + 1]
      let count = Int(file[offset + 2]) << 8 | Int(file[offset + 3])
      segments.append((marker, Array(file[offset + 4..<offset + 2 + count])))
      offset += 2 + count
      guard marker == 0xda else { continue }
      // A byte of 255 inside the data is followed by 0, or by a restart marker.
      while offset + 1 < file.count,
        file[offset] != 0xff || file[offset + 1] == 0 || (0xd0...0xd7).contains(file[offset + 1])
      {
        offset += 1
      }
    }
    return file[offset...].elementsEqual([0xff, 0xd9]) ? segments : nil
  }
}
