import Foundation
import ScrimKit
import StoryHighlight
import Testing

/// What holds of the blocks and contours of any text.
@Suite struct BlockTests {
  /// The lines of random texts, 200 of each kind.
  private func forEachSet(_ body: (LineSet, inout SeededGenerator) throws -> Void) rethrows {
    var random = SeededGenerator(seed: 8_127)
    for kind in LineSet.Kind.allCases {
      for _ in 0..<200 { try body(LineSet(kind, by: &random), &random) }
    }
  }

  // MARK: - Blocks

  @Test func everyLineIsInOneBlockAndItsNeighboursTouchIt() {
    forEachSet { set, _ in
      let blocks = set.blocks
      #expect(blocks.flatMap(\.boxes).count == set.boxes.count, "\(set)")
      for block in blocks {
        for (upper, lower) in zip(block.boxes, block.boxes.dropFirst()) {
          #expect(upper.bottom == lower.top, "\(set)")
          #expect(min(upper.right, lower.right) > max(upper.left, lower.left), "\(set)")
        }
      }
    }
  }

  @Test func gapsAndWhatLinesShareAreSplitAtTheMiddle() {
    func rows(_ gap: Double) -> [LineRow] {
      [0, 1].map { .words(Rect(x: 0, y: Double($0) * (20 + gap), width: 50, height: 20)) }
    }
    for gap in [-6.0, 0, 10] {
      let blocks = Block.blocks(of: rows(gap), emptyLine: .break)
      #expect(blocks.count == 1)
      #expect(blocks[0].boxes.map(\.top) == [0, 20 + gap / 2])
      #expect(blocks[0].boxes.map(\.bottom) == [20 + gap / 2, 40 + gap])
    }
  }

  @Test func emptyLinesBreakOrAreBridged() {
    let rows: [LineRow] = [
      .empty, .words(Rect(x: 0, y: 0, width: 50, height: 20)), .empty,
      .words(Rect(x: 0, y: 40, width: 50, height: 20)), .empty,
    ]
    let broken = Block.blocks(of: rows, emptyLine: .break)
    #expect(broken.map(\.boxes.count) == [1, 1])
    #expect(broken.flatMap(\.boxes).map(\.height) == [20, 20])
    let bridged = Block.blocks(of: rows, emptyLine: .bridge)
    #expect(bridged.map(\.boxes.count) == [2])
    #expect(bridged.flatMap(\.boxes).map(\.height) == [30, 30])
  }

  /// Room around the words may be more than an empty line leaves.
  @Test func blocksThatAnEmptyLinePartsDoNotOverlap() {
    let rows: [LineRow] = [
      .words(Rect(x: 0, y: 0, width: 50, height: 30)), .empty,
      .words(Rect(x: 0, y: 20, width: 50, height: 30)),
    ]
    let boxes = Block.blocks(of: rows, emptyLine: .break).flatMap(\.boxes)
    #expect(boxes.map(\.bottom) == [25, 50])
    #expect(boxes.map(\.top) == [0, 25])
  }

  @Test func linesThatAreNotDrawnPartBlocksEvenWhereEmptyOnesAreBridged() {
    let box = Rect(x: 0, y: 0, width: 50, height: 20)
    let rows: [LineRow] = [.words(box), .absent, .words(box.offset(dx: 0, dy: 40))]
    #expect(Block.blocks(of: rows, emptyLine: .bridge).count == 2)
  }

  @Test func linesThatDoNotOverlapSidewaysAreApart() {
    func blocks(_ left: Double) -> [Block] {
      Block.blocks(
        of: [
          .words(Rect(x: 0, y: 0, width: 50, height: 20)),
          .words(Rect(x: left, y: 20, width: 50, height: 20)),
        ], emptyLine: .break)
    }
    #expect(blocks(49).count == 1)
    #expect(blocks(50).count == 2)
    #expect(blocks(-50).count == 2)
  }

  /// A low line that lies within the heights of both neighbours, as negative spacing makes them.
  @Test func linesThatHoldOneAnotherGiveContoursAllTheSame() {
    let rows: [LineRow] = [
      .words(Rect(x: 0, y: 0, width: 50, height: 60)),
      .words(Rect(x: 0, y: 28, width: 90, height: 4)),
      .words(Rect(x: 0, y: 10, width: 50, height: 60)),
      .words(Rect(x: 0, y: -100, width: 50, height: 20)),
    ]
    let blocks = Block.blocks(of: rows, emptyLine: .break)
    #expect(!blocks.isEmpty)
    for block in blocks {
      #expect(block.boxes.allSatisfy { $0.height > 0 && $0.width > 0 })
      let path = block.contour(cornerRadius: 8, innerRadius: 8)
      #expect(path.bounds.height > 0)
    }
  }

