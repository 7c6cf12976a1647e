extension Path {
  /// The union of convex polygons, without the union of others, computed exactly.
  ///
  /// The contours never overlap: both fill rules give the same, without a hole where two polygons overlap or a seam
  /// where they touch. It is a path to fill and not to stroke: contours may share a part of an edge.
  ///
  /// - Parameters:
  ///   - polygons: The polygons that are united.
  ///   - holes: The polygons that are subtracted.
  public init(union polygons: [ConvexPolygon], subtracting holes: [ConvexPolygon] = []) {
    self.init()
    for contour in PolygonDifference.contours(of: polygons, subtracting: holes) {
      addPolygon(contour)
    }
  }

  /// Adds a closed contour of straight lines.
  ///
  /// - Parameter vertices: px at scale 1; adds nothing if there are none.
  public mutating func addPolygon(_ vertices: [Point]) {
    guard let first = vertices.first else { return }
    move(to: first)
    for vertex in vertices.dropFirst() { line(to: vertex) }
    close()
  }
}
