/// A token bucket: so many per minute, of which a quarter may come at once.
struct RateLimit: Sendable {
  private let perSecond: Double
  private let most: Double
  private var tokens: Double
  private var filled: ContinuousClock.Instant

  init(perMinute: Int, now: ContinuousClock.Instant = .now) {
    perSecond = Double(perMinute) / 60
    most = max(1, Double(perMinute) / 4)
    tokens = most
    filled = now
  }

  /// Takes one.
  ///
  /// - Returns: `nil`, or how many whole seconds it takes until there is one, at least 1.
  mutating func take(now: ContinuousClock.Instant = .now) -> Int? {
    tokens = min(most, tokens + perSecond * ((now - filled) / .seconds(1)))
    filled = now
    guard tokens < 1 else {
      tokens -= 1
      return nil
    }
    return max(1, Int(((1 - tokens) / perSecond).rounded(.up)))
  }
}
