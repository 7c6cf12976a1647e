import ScrimCodecs
import ScrimKit
import Testing

/// Every kind of file, decoded by us and by Pillow, compared pixel by pixel. `Tests/Pillow/make.py` documents the
/// files and the expected pixels.
@Suite struct PillowCodecReadingTests {
  /// Maximum difference of a premultiplied channel from the other decoder's.
  private static let tolerances = [
    // The same samples, rounded by the same rule, without a colour conversion. JPEG and WebP are decoded by the same
    // libraries on both sides, with integers.
    "same": 0,
    // Products of inks; Pillow has one more rounding step.
    "inks": 1,
    // lcms2 on both sides; ours leaves pixels unchanged that hardly change.
    "profile": 1,
    // Compared with the specification's formulas in doubles: lcms2 computes 8-bit images with 14 bits, which changes
    // 1 % of the samples by one step.
    "formula": 1,
  ]

  private struct Entry: Decodable {
    var file: String
    var kind: String
    var width: Int
    var height: Int
  }

  @Test func decodesAsPillowDoes() throws {
    let folder = try PillowFolder()
    try folder.run("make.py")
    let entries = try folder.list([Entry].self, "list.json")
    #expect(entries.count > 300)
    for entry in entries {
      let tolerance = try #require(Self.tolerances[entry.kind])
      let expected = try folder.pixels(of: entry.file, width: entry.width)
      do {
        let pixels = try decode(try folder.read(entry.file))
        let isSize = pixels.width == entry.width && pixels.height == entry.height
        #expect(isSize, "\(entry.file): \(pixels.width) × \(pixels.height)")
        guard isSize else { continue }
        let difference = pixels.firstDifference(within: tolerance) { x, y in expected[x, y] }
        #expect(difference == nil, "\(entry.file)")
      } catch let error as CodecError {
        Issue.record("\(entry.file): \(error.message)")
      }
    }
  }
}
