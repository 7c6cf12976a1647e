import ScrimKit

/// Adjacent lines that share one contour.
package struct Block: Hashable {
  /// One box per line, from top to bottom; each touches the next and overlaps it horizontally. px at scale 1.
  package var boxes: [Rect]
  /// How far each line, with its padding, extends beyond its box into the neighbours.
  private var reaches: [Reach]
  private let grid: PixelGrid

  /// The part of a line that its neighbours' boxes cover, px.
  private struct Reach: Hashable {
    var above = 0.0
    var below = 0.0
  }

  /// Edges that differ by at most this are equal, px.
  static let tolerance = 0.01

  /// Creates a block of boxes.
  package init(boxes: [Rect]) {
    self.boxes = boxes
    grid = .none
    reaches = boxes.map { _ in Reach() }
  }

  private init(line: Line, on grid: PixelGrid) {
    self.grid = grid
    boxes = [line.box]
    reaches = [line.reach]
  }

  private mutating func append(_ line: Line) {
    boxes.append(line.box)
    reaches.append(line.reach)
  }

  /// How far a line extends into the box of the next, px. At least half of any box stays free of its neighbours.
  ///
  /// - Parameter index: The upper one of the two lines.
  /// - Returns: `down`, how far the upper one extends beyond the lower one's top, and `up`, the converse.
  func overlap(below index: Int) -> (down: Double, up: Double) {
    (
      grid.snap(min(reaches[index].below, boxes[index + 1].height / 4)),
      grid.snap(min(reaches[index + 1].above, boxes[index].height / 4))
    )
  }

  /// Joins the lines of a text into blocks.
  ///
  /// The gap or overlap of two lines is divided at its middle; where a line sticks out, it keeps its padding. A block
  /// ends at an empty line with `break`, and where two lines do not overlap horizontally.
  ///
  /// - Parameters:
  ///   - rows: The lines from top to bottom.
  ///   - emptyLine: The handling of lines without words.
  ///   - grid: The pixels that the edges between lines are drawn on.
  /// - Returns: The blocks from top to bottom.
  package static func blocks(
    of rows: [LineRow], emptyLine: EmptyLine, on grid: PixelGrid = .none
  ) -> [Block] {
    var lines: [Line] = []
    var isApart = true
    for row in rows {
      switch row {
      case .words(let box):
        lines.append(Line(box: box, isApart: isApart))
        isApart = false
      case .empty: isApart = isApart || emptyLine == .break
      case .absent: isApart = true
      }
    }
    return meeting(lines, on: grid).filter { $0.box.height > tolerance }
      .reduce(into: []) { blocks, line in
        if !line.isApart, let above = blocks.last?.boxes.last, touch(above, line.box) {
          blocks[blocks.count - 1].append(line)
        } else {
          blocks.append(Block(line: line, on: grid))
        }
      }
  }

  /// A line on its way into a block.
  private struct Line {
    var box: Rect
    /// Whether it starts a block.
    let isApart: Bool
    var reach = Reach()
  }

  /// The lines with the edges of neighbours moved to their middle. Lines that stay apart only lose their overlap.
  private static func meeting(_ lines: [Line], on grid: PixelGrid) -> [Line] {
    var met = lines
    for index in lines.indices.dropFirst() {
      let (upper, lower) = (lines[index - 1].box, lines[index].box)
      guard upper.center.y < lower.center.y, !lines[index].isApart || upper.bottom > lower.top
      else { continue }
      // If a box extends beyond both edges of the other, neither loses more than half of itself.
      let edge = grid.snap(
        min(max((upper.bottom + lower.top) / 2, upper.center.y), lower.center.y))
      met[index - 1].box.height = edge - met[index - 1].box.top
      met[index].box.y = edge
      met[index].box.height = lower.bottom - edge
      met[index - 1].reach.below = max(0, upper.bottom - edge)
      met[index].reach.above = max(0, edge - lower.top)
    }
    return met
  }

  private static func touch(_ upper: Rect, _ lower: Rect) -> Bool {
    abs(upper.bottom - lower.top) <= tolerance
      && min(upper.right, lower.right) - max(upper.left, lower.left) > tolerance
  }
}
