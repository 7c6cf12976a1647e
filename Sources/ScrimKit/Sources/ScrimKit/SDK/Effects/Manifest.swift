/// The name, version, purpose and origin of an effect or a content.
public struct Manifest: Hashable, Sendable {
  /// What an effect changes, or a content shows, for lists.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    case blur, code, color, distortion, frame, image, light, shadow, shape, stroke, text, other
  }

  /// The kebab-case name that jobs use.
  public let name: String
  /// Its own version, such as "1.0.0"; recorded in results.
  public let version: String
  /// A one-line summary for choosing an effect.
  public let summary: String
  /// Who made it; "" if it is not stated.
  public let author: String
  /// Its licence as an SPDX expression, such as "MIT"; "" if it is not stated.
  public let licence: String
  /// The URL of its home page; "" if it has none.
  public let homepage: String
  public let category: Category

  /// Creates the manifest of `name`.
  public init(
    _ name: String, version: String, summary: String, author: String = "", licence: String = "",
    homepage: String = "", category: Category = .other
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.author = author
    self.licence = licence
    self.homepage = homepage
    self.category = category
  }
}
