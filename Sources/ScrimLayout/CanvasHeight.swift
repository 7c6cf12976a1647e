package import ScrimKit

/// The height of a canvas that follows from its boxes.
package enum CanvasHeight: Hashable, Sendable {
  /// Integral px, so that an output at an integral scale has no half row at its end.
  case height(Double)
  /// Every box depends on the height.
  case undefined
  /// Not in the range that is allowed: the height, and the lowest edge that it follows from, px.
  case outOfRange(height: Double, lowest: Double)

  /// px.
  package static let range = 1...16_384.0
  /// px; fractions of a px that sums of floating-point numbers leave are not a px more.
  private static let tolerance = 0.001

  /// - Parameters:
  ///   - frames: The frames of the boxes that do not depend on the height.
  ///   - padding: Below the lowest of them, px.
  package init(of frames: [Rect], padding: Double) {
    guard let lowest = frames.map(\.bottom).max() else {
      self = .undefined
      return
    }
    let height = (lowest + padding - Self.tolerance).rounded(.up)
    self =
      Self.range.contains(height) ? .height(height) : .outOfRange(height: height, lowest: lowest)
  }
}
