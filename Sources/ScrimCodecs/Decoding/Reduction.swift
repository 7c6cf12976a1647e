/// The factor by which an image is decoded smaller than stored: libjpeg can scale a JPEG's blocks at a fraction of
/// the cost.
package enum Reduction: Int, Sendable, Hashable, CaseIterable {
  case none = 1
  case half = 2
  case quarter = 4
  case eighth = 8

  /// The largest reduction that leaves at least twice as many pixels per axis as are drawn, so that the resampling
  /// determines the quality.
  ///
  /// - Parameter size: Drawn size relative to the stored size: the larger of both axes.
  package init(drawnAt size: Double) {
    self = Self.allCases.last { 2 * size * Double($0.rawValue) <= 1 } ?? .none
  }

  /// The number of pixels that remain of `count`.
  func count(of count: Int) -> Int { (count + rawValue - 1) / rawValue }
}
