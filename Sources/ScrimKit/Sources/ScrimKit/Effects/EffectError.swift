/// Why an effect could not be drawn; for the job's author.
public struct EffectError: Error, Hashable, Sendable {
  /// What is wrong and the way out; ends with a full stop.
  public var message: String
  /// The way from the effect's object to the value that is to blame; empty for the whole.
  public var path: [PathElement]

  /// An error about `parameter`, or about the effect as a whole.
  public init(_ message: String, at parameter: String? = nil) {
    self.init(message, path: parameter.map { [.key($0)] } ?? [])
  }

  /// An error about a value inside a parameter, such as `targets[1].callout`.
  public init(_ message: String, path: [PathElement]) {
    self.message = message
    self.path = path
  }
}
