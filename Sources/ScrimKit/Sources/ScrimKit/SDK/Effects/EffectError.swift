/// The reason why an effect could not be drawn, for the job's author.
public struct EffectError: Error, Hashable, Sendable {
  /// The error and a suggested fix; ends with a full stop.
  public var message: String
  /// The path from the effect's object to the value that caused the error; empty for the effect itself.
  public var path: [PathElement]

  /// Creates an error about `parameter`, or about the effect itself.
  public init(_ message: String, at parameter: String? = nil) {
    self.init(message, path: parameter.map { [.key($0)] } ?? [])
  }

  /// Creates an error about a value inside a parameter, such as `targets[1].callout`.
  public init(_ message: String, path: [PathElement]) {
    self.message = message
    self.path = path
  }
}

/// A hint for the author of a valid job.
public struct EffectWarning: Hashable, Sendable {
  /// The warning and a suggested fix; ends with a full stop.
  public var message: String
  /// The path from the effect's object to the value in question; empty for the effect itself.
  public var path: [PathElement]

  /// Creates a warning about `parameter`, or about the effect itself.
  public init(_ message: String, at parameter: String? = nil) {
    self.message = message
    path = parameter.map { [.key($0)] } ?? []
  }
}
