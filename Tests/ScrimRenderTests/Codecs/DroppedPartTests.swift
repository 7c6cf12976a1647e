import RenderTesting
import ScrimCodecs
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

/// What files carry besides pixels is found where their formats place it, and reported.
@Suite struct DroppedPartTests {
  typealias Segment = (marker: UInt8, data: [UInt8])

  private static func jpeg(_ segments: [Segment]) -> [UInt8] {
    var jpeg = JPEGFixture(columns: 2, rows: 2, components: 1) { _, _ in [90] }
    jpeg.segments = segments
    return jpeg.bytes
  }

  private static func png(_ chunks: [(type: String, data: [UInt8])]) -> [UInt8] {
    var png = PNGFixture(width: 2, height: 2, type: .grey, depth: 8) { _, _ in [90] }
    png.chunks = chunks
    return png.bytes
  }

  private static func webp(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    var webp = WebPFixture(chunks: [WebPFixture.canvas(16, 16, flags: 12)])
    let pixels = Pixels.make(16, 16) { x, y in .straight(x * 15, y * 15, 90, 255) }
    webp.chunks += WebPFixture.image((try? WebPEncoding.encode(pixels, .lossless)) ?? [])
    webp.chunks += chunks
    return webp.bytes
  }

  /// A JUMBF superbox with its description; `isLong` has lengths of 8 bytes.
  static func jumbf(_ type: String = "c2pa", isLong: Bool = false) -> [UInt8] {
    let uuid: [UInt8] =
      Array(type.utf8) + [0, 0x11, 0, 0x10, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71]
    let description = big(UInt32(30)) + Array("jumd".utf8) + uuid + [3] + Array("c2pa".utf8) + [0]
    let head = big(UInt32(isLong ? 1 : 38)) + Array("jumb".utf8)
    return head + (isLong ? big(UInt32(0)) + big(UInt32(46)) : []) + description
  }

  private static func app11(_ box: [UInt8]) -> Segment {
    (0xeb, Array("JP".utf8) + [0, 1, 0, 0, 0, 1] + box)
  }

  private static func xmp(_ text: String) -> [UInt8] {
    Array("<x:xmpmeta><rdf:Description \(text)/></x:xmpmeta>".utf8)
  }

  private static func app1(_ text: String) -> Segment {
    (0xe1, Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + xmp(text))
  }

  /// Exif whose GPS directory has entries with these tags.
  static func exif(gps tags: [UInt16], bigEndian: Bool = true) -> [UInt8] {
    func number<N: FixedWidthInteger>(_ value: N) -> [UInt8] {
      bigEndian ? big(value) : big(value).reversed()
    }
    var tiff = Array((bigEndian ? "MM" : "II").utf8) + number(UInt16(42)) + number(UInt32(8))
    tiff += number(UInt16(1)) + number(UInt16(0x8825)) + number(UInt16(4)) + number(UInt32(1))
    tiff += number(UInt32(26)) + number(UInt32(0)) + number(UInt16(tags.count))
    for tag in tags { tiff += number(tag) + number(UInt16(1)) + number(UInt32(4)) + [2, 3, 0, 0] }
    return tiff + number(UInt32(0))
  }

  /// A JPEG with a second one behind it, which its MPF segment lists.
  private static func withSecond(_ second: [UInt8]) -> [UInt8] {
    func file(at offset: Int) -> [UInt8] {
      let entry = big(UInt32(0)) + big(UInt32(second.count)) + big(UInt32(offset)) + big(UInt32(0))
      let tiff =
        Array("MM".utf8) + big(UInt16(42)) + big(UInt32(8)) + big(UInt16(1))
        + big(UInt16(0xb002)) + big(UInt16(7)) + big(UInt32(32)) + big(UInt32(26))
        + big(UInt32(0)) + Array(repeating: 0, count: 16) + entry
      return jpeg([(0xe2, Array("MPF".utf8) + [0] + tiff)])
    }
    // SOI, marker, length and the name precede the block.
    return file(at: file(at: 0).count - 10) + second
  }

