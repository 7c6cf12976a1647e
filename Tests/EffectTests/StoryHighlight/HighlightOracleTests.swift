import ScrimKit
import StoryHighlight
import Testing

/// The contours of random texts beside shapes that were closed and opened sample by sample.
@Suite struct HighlightOracleTests {
  /// Texts of each kind, 2,160 in all.
  private static let count = 180

  @Test(arguments: LineSet.Kind.allCases)
  func contoursAreTheUnionOfTheBoxesClosedAndOpened(_ kind: LineSet.Kind) throws {
    var random = SeededGenerator(seed: 20_261_122)
    var compared = 0
    while compared < Self.count {
      let set = LineSet(kind, by: &random)
      let oracle = HighlightOracle(set)
      let blocks = set.blocks
      try #require(blocks.count == oracle.blocks.count, "\(set)")
      let radii = oracle.blocks.map { oracle.radius(of: $0, wanted: set.cornerRadius) }
      guard !blocks.isEmpty,
        zip(oracle.blocks, radii).allSatisfy({ oracle.holds(for: $0, radius: $1) })
      else { continue }
      for (index, block) in blocks.enumerated() {
        let contour = block.snapped(by: 2 * set.cornerRadius)
          .contour(cornerRadius: set.cornerRadius, innerRadius: set.cornerRadius)
        let (expected, origin) = oracle.shape(of: oracle.blocks[index], radius: radii[index])
        var actual = Bitmap(width: expected.width, height: expected.height)
        actual.add(contour, scale: Double(HighlightOracle.scale), origin: origin)
        let likeness = Likeness(actual, expected)
        #expect(likeness.overlap >= 0.995, "\(likeness) in \(set)")
        // A quarter of a px.
        #expect(likeness.farthest <= 2, "\(likeness) in \(set)")
      }
      compared += 1
    }
  }

  /// The comparison sees what it has to.
  @Test func theOracleTellsAWrongRadius() throws {
    let box = Rect(x: 0, y: 0, width: 40, height: 20)
    let oracle = HighlightOracle(
      LineSet(kind: .wrapped, rows: [.words(box)], cornerRadius: 8))
    let (expected, origin) = oracle.shape(of: oracle.blocks[0], radius: 64)
    var actual = Bitmap(width: expected.width, height: expected.height)
    let contour = Block(boxes: [box]).contour(cornerRadius: 4, innerRadius: 4)
    actual.add(contour, scale: 8, origin: origin)
    let likeness = Likeness(actual, expected)
    // (4 − π) (8² − 4²) of 800 px² lie outside, and the farthest of it 4 (√2 − 1) px.
    let area = 4 * 20 * 10 - (4 - Double.pi) * 64
    #expect(abs(likeness.overlap - area / (area + (4 - Double.pi) * 48)) < 0.002)
    #expect(abs(likeness.farthest / 8 - 4 * (2.0.squareRoot() - 1)) < 0.15)
  }
}

/// How alike two shapes are.
private struct Likeness: CustomStringConvertible {
  /// Intersection over union.
  let overlap: Double
  /// How far a sample that only one of them has is from the edge of the other, samples.
  let farthest: Double

  init(_ actual: Bitmap, _ expected: Bitmap) {
    var (both, either) = (0, 0)
    var worst = 0
    for index in actual.samples.indices {
      let (a, b) = (actual.samples[index], expected.samples[index])
      both += a && b ? 1 : 0
      either += a || b ? 1 : 0
      guard a != b else { continue }
      let x = index % actual.width
      let y = index / actual.width
      worst = max(worst, actual.distance(from: x, y), expected.distance(from: x, y))
    }
    overlap = Double(both) / Double(max(1, either))
    farthest = Double(worst).squareRoot()
  }

  var description: String { "overlap \(overlap), farthest \(farthest) samples" }
}

extension Bitmap {
  /// The square of the distance from a sample to the nearest one of the other kind, as far as it is
  /// within 12.
  fileprivate func distance(from x: Int, _ y: Int) -> Int {
    let own = samples[y * width + x]
    var least = 13 * 13
    for reach in 1...12 where reach * reach < least {
      for across in -reach...reach {
        let rim = [(across, -reach), (across, reach), (-reach, across), (reach, across)]
        for (dx, dy) in rim where isOther(than: own, x + dx, y + dy) {
          least = min(least, dx * dx + dy * dy)
        }
      }
    }
    return least
  }

  private func isOther(than kind: Bool, _ x: Int, _ y: Int) -> Bool {
    (0..<width).contains(x) && (0..<height).contains(y) && samples[y * width + x] != kind
  }
}
