/// The outline of a union of rectangles: contours of horizontal and vertical sides.
public struct RectangleUnion {
  /// A corner of the outline.
  public struct Corner: Hashable, Sendable {
    /// Its position, px.
    public let place: Point
    /// Whether the union covers one of the four quadrants around it, rather than three.
    public let isConvex: Bool
  }

  /// The contours, each clockwise around the covered area with y down; those of holes run counterclockwise.
  public let contours: [[Corner]]

  /// Edges closer together than this are one, px.
  private static let tolerance = 1e-6

  /// Unites rectangles; rectangles that only touch at a corner stay apart.
  ///
  /// - Parameter rectangles: px. The time grows with the square of their number.
  public init(_ rectangles: [Rect]) {
    let grid = Grid(rectangles)
    contours = grid.contours
  }

  /// The contours with round corners: as those of a story's highlight.
  ///
  /// - Parameters:
  ///   - radius: Radius of convex corners, px.
  ///   - innerRadius: Radius of concave corners, px.
  /// - Returns: One contour for each of `contours`.
  public func rounded(radius: Double, innerRadius: Double) -> [RoundedContour] {
    contours.map { corners in
      RoundedContour(
        corners.map {
          RoundedContour.Corner(place: $0.place, radius: $0.isConvex ? radius : innerRadius)
        })
    }
  }

  /// The cells between all edges of the rectangles.
  private struct Grid {
    private let columns: [Double]
    private let rows: [Double]
    private var covered: [Bool]

    init(_ rectangles: [Rect]) {
      let boxes = rectangles.filter { !$0.isEmpty }
      columns = Self.edges(boxes.flatMap { [$0.left, $0.right] })
      rows = Self.edges(boxes.flatMap { [$0.top, $0.bottom] })
      covered = Array(
        repeating: false, count: max(0, columns.count - 1) * max(0, rows.count - 1))
      for box in boxes {
        let (left, right) = (Self.index(of: box.left, columns), Self.index(of: box.right, columns))
        for row in Self.index(of: box.top, rows)..<Self.index(of: box.bottom, rows) {
          for column in left..<max(left, right) {
            covered[row * (columns.count - 1) + column] = true
          }
        }
      }
    }

    private static func edges(_ values: [Double]) -> [Double] {
      values.sorted().reduce(into: []) { edges, value in
        if let last = edges.last, value - last < tolerance { return }
        edges.append(value)
      }
    }

    private static func index(of value: Double, _ edges: [Double]) -> Int {
      edges.firstIndex { abs($0 - value) < 2 * tolerance } ?? 0
    }

    private func isCovered(_ column: Int, _ row: Int) -> Bool {
      guard column >= 0, row >= 0, column < columns.count - 1, row < rows.count - 1 else {
        return false
      }
      return covered[row * (columns.count - 1) + column]
    }

    /// A side of a cell; a node is the crossing of a column's and a row's edge.
    private struct Side: Hashable {
      let column: Int
      let row: Int
      /// 0 to the right, 1 down, 2 to the left, 3 up.
      let direction: Int

      var end: (column: Int, row: Int) {
        switch direction {
        case 0: (column + 1, row)
        case 1: (column, row + 1)
        case 2: (column - 1, row)
        default: (column, row - 1)
        }
      }
    }

    /// The sides between covered and free cells, the covered one to the right.
    private var sides: [Side] {
      var sides: [Side] = []
      for row in 0..<max(0, rows.count - 1) {
        for column in 0..<max(0, columns.count - 1) where isCovered(column, row) {
          if !isCovered(column, row - 1) {
            sides.append(Side(column: column, row: row, direction: 0))
          }
          if !isCovered(column + 1, row) {
            sides.append(Side(column: column + 1, row: row, direction: 1))
          }
          if !isCovered(column, row + 1) {
            sides.append(Side(column: column + 1, row: row + 1, direction: 2))
          }
          if !isCovered(column - 1, row) {
            sides.append(Side(column: column, row: row + 1, direction: 3))
          }
        }
      }
      return sides
    }

    var contours: [[Corner]] {
      let sides = sides
      var left = Set(sides)
      return sides.compactMap { first in
        guard left.contains(first) else { return nil }
        var corners: [Corner] = []
        var side = first
        repeat {
          left.remove(side)
          let (column, row) = side.end
          // To the right first, so that areas which touch at a corner stay apart.
          let next = [1, 0, 3].lazy.map {
            Side(column: column, row: row, direction: (side.direction + $0) % 4)
          }.first { left.contains($0) || $0 == first }
          guard let next else { return nil }
          if next.direction != side.direction {
            corners.append(
              Corner(
                place: Point(x: columns[column], y: rows[row]),
                isConvex: next.direction == (side.direction + 1) % 4))
          }
          side = next
        } while side != first
        return corners
      }
    }
  }
}
