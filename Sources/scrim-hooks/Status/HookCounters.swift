/// Attempts of a hook since the start of the service.
struct HookCounters: Sendable {
  private(set) var delivered = 0
  var failed = 0
  var dead = 0
  /// Seconds of all successful attempts.
  private(set) var seconds = 0.0

  mutating func delivered(in time: Duration) {
    delivered += 1
    seconds += time / .seconds(1)
  }
}
