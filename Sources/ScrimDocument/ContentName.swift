/// The name of a content where those of effects are beside it: effects and contents may have the same names.
package struct ContentName: Hashable, Sendable {
  /// As in the content's manifest, and under `kind` in a job.
  package let name: String

  private static let prefix = "content:"

  package init(_ name: String) { self.name = name }

  /// - Parameter text: A name beside those of effects; `nil` comes of that of an effect.
  package init?(text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    name = String(text.dropFirst(Self.prefix.count))
  }

  /// Beside the names of effects, which have no colon.
  package var text: String { Self.prefix + name }

  /// What a name is the name of: `effect "glow"`, `content "star"`.
  package static func words(_ text: String) -> String {
    ContentName(text: text).map { "content \"\($0.name)\"" } ?? "effect \"\(text)\""
  }
}
