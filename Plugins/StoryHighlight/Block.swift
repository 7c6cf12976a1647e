import ScrimKit

/// Adjacent lines that share one contour.
package struct Block: Hashable {
  /// One box per line, from top to bottom; each touches the next and overlaps it horizontally. px at scale 1.
  package var boxes: [Rect]

  /// Edges that differ by at most this are equal, px.
  static let tolerance = 0.01

  /// Creates a block of boxes.
  package init(boxes: [Rect]) { self.boxes = boxes }

  /// Joins the lines of a text into blocks.
  ///
  /// The gap or overlap of two lines is divided at its middle. A block ends at an empty line with `break`, and where
  /// two lines do not overlap horizontally.
  ///
  /// - Parameters:
  ///   - rows: The lines from top to bottom.
  ///   - emptyLine: The handling of lines without words.
  /// - Returns: The blocks from top to bottom.
  package static func blocks(of rows: [LineRow], emptyLine: EmptyLine) -> [Block] {
    var boxes: [(box: Rect, isApart: Bool)] = []
    var isApart = true
    for row in rows {
      switch row {
      case .words(let box):
        boxes.append((box, isApart))
        isApart = false
      case .empty: isApart = isApart || emptyLine == .break
      case .absent: isApart = true
      }
    }
    return meeting(boxes).filter { $0.box.height > tolerance }
      .reduce(into: []) { blocks, line in
        if !line.isApart, let above = blocks.last?.boxes.last, touch(above, line.box) {
          blocks[blocks.count - 1].boxes.append(line.box)
        } else {
          blocks.append(Block(boxes: [line.box]))
        }
      }
  }

  /// The boxes with the edges of neighbours moved to their middle. Boxes that stay apart only lose their overlap.
  private static func meeting(
    _ boxes: [(box: Rect, isApart: Bool)]
  ) -> [(box: Rect, isApart: Bool)] {
    var met = boxes
    for index in boxes.indices.dropFirst() {
      let (upper, lower) = (boxes[index - 1].box, boxes[index].box)
      guard upper.center.y < lower.center.y, !boxes[index].isApart || upper.bottom > lower.top
      else { continue }
      // If a box extends beyond both edges of the other, neither loses more than half of itself.
      let edge = min(max((upper.bottom + lower.top) / 2, upper.center.y), lower.center.y)
      met[index - 1].box.height = edge - met[index - 1].box.top
      met[index].box.y = edge
      met[index].box.height = lower.bottom - edge
    }
    return met
  }

  private static func touch(_ upper: Rect, _ lower: Rect) -> Bool {
    abs(upper.bottom - lower.top) <= tolerance
      && min(upper.right, lower.right) - max(upper.left, lower.left) > tolerance
  }
}
