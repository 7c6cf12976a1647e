/// When failed deliveries are repeated.
package struct HookRetries: Sendable, Equatable {
  package init() {}

  /// Mean wait before the second attempt; it doubles with each.
  var backOff = Duration.seconds(1)
  var longestWait = Duration.seconds(3600)
  /// Age at which a delivery becomes a dead letter.
  var giveUp = Duration.seconds(72 * 3600)

  /// The wait before the next attempt: a random share between a half and three halves of the exponential back-off, so
  /// that deliveries that failed together are not repeated together.
  ///
  /// - Parameter failures: Failed attempts, from 1.
  /// - Returns: The wait.
  func wait(after failures: Int) -> Duration {
    let exponential = backOff * (1 << min(max(failures - 1, 0), 30))
    return min(exponential, longestWait) * Double.random(in: 0.5..<1.5)
  }
}
