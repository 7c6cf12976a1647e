/// How many times smaller than it is stored a picture is decoded: a JPEG's blocks can be, at a
/// fraction of the cost.
package enum Reduction: Int, Sendable, Hashable, CaseIterable {
  case none = 1
  case half = 2
  case quarter = 4
  case eighth = 8

  /// The greatest one that leaves at least twice as many pixels each way as are drawn: what is left for
  /// the resampling decides how the picture looks.
  ///
  /// - Parameter size: How large it is drawn, as a part of how large it is: the larger of both ways.
  package init(drawnAt size: Double) {
    self = Self.allCases.last { 2 * size * Double($0.rawValue) <= 1 } ?? .none
  }

  /// How many pixels it leaves of so many.
  func count(of count: Int) -> Int { (count + rawValue - 1) / rawValue }
}
