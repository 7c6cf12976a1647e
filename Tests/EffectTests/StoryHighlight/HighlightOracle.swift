import ScrimKit
import StoryHighlight

/// What a highlight must look like, made by other means: the boxes of its lines as samples, eight a
/// px, closed and then opened by a disc. It holds where both radii are equal, neighbours that touch
/// overlap by at least twice the radius, and ends are equal or at least as far apart. Lines that overlap keep what
/// extends into the neighbour's half, up to a quarter of its height.
struct HighlightOracle {
  static let scale = 8

  /// The boxes of each block, which touch and are aligned; edges in samples.
  private(set) var blocks: [[Box]] = []

  struct Box: Hashable {
    var left, top, right, bottom: Int
    /// How far it extends above its top and below its bottom.
    var above = 0
    var below = 0
  }

  init(_ set: LineSet) {
    var pile: [(box: Box, parted: Bool)] = []
    var parted = false
    for row in set.rows {
      switch row {
      case .words(let rect):
        pile.append((Box(rect), parted))
        parted = false
      case .empty: if set.emptyLine == .break { parted = true }
      case .absent: parted = true
      }
    }
    for index in pile.indices.dropFirst() {
      let share = pile[index - 1].box.bottom - pile[index].box.top
      guard !pile[index].parted || share > 0 else { continue }
      pile[index - 1].box.bottom -= share / 2
      pile[index].box.top = pile[index - 1].box.bottom
      if share > 0, !pile[index].parted {
        pile[index - 1].box.below = share / 2
        pile[index].box.above = share - share / 2
      }
    }
    for (box, parted) in pile {
      let above = blocks.last?.last
      let shared = above.map { min($0.right, box.right) - max($0.left, box.left) } ?? 0
      if parted || shared <= 0 { blocks.append([]) }
      blocks[blocks.count - 1].append(box)
    }
    let distance = Int(2 * set.cornerRadius * Double(Self.scale))
    blocks = blocks.map { boxes in
      let lefts = Self.outermost(boxes.map(\.left), within: distance)
      let rights = Self.outermost(boxes.map { -$0.right }, within: distance)
      return boxes.indices.map {
        let above = $0 > 0 ? boxes[$0 - 1] : nil
        let below = $0 < boxes.count - 1 ? boxes[$0 + 1] : nil
        return Box(
          left: lefts[$0], top: boxes[$0].top, right: -rights[$0], bottom: boxes[$0].bottom,
          above: min(boxes[$0].above, above.map { ($0.bottom - $0.top) / 4 } ?? 0),
          below: min(boxes[$0].below, below.map { ($0.bottom - $0.top) / 4 } ?? 0))
      }
    }
  }

  /// Pulls ends to that of a neighbour that lies further out and nearer than `distance`; of several
  /// pairs the nearest ones first.
  private static func outermost(_ ends: [Int], within distance: Int) -> [Int] {
    var ends = ends
    while true {
      let gaps = zip(ends, ends.dropFirst()).map { abs($0 - $1) }
      guard let least = gaps.filter({ $0 > 0 && $0 < distance }).min() else { return ends }
      var first = 0
      for index in ends.indices where index == gaps.count || gaps[index] > least {
        let outer = ends[first...index].min() ?? 0
        for each in first...index { ends[each] = outer }
        first = index + 1
      }
    }
  }

  /// The radius that fits a block, samples.
  func radius(of block: [Box], wanted: Double) -> Int {
    let sides = block.indices.flatMap { index in
      let box = block[index]
      let covered =
        (index > 0 ? block[index - 1].below : 0)
        + (index < block.count - 1 ? block[index + 1].above : 0)
      return [box.right - box.left, box.bottom - box.top - covered]
    }
    return min(Int(wanted * Double(Self.scale)), (sides.min() ?? 0) / 2)
  }

  /// Whether the disc passes from line to line.
  func holds(for block: [Box], radius: Int) -> Bool {
    zip(block, block.dropFirst()).allSatisfy {
      min($0.right, $1.right) - max($0.left, $1.left) >= 2 * radius
    }
  }

  /// The shape of a block, and where on the canvas the corner of its bitmap is, px.
  func shape(of block: [Box], radius: Int) -> (shape: Bitmap, origin: Point) {
    // What grows by the disc must not reach the rim.
    let margin = radius + Self.scale
    let left = (block.map(\.left).min() ?? 0) - margin
    let top = (block.first?.top ?? 0) - margin
    var union = Bitmap(
      width: (block.map(\.right).max() ?? 0) + margin - left,
      height: (block.last?.bottom ?? 0) + margin - top)
    for box in block {
      union.add(
        left: box.left - left, top: box.top - box.above - top, right: box.right - left,
        bottom: box.bottom + box.below - top)
    }
    // What is outside grows twice: once to close the shape, once to open it.
    let outside = union.dilated(by: radius).inverted.dilated(by: radius).dilated(by: radius)
    let scale = Double(Self.scale)
    return (
      outside.inverted.dilated(by: radius),
      Point(x: Double(left) / scale, y: Double(top) / scale)
    )
  }
}

extension HighlightOracle.Box {
  init(_ rect: Rect) {
    func samples(_ length: Double) -> Int { Int(length * Double(HighlightOracle.scale)) }
    self.init(
      left: samples(rect.left), top: samples(rect.top), right: samples(rect.right),
      bottom: samples(rect.bottom))
  }
}
