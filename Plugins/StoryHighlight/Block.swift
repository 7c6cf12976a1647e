import ScrimKit

/// Neighbouring lines around which one contour runs.
package struct Block: Hashable {
  /// One box a line, from top to bottom: each touches the next and overlaps it sideways. px at scale 1.
  package var boxes: [Rect]

  /// Edges that are no further apart are the same edge, px.
  static let tolerance = 0.01

  /// A block of boxes.
  package init(boxes: [Rect]) { self.boxes = boxes }

  /// Makes the lines of a text touch, and parts them where they don't.
  ///
  /// The gap between two lines, or what they share, is split at its middle. Lines stay apart at an
  /// empty line that breaks, and where they do not overlap sideways.
  ///
  /// - Parameters:
  ///   - rows: The lines from top to bottom.
  ///   - emptyLine: What a line without words does.
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

  /// The boxes with the edges between neighbours at the middle. Those that stay apart only give up
  /// what they share.
  private static func meeting(
    _ boxes: [(box: Rect, isApart: Bool)]
  ) -> [(box: Rect, isApart: Bool)] {
    var met = boxes
    for index in boxes.indices.dropFirst() {
      let (upper, lower) = (boxes[index - 1].box, boxes[index].box)
      guard upper.center.y < lower.center.y, !boxes[index].isApart || upper.bottom > lower.top
      else { continue }
      // Where a box reaches beyond both edges of the other, neither loses more than its half.
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
