/// A distance in px at scale 1, or a share of some other length.
public enum Length: Hashable, Sendable {
  /// So many px.
  case pixels(Double)
  /// So many hundredths of the length that it relates to.
  case percent(Double)

  /// The distance in px, where 100 % is `whole` px.
  public func resolved(of whole: Double) -> Double {
    switch self {
    case .pixels(let pixels): pixels
    case .percent(let percent): whole * percent / 100
    }
  }
}
