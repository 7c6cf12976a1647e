extension Path {
  /// Creates the exact difference of two unions of convex polygons.
  ///
  /// The contours never overlap, so both fill rules give the same result, without holes where polygons overlap or seams
  /// where they touch. Fill the path but do not stroke it: contours may share parts of edges.
  ///
  /// - Parameters:
  ///   - polygons: The polygons to unite.
  ///   - holes: The polygons to subtract.
  public init(union polygons: [ConvexPolygon], subtracting holes: [ConvexPolygon] = []) {
    self.init()
    for contour in PolygonDifference.contours(of: polygons, subtracting: holes) {
      addPolygon(contour)
    }
  }

  /// Adds a closed contour of straight lines.
  ///
  /// - Parameter vertices: px at scale 1; an empty list adds nothing.
  public mutating func addPolygon(_ vertices: [Point]) {
    guard let first = vertices.first else { return }
    move(to: first)
    for vertex in vertices.dropFirst() { line(to: vertex) }
    close()
  }
}
