/// What the author of a job should know although nothing is wrong.
public struct EffectWarning: Hashable, Sendable {
  /// What to know and the way out; ends with a full stop.
  public var message: String
  /// The way from the effect's object to the value that it is about; empty for the whole.
  public var path: [PathElement]

  /// A warning about `parameter`, or about the effect as a whole.
  public init(_ message: String, at parameter: String? = nil) {
    self.message = message
    path = parameter.map { [.key($0)] } ?? []
  }
}
