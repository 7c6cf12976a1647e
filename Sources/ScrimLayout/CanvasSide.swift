/// The width or height of a canvas that follows from its boxes.
package enum CanvasSide: Hashable, Sendable {
  /// Integral px, so that an output at an integral scale has no half row at its end.
  case length(Double)
  /// Every box depends on it.
  case undefined
  /// Not in the range that is allowed: the side, and the farthest edge that it follows from, px.
  case outOfRange(length: Double, farthest: Double)

  /// px.
  package static let range = 1...16_384.0
  /// px; fractions of a px that sums of floating-point numbers leave are not a px more.
  private static let tolerance = 0.001

  /// - Parameters:
  ///   - edges: The right or lower edges of the frames that do not depend on the side, px.
  ///   - padding: Beyond the farthest of them, px.
  package init(of edges: [Double], padding: Double) {
    guard let farthest = edges.max() else {
      self = .undefined
      return
    }
    let length = (farthest + padding - Self.tolerance).rounded(.up)
    self =
      Self.range.contains(length)
      ? .length(length) : .outOfRange(length: length, farthest: farthest)
  }
}
