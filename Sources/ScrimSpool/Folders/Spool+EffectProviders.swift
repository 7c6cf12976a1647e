import Glibc
import ScrimJSON
import ScrimLinux

/// `effects.json`: which plugin file provided which effect at the last plugin scan. It distinguishes an effect whose
/// plugin is refused now from one that no plugin ever provided.
extension Spool {
  private static let providers = "effects.json"
  /// More effects than any installation has.
  private static let maxProviders = 10_000

  /// The path of the plugin that last provided the effect; `nil` if unknown.
  package func provider(ofEffect effect: String) -> String? { providers()[effect] }

  /// Records which plugins provide which effects. Entries of other effects stay.
  ///
  /// - Parameter found: Paths of plugins by effect name.
  /// - Throws: ``SystemError``.
  package func remember(providers found: [String: String]) throws {
    let old = providers()
    let all = old.merging(found) { _, new in new }
    guard all != old, all.count <= Self.maxProviders else { return }
    let json = JSON.object(
      all.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })
    let temporary = ".\(Self.providers).\(RandomName.make(characters: 8))"
    try root.write(json.bytes(pretty: true), as: temporary)
    try root.replace(temporary, to: root, as: Self.providers)
  }

  /// An unreadable record counts as empty.
  private func providers() -> [String: String] {
    guard let bytes = try? root.read(Self.providers, limit: 4 << 20),
      let members = (try? JSON(parsing: bytes))?.object
    else { return [:] }
    return members.reduce(into: [:]) { $0[$1.key] = $1.value.string }
  }
}
