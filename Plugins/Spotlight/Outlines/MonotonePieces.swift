import ScrimKit

/// A stretch of a level band: two level sides, and two that may lean.
struct Band {
  let top: Double
  let bottom: Double
  /// Where its left side is at the top and at the bottom.
  let left: (top: Double, bottom: Double)
  let right: (top: Double, bottom: Double)
}

/// Bands grown together, each to the one above it where that ends just as wide.
struct MonotonePieces {
  private struct Piece {
    var left: [Point]
    var right: [Point]

    init(_ band: Band) {
      left = [Point(x: band.left.top, y: band.top)]
      right = [Point(x: band.right.top, y: band.top)]
      extend(by: band)
    }

    var bottom: Double { left[left.count - 1].y }

    func goesOn(in band: Band) -> Bool {
      bottom == band.top && abs(left[left.count - 1].x - band.left.top) < 1e-9
        && abs(right[right.count - 1].x - band.right.top) < 1e-9
    }

    mutating func extend(by band: Band) {
      Self.extend(&left, to: Point(x: band.left.bottom, y: band.bottom))
      Self.extend(&right, to: Point(x: band.right.bottom, y: band.bottom))
    }

    /// Adds a point, in place of the last one if that lies on the way.
    private static func extend(_ side: inout [Point], to point: Point) {
      if side.count > 1 {
        let (a, b) = (side[side.count - 2], side[side.count - 1])
        let bend = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
        if abs(bend) < 1e-9 { side.removeLast() }
      }
      side.append(point)
    }
  }

  private var finished: [Piece] = []
  /// Those that may go on, from left to right a band.
  private var open: [Piece] = []

  /// Adds a stretch; bands come from top to bottom, their stretches from left to right.
  mutating func add(_ band: Band) {
    if let index = open.firstIndex(where: { $0.goesOn(in: band) }) {
      open[index].extend(by: band)
      return
    }
    finished += open.filter { $0.bottom < band.top }
    open.removeAll { $0.bottom < band.top }
    open.append(Piece(band))
  }

  /// All of them.
  var path: Path {
    var path = Path()
    for piece in finished + open { path.add(piece.right + piece.left.reversed()) }
    return path
  }
}