  // MARK: - Snapping

  @Test func snappingGrowsBoxesUntilNoEndsAreNearAndThenStays() {
    forEachSet { set, _ in
      let distance = 2 * set.cornerRadius
      for block in set.blocks {
        let snapped = block.snapped(by: distance)
        for (box, grown) in zip(block.boxes, snapped.boxes) {
          #expect(grown.contains(box) && grown.top == box.top && grown.bottom == box.bottom)
        }
        #expect(snapped.boxes.map(\.left).min() == block.boxes.map(\.left).min())
        #expect(snapped.boxes.map(\.right).max() == block.boxes.map(\.right).max())
        for (upper, lower) in zip(snapped.boxes, snapped.boxes.dropFirst()) {
          for step in [abs(upper.left - lower.left), abs(upper.right - lower.right)] {
            #expect(step == 0 || step >= distance, "\(set)")
          }
        }
        #expect(snapped.snapped(by: distance) == snapped, "\(set)")
      }
    }
  }

  @Test func mirroredTextsHaveMirroredBlocks() {
    forEachSet { set, _ in
      func snapped(_ set: LineSet) -> [[Rect]] {
        set.blocks.map { $0.snapped(by: 2 * set.cornerRadius).boxes }
      }
      let mirrored = snapped(set.mirrored).map { boxes in
        boxes.map { Rect(left: -$0.right, top: $0.top, right: -$0.left, bottom: $0.bottom) }
      }
      #expect(mirrored == snapped(set), "\(set)")
      let flipped = snapped(set.flipped).reversed().map { boxes in
        boxes.reversed().map {
          Rect(left: $0.left, top: -$0.bottom, right: $0.right, bottom: -$0.top)
        }
      }
      #expect(flipped == snapped(set), "\(set)")
    }
  }

  /// Each step waits for the one before it.
  @Test func aStairOfManyLinesEnds() {
    let stair = Block(
      boxes: (0..<2000).map { index in
        let drift = Double(index) * 0.001
        return Rect(
          x: 0, y: Double(index) * 10, width: 100 + Double(index) * (8 + drift), height: 10)
      })
    let snapped = stair.snapped(by: 9)
    let ends = Set(snapped.boxes.map(\.right))
    // Up to line 500 the steps are less than 9 px.
    #expect(ends.count < 1600 && ends.count > 1000)
    #expect(snapped.boxes[0].right == snapped.boxes[100].right)
  }

  @Test func endsAsFarApartAsAskedStay() {
    let block = Block(
      boxes: [
        Rect(x: 0, y: 0, width: 100, height: 20),
        Rect(x: 16, y: 20, width: 100 - 31.99, height: 20),
      ])
    #expect(block.snapped(by: 16).boxes.map(\.left) == [0, 16])
    #expect(block.snapped(by: 16).boxes.map(\.right) == [100, 100])
    #expect(block.snapped(by: 0) == block)
  }

  // MARK: - Contours

  @Test func aContourIsOneClosedCurveWithinItsBoxes() {
    forEachSet { set, random in
      // Also steps that are too small for the radii.
      let snap = 2 * set.cornerRadius * Double(random.below(3)) / 2
      let inner = Double(random.below(60)) / 4
      for block in set.blocks.map({ $0.snapped(by: snap) }) {
        let path = block.contour(cornerRadius: set.cornerRadius, innerRadius: inner)
        let starts = path.elements.filter { if case .move = $0 { true } else { false } }
        #expect(starts.count == 1 && path.elements.last == .close, "\(set)")
        let (bounds, expected) = (path.bounds, block.boxes.bounds)
        #expect(abs(bounds.left - expected.left) < 1e-9 && abs(bounds.top - expected.top) < 1e-9)
        #expect(abs(bounds.right - expected.right) < 1e-9)
        #expect(abs(bounds.bottom - expected.bottom) < 1e-9)
        let polygon = path.polygons(segments: 8)[0]
        #expect(!polygon.crossesItself, "\(set)")
        #expect(abs(polygon.turns - 360) < 1e-6, "\(set)")
      }
    }
  }

  /// A spike would be a sharp turn; a quarter of a circle is drawn as 16 lines here.
  @Test func contoursAreSmooth() {
    forEachSet { set, random in
      let snap = 2 * set.cornerRadius * Double(random.below(3)) / 2
      for block in set.blocks.map({ $0.snapped(by: snap) }) {
        let path = block.contour(cornerRadius: set.cornerRadius, innerRadius: set.cornerRadius)
        let sharpest = path.polygons(segments: 16)[0].angles.map(abs).max() ?? 0
        #expect(sharpest < 10, "\(set)")
      }
    }
  }

