/// A distance in px at scale 1, or a percentage of another length.
public enum Length: Hashable, Sendable {
  /// A distance in px.
  case pixels(Double)
  /// A percentage of the reference length.
  case percent(Double)

  /// The distance in px, where 100 % is `whole` px.
  public func resolved(of whole: Double) -> Double {
    switch self {
    case .pixels(let pixels): pixels
    case .percent(let percent): whole * percent / 100
    }
  }
}
