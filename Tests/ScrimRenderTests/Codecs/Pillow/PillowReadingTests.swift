import ScrimCodecs
import ScrimKit
import Testing

/// Every kind of file, decoded by us and by Pillow, pixel by pixel. What the files are and how
/// their pixels were found, `Tests/Pillow/make.py` says.
@Suite struct PillowCodecReadingTests {
  /// How far a premultiplied channel may be from the other decoder's.
  private static let tolerances = [
    // The same samples, rounded by the same rule: no colour was converted. JPEG and WebP are
    // decoded by the same libraries on both sides, with integers.
    "same": 0,
    // Products of inks; Pillow rounds one step more.
    "inks": 1,
    // lcms2 on both sides; ours leaves pixels alone that hardly change.
    "profile": 1,
    // Against the specification's formulas in doubles: lcms2 calculates 8-bit pictures with 14
    // bits, which puts a hundredth of the samples one step off.
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
