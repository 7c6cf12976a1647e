import Foundation
import RenderTesting
import ScrimCodecs
import ScrimDocument
import ScrimJob
import ScrimKit
import ScrimRender
import Testing

/// Photos that are drawn small are decoded at a reduced size. The results are compared with the same images as PNG,
/// which are always decoded at full size.
@Suite struct ReducedImageTests {
  private let fonts = FontLibrary()

  private static let photo = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../examples/landscape.jpg")

  /// The photo, cropped to a size, as JPEG with an orientation, and as PNG of its decoded pixels.
  private static func sources(
    _ width: Int, _ height: Int, orientation: UInt16 = 1
  ) throws -> [String: SourceFile] {
    let whole = Raster(try decode(Array(Data(contentsOf: photo))), x: 0, y: 0, scale: 1)
    let part = try whole.cropped(to: PixelRect(x: 0, y: 0, width: width, height: height))
    let plain = try JPEGEncoding.encode(part.pixels, quality: 90)
    let (marker, data) = JPEGFixture.exif(orientation: orientation, bigEndian: true)
    let segment = [0xff, marker, 0, UInt8(data.count + 2)] + data
    let jpeg = plain[..<2] + segment + plain[2...]
    return [
      "a.jpg": .bytes(Array(jpeg)), "a.png": .bytes(try PNGEncoding.encode(decode(Array(jpeg)))),
    ]
  }

  private func render(
    _ document: String, _ sources: [String: SourceFile], cache: RenderCache = RenderCache(limit: 0),
    limits: RenderLimits = .standard
  ) throws -> [Pixels] {
    let reading = JobReading(Array(document.utf8), name: "test", effects: PluginRegistry())
    var outputs: [EncodedOutput] = []
    _ = try Renderer(fonts: fonts, limits: limits, cache: cache)
      .render(reading, sources: sources, seed: 1) { outputs.append($0) }
    return try outputs.filter { $0.output.format == .png }.map { try decode($0.bytes) }
  }

  /// An image that fills the width of a canvas of 180 × 200 except for some px.
  private static func job(_ file: String, width: Double, more: String = "") -> String {
    #"""
    {"scrim": 1, "canvas": {"width": 180, "height": 200},
     "layers": [{"frame": {"x": 3.5, "y": 2, "width": \#(width), "height": 190},
       "image": {"source": "\#(file)", "fit": "cover"}}\#(more)]}
    """#
  }

  private func comparison(
    _ sources: [String: SourceFile], width: Double, more: String = ""
  ) throws -> PixelDifference {
    let reduced = try #require(
      try render(Self.job("a.jpg", width: width, more: more), sources).first)
    let whole = try #require(try render(Self.job("a.png", width: width, more: more), sources).first)
    // (Edges of the frame are between pixels, and are compared, too.)
    func shown(_ pixels: Pixels) -> Pixels {
      pixels.cropped(x: 3, y: 2, width: Int(width) + 1, height: 190)
    }
    return try #require(shown(reduced).difference(from: shown(whole)))
  }

  /// 1080 pixels in 170 px are decoded at a quarter of their size at most; apart from this, the image is exact within
  /// 8 bits.
  @Test(arguments: [170.0, 135, 130, 64]) func aSmallImageIsAsGood(width: Double) throws {
    let difference = try comparison(Self.sources(1080, 1350), width: width)
    #expect(difference.decibels >= 50 && difference.greatest <= 10, "\(difference)")
    // The images differ: otherwise this test would compare nothing.
    #expect(difference.greatest > 0)
  }

  /// A reduced image of an odd size ends inside its last pixels, wherever these are after orientation.
  @Test(arguments: 1...8) func everyOrientationOfAnOddSizeLiesInItsPlace(
    orientation: Int
  ) throws {
    let sources = try Self.sources(1003, 1345, orientation: UInt16(orientation))
    let difference = try comparison(sources, width: 120)
    #expect(difference.decibels >= 50 && difference.greatest <= 10, "\(difference)")
  }

  /// The layer that shows it largest decides; so does any use of the image itself.
  @Test(arguments: [
    #", {"frame": {"x": 0, "y": 0, "width": 1080, "height": 1350}, "opacity": 0.5, "image": {"source": "FILE"}}"#,
    ##", {"frame": {"x": 0, "y": 0, "width": 90, "height": 90}, "fill": "#f00", "mask": {"source": "FILE"}}"##,
  ]) func whatIsAlsoAskedForLargeIsDecodedWhole(more: String) throws {
    let sources = try Self.sources(1080, 1350)
    func pixels(_ file: String) throws -> Pixels {
      let more = more.replacingOccurrences(of: "FILE", with: file)
      return try #require(try render(Self.job(file, width: 100, more: more), sources).first)
    }
    #expect(try pixels("a.jpg").difference(from: pixels("a.png"))?.greatest == 0)
  }

  /// A document contains the photo at full size, and the images rendered with it use the same pixels.
  @Test func besideADocumentItIsDecodedWhole() throws {
    let sources = try Self.sources(1080, 1350)
    func pixels(_ file: String) throws -> Pixels {
      let job = Self.job(file, width: 100)
      let both = job.dropLast(1) + #", "output": [{"file": "a.png"}, {"file": "a.pdf"}]}"#
      return try #require(try render(String(both), sources).first)
    }
    #expect(try pixels("a.jpg").difference(from: pixels("a.png"))?.greatest == 0)
  }

  /// A cached reduced image is not used for a larger one, nor the reverse.
  @Test func theCacheTellsSizesApart() throws {
    let sources = try Self.sources(1080, 1350)
    let cache = RenderCache(limit: 64 << 20)
    for width in [60.0, 60, 170, 170, 60, 170, 600, 600, 60] {
      let job = Self.job("a.jpg", width: width)
      let cached = try #require(try render(job, sources, cache: cache).first)
      let fresh = try #require(try render(job, sources).first)
      #expect(cached.difference(from: fresh)?.greatest == 0, "at \(width) px")
    }
  }

  @Test func limitsAreOfTheWholeImage() throws {
    var limits = RenderLimits.standard
    limits.inputPixels = 1080 * 1350 - 1
    #expect(throws: JobDiagnostics.self) {
      try render(Self.job("a.jpg", width: 20), Self.sources(1080, 1350), limits: limits)
    }
  }

  /// A truncated file is reported at its position, together with all other errors.
  @Test func whatIsDamagedIsAnError() throws {
    guard case .bytes(let bytes) = try Self.sources(1080, 1350)["a.jpg"] else { return }
    let job = Self.job("a.jpg", width: 20, more: ##", {"frame": {"x": "#none"}, "fill": "#fff"}"##)
    let found = try TestRenderer().messages(
      job, sources: ["a.jpg": .bytes(Array(bytes.dropLast(5000)))])
    #expect(
      found.contains {
        $0.contains(#"layers[0].image.source: "a.jpg": The JPEG file is truncated"#)
      })
    #expect(found.count == 2, "\(found)")
  }
}

extension PixelDifference {
  /// The peak signal-to-noise ratio of the colours of opaque images.
  fileprivate var decibels: Double { 10 * log10(255 * 255 / (meanSquare * 4 / 3)) }
}
