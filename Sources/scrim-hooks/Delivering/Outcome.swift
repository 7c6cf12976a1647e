/// How an attempt at a delivery ended.
enum Outcome: Sendable, Equatable {
  case delivered
  /// Repeat it, not before the hook's own wait if there is one.
  case retry(reason: String, after: Duration?)
  /// A repetition would fail as well.
  case dead(reason: String)
  /// Given up because the service stops; not an attempt.
  case stopped
}
