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
