/// An effect's name, version and purpose.
public struct Manifest: Hashable, Sendable {
  /// The kebab-case name that jobs use.
  public let name: String
  /// The effect's own version, such as "1.0.0"; recorded in results.
  public let version: String
  /// A one-line summary for choosing an effect.
  public let summary: String

  /// Creates the manifest of the effect `name`.
  public init(_ name: String, version: String, summary: String) {
    self.name = name
    self.version = version
    self.summary = summary
  }
}
