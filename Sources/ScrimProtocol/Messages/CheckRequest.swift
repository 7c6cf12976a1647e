/// An effect to hold to what it declares.
public struct CheckRequest: Sendable, Hashable {
  /// How much is looked at.
  public enum Scope: String, Sendable, Hashable {
    /// All that one worker can find.
    case everything
    /// Every picture is only drawn, in another order, to be compared with those of another worker.
    case images = "pictures"
  }

  /// The effect's name.
  public var effect: String
  /// How much is looked at.
  public var scope: Scope

  /// How long one sample may take in all its ways of being drawn, seconds.
  public static let sampleSeconds = 120
  /// How long all of them may take, seconds.
  public static let seconds = 900

  public init(effect: String, scope: Scope) {
    self.effect = effect
    self.scope = scope
  }
}
