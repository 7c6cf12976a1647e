/// How an attempt at a delivery ended.
enum Outcome: Sendable, Equatable {
  case delivered
  /// Repeat it; the reason concerns this delivery only, as far as is known.
  case retry(reason: String)
  /// Repeat it, not before the receiver's own wait if there is one; any other delivery would fail as well: the receiver
  /// cannot be reached, or is overloaded.
  case unavailable(reason: String, after: Duration?)
  /// A repetition would fail as well.
  case dead(reason: String)
  /// Given up because the service stops; not an attempt.
  case stopped
}
