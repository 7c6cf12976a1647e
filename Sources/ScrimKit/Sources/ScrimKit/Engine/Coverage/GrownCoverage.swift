extension DevicePolygons {
  /// The minimum distance to grow by, pixels: with less, both edges of a thin line would fall into one pixel.
  @_spi(Host) public static let minGrowth = 1.5

  /// The coverage of each pixel by the polygons grown by a distance.
  ///
  /// Pixels entirely inside are found by winding numbers at their centres, with a parallelogram beside each edge and a
  /// sector at each convex corner, all in one direction. The coverage at the boundary follows from the distance and
  /// direction of the nearest edge or corner. Glyphs that touch when grown therefore share one boundary.
  ///
  /// - Parameters:
  ///   - radius: The distance, at least `minGrowth` pixels.
  ///   - area: The requested pixels.
  /// - Returns: Their coverage.
  /// - Throws: `DrawingError` if out of memory.
  @_spi(Host) public func grownCoverage(by radius: Double, of area: PixelRect) throws -> Mask {
    try Mask(area: area) { bytes in
      guard let base = bytes.baseAddress, !area.isEmpty else { return }
      let target = base.assumingMemoryBound(to: UInt8.self)
      let sides = sides(within: radius, of: area)
      try sides.withUnsafeBufferPointer { sides in
        var inside = try InsideRows(area: area, radius: radius - Double(StrokeEdge.depth))
        for first in stride(from: 0, to: area.height, by: inside.count) {
          inside.begin(first, min(inside.count, area.height - first))
          for side in sides { inside.add(side) }
          inside.write(to: target + first * area.width)
        }
        let edge = try StrokeEdge(target: target, area: area, radius: Float(radius))
        for side in sides { edge.add(side) }
      }
    }
  }

  /// The edges of all polygons near an area, each with its successor.
  private func sides(within radius: Double, of area: PixelRect) -> [PolygonSide] {
    let reach = Int(radius.rounded(.up)) + 2
    var result: [PolygonSide] = []
    result.reserveCapacity(corners.count)
    for polygon in polygons where !polygon.area.grown(by: reach).intersection(area).isEmpty {
      let first = result.count
      let range = polygon.corners
      if isIslandTurned(polygon) {
        var last = corners[range.lowerBound]
        for corner in corners[range].reversed() {
          result.append(PolygonSide(last, corner))
          last = corner
        }
      } else {
        var last = corners[range.upperBound - 1]
        for corner in corners[range] {
          result.append(PolygonSide(last, corner))
          last = corner
        }
      }
      for index in first..<result.count {
        let next = result[index + 1 < result.count ? index + 1 : first]
        result[index].next = next.direction
        result[index].nextLength = next.length
      }
    }
    return result
  }

  /// Whether a polygon is counterclockwise, y down, but not a hole of another one.
  private func isIslandTurned(_ polygon: Polygon) -> Bool {
    let start = corners[polygon.corners.lowerBound]
    var area = 0.0
    var last = doubles(corners[polygon.corners.upperBound - 1] &- start)
    for corner in corners[polygon.corners] {
      let next = doubles(corner &- start)
      area += last.x * next.y - next.x * last.y
      last = next
    }
    guard area < 0 else { return false }
    let around = polygons.reduce(0) { sum, other in
      other.corners == polygon.corners ? sum : sum + winding(of: other, at: start)
    }
    return around <= 0
  }

  /// The winding number of a polygon around a point, clockwise.
  private func winding(of polygon: Polygon, at point: SIMD2<Int32>) -> Int {
    guard all(polygon.low .<= point), all(polygon.high .>= point) else { return 0 }
    var winding = 0
    var last = corners[polygon.corners.upperBound - 1]
    for corner in corners[polygon.corners] {
      defer { last = corner }
      guard (last.y <= point.y) != (corner.y <= point.y) else { continue }
      let (step, way) = (doubles(corner &- last), doubles(point &- last))
      let isDown = step.y > 0
      // To the right of the point, clockwise edges go down.
      if (step.x * way.y > way.x * step.y) == isDown { winding += isDown ? 1 : -1 }
    }
    return winding
  }
}

private func doubles(_ step: SIMD2<Int32>) -> SIMD2<Double> {
  SIMD2(Double(step.x), Double(step.y))
}
