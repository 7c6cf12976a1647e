public import ScrimJSON

/// A plugin, or a folder of plugins, that was not loaded.
public struct RefusedFile: Sendable, Hashable {
  public let path: String
  /// Why, in whole sentences.
  public let reason: String

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The name of its file: `libGlow.so`.
  public var file: String { path.fileName }

  public var json: JSON { ["path": .string(path), "reason": .string(reason)] }

  /// Reads what ``json`` wrote.
  public init?(json: JSON) {
    guard let path = json["path"]?.string, let reason = json["reason"]?.string else { return nil }
    self.init(path: path, reason: reason)
  }
}