  static let files: [(name: String, kind: ImageHeader.Kind, bytes: [UInt8], parts: [String])] = [
    ("plain.jpg", .jpeg, jpeg([]), []),
    ("manifest.jpg", .jpeg, jpeg([app11(jumbf())]), ["c2pa"]),
    ("long-box.jpg", .jpeg, jpeg([app11(jumbf(isLong: true))]), ["c2pa"]),
    ("other-jumbf.jpg", .jpeg, jpeg([app11(jumbf("json"))]), []),
    ("short-jumbf.jpg", .jpeg, jpeg([app11([0, 0, 0, 8])]), []),
    ("remote.jpg", .jpeg, jpeg([app1(#"dcterms:provenance="https://a.example/b""#)]), ["c2pa"]),
    (
      "gps.jpg", .jpeg,
      jpeg([(0xe1, Array("Exif".utf8) + [0, 0] + exif(gps: [0, 2, 4]))]), ["gps"]
    ),
    (
      "little-gps.jpg", .jpeg,
      jpeg([(0xe1, Array("Exif".utf8) + [0, 0] + exif(gps: [4], bigEndian: false))]), ["gps"]
    ),
    ("no-fix.jpg", .jpeg, jpeg([(0xe1, Array("Exif".utf8) + [0, 0] + exif(gps: [0, 29]))]), []),
    ("turned.jpg", .jpeg, jpeg([JPEGFixture.exif(orientation: 6, bigEndian: true)]), []),
    ("xmp-gps.jpg", .jpeg, jpeg([app1(#"exif:GPSLatitude="48,12N""#)]), ["gps"]),
    (
      "ultra-hdr.jpg", .jpeg,
      jpeg([app1(#"xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0""#)]),
      ["gain-map"]
    ),
    (
      "iso.jpg", .jpeg,
      jpeg([(0xe2, Array("urn:iso:std:iso:ts:21496:-1".utf8) + [0, 0, 0, 0, 0])]), ["gain-map"]
    ),
    (
      "apple.jpg", .jpeg,
      withSecond(jpeg([app1(#"a:t="urn:com:apple:photo:2020:aux:hdrgainmap""#)])), ["gain-map"]
    ),
    ("two.jpg", .jpeg, withSecond(jpeg([])), []),
    ("motion.jpg", .jpeg, jpeg([app1(#"GCamera:MotionPhoto="1""#)]), ["video"]),
    ("still.jpg", .jpeg, jpeg([app1(#"GCamera:MotionPhoto="0""#)]), []),
    (
      "all.jpg", .jpeg,
      jpeg([
        app1(#"GCamera:MicroVideo="1" a="http://ns.apple.com/HDRGainMap/1.0/""#),
        (0xe1, Array("Exif".utf8) + [0, 0] + exif(gps: [2])), app11(jumbf()),
      ]), ["c2pa", "gps", "gain-map", "video"]
    ),
    ("plain.png", .png, png([]), []),
    ("manifest.png", .png, png([("caBX", jumbf())]), ["c2pa"]),
    ("other.png", .png, png([("caBX", jumbf("json"))]), []),
    ("gps.png", .png, png([("eXIf", exif(gps: [2]))]), ["gps"]),
    (
      "xmp.png", .png,
      png([
        (
          "iTXt",
          Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + xmp(#"exif:GPSLongitude="16,22E""#)
        )
      ]), ["gps"]
    ),
    ("animated.png", .png, png([("acTL", [0, 0, 0, 2, 0, 0, 0, 0])]), ["animation"]),
    ("one-frame.png", .png, png([("acTL", [0, 0, 0, 1, 0, 0, 0, 0])]), []),
    ("plain.webp", .webp, webp([]), []),
    ("manifest.webp", .webp, webp([("C2PA", jumbf())]), ["c2pa"]),
    ("gps.webp", .webp, webp([("EXIF", exif(gps: [2]))]), ["gps"]),
    (
      "named-gps.webp", .webp,
      webp([("EXIF", Array("Exif".utf8) + [0, 0] + exif(gps: [2], bigEndian: false))]), ["gps"]
    ),
    ("xmp.webp", .webp, webp([("XMP ", xmp(#"exif:GPSLatitude="48,12N""#))]), ["gps"]),
  ]

  private func parts(_ bytes: some Sequence<UInt8>, _ kind: ImageHeader.Kind) -> [String] {
    Array(bytes).withUnsafeBytes { DroppedPart.all(in: $0, of: kind).map(\.rawValue) }
  }

  @Test func eachPartIsFound() {
    for file in Self.files {
      #expect(parts(file.bytes, file.kind) == file.parts, "\(file.name)")
    }
  }

  @Test func framesOfAnAnimatedWebPAreFound() {
    let frame = ("ANMF", Array(repeating: UInt8(0), count: 24))
    #expect(parts(WebPFixture(chunks: [frame]).bytes, .webp) == [])
    #expect(parts(WebPFixture(chunks: [frame, frame]).bytes, .webp) == ["animation"])
  }

  /// A file that ends anywhere, or has any other byte, has at most these parts, and is read within its bounds.
  @Test func damageIsHarmless() {
    for file in Self.files where !file.parts.isEmpty {
      for count in 0..<file.bytes.count {
        #expect(Set(parts(file.bytes.prefix(count), file.kind)).isSubset(of: file.parts))
      }
      for index in file.bytes.indices {
        var bytes = file.bytes
        bytes[index] = ~bytes[index]
        #expect(Set(parts(bytes, file.kind)).isSubset(of: file.parts), "\(file.name) \(index)")
      }
    }
  }

  private func report(_ sources: [String]) throws -> JSON {
    let layers = sources.map { #"{"image": {"source": "\#($0)"}}"# }
    let files = Dictionary(uniqueKeysWithValues: Self.files.map { ($0.name, $0.bytes) })
    return try TestRenderer().outputs(
      #"{"scrim": 1, "canvas": {"width": 20, "height": 20}, "layers": [\#(layers.joined(separator: ", "))], "#
        + #""output": {"file": "a.png"}}"#,
      sources: files.mapValues { .bytes($0) }
    ).report.json
  }

  @Test func theReportListsThem() throws {
    let inputs = try report(["plain.jpg", "all.jpg", "animated.png", "all.jpg"])["inputs"]
    #expect(
      inputs?.text()
        == #"[{"source":"/layers/1/image/source","format":"jpeg","dropped":["c2pa","gps","gain-map","video"]},"#
        + #"{"source":"/layers/2/image/source","format":"png","dropped":["animation"]}]"#)
    #expect(try report(["plain.jpg", "plain.webp"])["inputs"] == nil)
  }

  @Test(arguments: ["manifest.jpg", "remote.jpg", "manifest.png", "manifest.webp"])
  func aChainOfCredentialsThatEndsIsAWarning(_ name: String) throws {
    let warnings = try report(["plain.jpg", name])["warnings"]?.array ?? []
    #expect(warnings.map { $0["code"]?.string } == ["dropped-credentials"])
    #expect(warnings.first?["pointer"]?.string == "/layers/1/image/source")
    #expect(
      warnings.first?["message"]?.string
        == "\"\(name)\": its Content Credentials (C2PA) end here: no output has them. "
        + "Sign the outputs in a hook, with this file as an ingredient.")
  }

  @Test func otherPartsAreNoWarnings() throws {
    #expect(try report(["gps.jpg", "ultra-hdr.jpg", "animated.png"])["warnings"] == [])
  }
}
