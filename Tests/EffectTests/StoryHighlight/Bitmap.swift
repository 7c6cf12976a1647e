import ScrimKit

/// A shape by samples: each says whether its middle is inside.
struct Bitmap {
  let width: Int
  let height: Int
  var samples: [Bool]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    samples = Array(repeating: false, count: width * height)
  }

  var inverted: Bitmap {
    var copy = self
    copy.samples = samples.map { !$0 }
    return copy
  }

  /// Takes in every sample of a rectangle whose edges lie between samples.
  mutating func add(left: Int, top: Int, right: Int, bottom: Int) {
    for y in top..<bottom {
      for x in left..<right { samples[y * width + x] = true }
    }
  }

  /// The shape with a disc laid on each of its samples.
  ///
  /// Exact: to the nearest one in its own column the distance of a sample is counted up and down, and
  /// what of a disc falls in a row is one stretch.
  ///
  /// - Parameter radius: Of the disc, samples.
  /// - Returns: A shape of the same width and height.
  func dilated(by radius: Int) -> Bitmap {
    guard radius > 0 else { return self }
    // From middle to middle it is some half a sample less: what is left of a square that is rounded
    // by the disc, (r - ½)² - π/4 R², has to be (1 - π/4) r².
    let square = Double(radius * radius) - Double(4 * radius - 1) / Double.pi
    let reaches = (0...radius).map { distance -> Int in
      distance == radius ? -width : Int((square - Double(distance * distance)).squareRoot())
    }
    var result = self
    let distances = distances(upTo: radius)
    distances.withUnsafeBufferPointer { distances in
      reaches.withUnsafeBufferPointer { reaches in
        result.samples.withUnsafeMutableBufferPointer { samples in
          for row in stride(from: 0, to: samples.count, by: width) {
            var end = -1
            for x in 0..<width {
              end = max(end, x + reaches[Int(distances[row + x])])
              samples[row + x] = x <= end
            }
            var start = width
            for x in stride(from: width - 1, through: 0, by: -1) {
              start = min(start, x - reaches[Int(distances[row + x])])
              if x >= start { samples[row + x] = true }
            }
          }
        }
      }
    }
    return result
  }

  /// How far each sample is from the nearest one of the shape above or below it, at most `most`.
  private func distances(upTo most: Int) -> [Int16] {
    var distances = samples.map { $0 ? 0 : Int16(most) }
    distances.withUnsafeMutableBufferPointer { distances in
      for index in width..<max(width, distances.count) {
        distances[index] = min(distances[index], distances[index - width] &+ 1)
      }
      for index in stride(from: distances.count - width - 1, through: 0, by: -1) {
        distances[index] = min(distances[index], distances[index + width] &+ 1)
      }
    }
    return distances
  }
}

extension Bitmap {
  /// Takes in the samples inside a path, by non-zero winding.
  ///
  /// - Parameters:
  ///   - path: Its curves are taken as 16 lines each.
  ///   - scale: Samples a px.
  ///   - origin: The place of the bitmap's corner, px.
  mutating func add(_ path: Path, scale: Double, origin: Point) {
    var crossings: [[(x: Double, turn: Int)]] = Array(repeating: [], count: height)
    for contour in path.polygons(segments: 16) {
      let points = contour.map { ($0.x - origin.x) * scale }
      let rows = contour.map { ($0.y - origin.y) * scale }
      for index in points.indices {
        let next = (index + 1) % points.count
        let (y0, y1) = (rows[index], rows[next])
        guard y0 != y1 else { continue }
        let first = max(0, Int((min(y0, y1) - 0.5).rounded(.up)))
        let end = min(height, Int((max(y0, y1) - 0.5).rounded(.up)))
        for row in first..<max(first, end) {
          let share = (Double(row) + 0.5 - y0) / (y1 - y0)
          let x = points[index] + share * (points[next] - points[index])
          crossings[row].append((x, y1 > y0 ? 1 : -1))
        }
      }
    }
    for row in 0..<height {
      var depth = 0
      var start = 0.0
      for crossing in crossings[row].sorted(by: { $0.x < $1.x }) {
        if depth == 0 { start = crossing.x }
        depth += crossing.turn
        guard depth == 0 else { continue }
        let first = max(0, Int((start - 0.5).rounded(.up)))
        let end = min(width, Int((crossing.x - 0.5).rounded(.up)))
        for x in first..<max(first, end) { samples[row * width + x] = true }
      }
    }
  }
}

extension Path {
  /// The points of each contour, without its first one again at the end.
  ///
  /// - Parameter segments: How many lines stand for a curve.
  /// - Returns: Points that are apart, px.
  func polygons(segments: Int) -> [[Point]] {
    var contours: [[Point]] = []
    for element in elements {
      switch element {
      case .move(let point): contours.append([point])
      case .line(let point): contours[contours.count - 1].append(point)
      case .curve(let first, let second, let end):
        guard let start = contours[contours.count - 1].last else { continue }
        for step in 1...segments {
          let t = Double(step) / Double(segments)
          contours[contours.count - 1].append(start.curve(first, second, end, at: t))
        }
      case .close: break
      }
    }
    return contours.map { points in
      points.indices.filter { !points[$0].isNear(points[($0 + 1) % points.count]) }
        .map { points[$0] }
    }
  }
}

extension Point {
  /// Whether two points are the same but for rounding.
  func isNear(_ other: Point) -> Bool { abs(x - other.x) + abs(y - other.y) < 1e-9 }

  /// A point of the cubic curve that begins here.
  func curve(_ first: Point, _ second: Point, _ end: Point, at t: Double) -> Point {
    let u = 1 - t
    func mix(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
    }
    return Point(
      x: mix(x, first.x, second.x, end.x), y: mix(y, first.y, second.y, end.y))
  }
}