  /// A line that sticks out keeps its padding there, though the lines meet at the middle; of a low neighbour it takes a
  /// quarter at most.
  @Test(arguments: [(4.0, 2.0), (16.0, 4.0)])
  func aLineThatSticksOutKeepsItsPadding(_ shared: Double, _ reach: Double) {
    let rows: [LineRow] = [
      .words(Rect(x: 0, y: 0, width: 100, height: 32)),
      .words(Rect(x: 0, y: 32 - shared, width: 60, height: 32)),
      .words(Rect(x: 0, y: 2 * (32 - shared), width: 100, height: 32)),
    ]
    let block = Block.blocks(of: rows, emptyLine: .break)[0]
    let polygon = block.contour(cornerRadius: 0, innerRadius: 0).polygons(segments: 1)[0]
    let (first, second) = (32 - shared / 2, 64 - shared * 3 / 2)
    #expect(
      polygon.map { [$0.x, $0.y] } == [
        [0, 0], [100, 0], [100, first + reach], [60, first + reach], [60, second - reach],
        [100, second - reach], [100, 96 - 2 * shared], [0, 96 - 2 * shared],
      ])
  }

  @Test func withoutRadiiTheContourIsThatOfTheBoxes() {
    let block = Block(
      boxes: [
        Rect(x: 10, y: 0, width: 40, height: 20), Rect(x: 0, y: 20, width: 60, height: 20),
      ])
    let polygon = block.contour(cornerRadius: 0, innerRadius: 0).polygons(segments: 1)[0]
    #expect(
      polygon.map { [$0.x, $0.y] } == [
        [10, 0], [50, 0], [50, 20], [60, 20], [60, 40], [0, 40], [0, 20], [10, 20],
      ])
  }

  /// A step of 6 px for radii of 8 and 4 px: 4 and 2 px are left of them.
  @Test func atASmallStepBothRadiiShrinkInProportion() {
    let block = Block(
      boxes: [
        Rect(x: 0, y: 0, width: 100, height: 40), Rect(x: 0, y: 40, width: 94, height: 40),
      ])
    let ends = Set(
      block.contour(cornerRadius: 8, innerRadius: 4).polygons(segments: 1).joined())
    func has(_ x: Double, _ y: Double) -> Bool { ends.contains(Point(x: x, y: y)) }
    // Down the right side: to the corner that sticks out, round it and round the inner one.
    #expect(has(100, 36) && has(96, 40) && has(94, 42))
    #expect(has(92, 0) && has(86, 80), "the other corners keep theirs")
  }

  @Test func radiiAreAtMostHalfTheLowestAndTheNarrowestBox() {
    let block = Block(
      boxes: [
        Rect(x: 0, y: 0, width: 100, height: 12), Rect(x: 0, y: 12, width: 60, height: 40),
      ])
    let path = block.contour(cornerRadius: 30, innerRadius: 30)
    #expect(path.elements.first == .move(Point(x: 0, y: 6)))
    let narrow = Block(boxes: [Rect(x: 0, y: 0, width: 8, height: 40)])
    let first = narrow.contour(cornerRadius: 30, innerRadius: 30).elements.first
    #expect(first == .move(Point(x: 0, y: 4)))
  }
}

extension [Point] {
  /// By how much the polygon turns at each point, degrees; to the right is positive, y down.
  fileprivate var angles: [Double] {
    indices.map { index in
      let (a, b) = (self[index], self[(index + 1) % count])
      let c = self[(index + 2) % count]
      let (ux, uy) = (b.x - a.x, b.y - a.y)
      let (vx, vy) = (c.x - b.x, c.y - b.y)
      return atan2(ux * vy - uy * vx, ux * vx + uy * vy) * 180 / .pi
    }
  }

  /// Degrees in all: 360 for a simple polygon.
  fileprivate var turns: Double { angles.reduce(0, +) }

  /// Whether two of its edges cross.
  fileprivate var crossesItself: Bool {
    func side(_ a: Point, _ b: Point, _ c: Point) -> Double {
      let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
      return Swift.abs(area) < 1e-9 ? 0 : area
    }
    for first in indices {
      let (a, b) = (self[first], self[(first + 1) % count])
      for second in indices where second > first {
        let (c, d) = (self[second], self[(second + 1) % count])
        guard Swift.max(a.x, b.x) >= Swift.min(c.x, d.x),
          Swift.max(c.x, d.x) >= Swift.min(a.x, b.x),
          Swift.max(a.y, b.y) >= Swift.min(c.y, d.y), Swift.max(c.y, d.y) >= Swift.min(a.y, b.y)
        else { continue }
        if side(a, b, c) * side(a, b, d) < 0, side(c, d, a) * side(c, d, b) < 0 { return true }
      }
    }
    return false
  }
}
