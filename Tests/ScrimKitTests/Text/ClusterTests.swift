@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  @Suite struct ClusterTests {
    let type: Typesetter

    init() throws { type = try Typesetter() }

    @Test func combiningMarksStayWithTheirLetter() throws {
      let text = try type.set("e\u{301}\u{323}x", Typesetter.latin)
      #expect(text.clusters.map(\.range) == [0..<5, 5..<6])
    }

    @Test func ligaturesAreOneCluster() throws {
      let lamAlef = try type.set("لا", Typesetter.arabic)
      #expect(lamAlef.clusters.map(\.range) == [0..<4])
      let plain = try type.set("لا", Typesetter.arabic) {
        $0.features = FontFeatures("rlig=0,liga=0,ccmp=0")
      }
      #expect(plain.clusters.count == 2)
      let fi = try type.set("fi", Typesetter.latin)
      #expect(fi.clusters.map(\.range) == [0..<2])
      #expect(
        try type.set("fi", Typesetter.latin) { $0.features = FontFeatures("liga=0") }.clusters.count
          == 2)
    }

    @Test func devanagariSyllablesAreOneCluster() throws {
      let text = try type.set("क्षि नमस्ते", Typesetter.devanagari)
      #expect(text.clusterTexts.first == "क्षि")
      #expect(text.clusterTexts.joined() == "क्षि नमस्ते")
    }

    @Test(arguments: ["😀", "👩‍👩‍👧‍👦", "👍🏽", "🇯🇵", "1️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "❤️", "👩🏿‍🚀"])
    func anEmojiIsOneColouredCluster(emoji: String) throws {
      let text = try type.set("a\(emoji)b", Typesetter.latin)
      #expect(text.clusterTexts == ["a", emoji, "b"])
      #expect(text.clusters.map(\.isColor) == [false, true, false])
      #expect(text.hasColorClusters)
      #expect(text.clusters[1].rectangle.width > 10 && text.clusters[1].rectangle.width < 40)
    }

    @Test func plainTextHasNoColouredClusters() throws {
      #expect(!(try type.set("plain 123 #").hasColorClusters))
    }

    static let scripts: [(string: String, font: String)] = [
      ("Office fjord, naïve", Typesetter.latin), ("我が家の猫は7.4kg", Typesetter.japanese),
      ("مرحبا بالعالم", Typesetter.arabic), ("نص كوفي", Typesetter.kufi),
      ("नमस्ते दुनिया", Typesetter.devanagari), ("mixed مرحبا 猫 नमस्ते 👩‍🚀 end", Typesetter.noto),
    ]

    /// From left to right without gaps, every character in one, all within the line.
    @Test(arguments: scripts)
    func clustersTileTheirLine(string: String, font: String) throws {
      let text = try type.set(string, font)
      let line = try #require(text.lines.first)
      #expect(text.lines.count == 1 && line.clusters == text.clusters.indices)
      for (left, right) in zip(text.clusters, text.clusters.dropFirst()) {
        #expect(isNear(left.rectangle.right, right.rectangle.left))
      }
      #expect(isNear(text.clusters.reduce(0) { $0 + $1.rectangle.width }, line.rectangle.width))
      let ranges = text.clusters.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
      #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == string.utf8.count)
      for (a, b) in zip(ranges, ranges.dropFirst()) { #expect(a.upperBound == b.lowerBound) }
      for cluster in text.clusters {
        #expect(cluster.rectangle.top == line.rectangle.top)
        #expect(cluster.rectangle.height == line.rectangle.height)
      }
    }

    @Test func rightToLeftClustersStandInVisualOrder() throws {
      let text = try type.set("אבג", Typesetter.latin)
      #expect(text.clusterTexts == ["ג", "ב", "א"])
      #expect(text.lines[0].isRightToLeft)
    }

    @Test func arabicLettersJoin() throws {
      let joined = try type.set("ببب", Typesetter.arabic)
      let apart = try type.set("ب ب ب", Typesetter.arabic)
      let space =
        try type.set("ب  ب", Typesetter.arabic).naturalSize.width
        - (try type.set("ب ب", Typesetter.arabic).naturalSize.width)
      #expect(joined.naturalSize.width < apart.naturalSize.width - 2 * space - 1)
    }
  }
}
