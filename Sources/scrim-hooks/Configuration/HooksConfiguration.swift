import Logging
import ScrimJSON
import ScrimService

/// All settings of `hooks.toml`; the only table of defaults.
struct HooksConfiguration: Sendable {
  static let installedFile = "/etc/scrim/hooks.toml"

  var spool = "/var/spool/scrim"
  var state = "/var/lib/scrim-hooks"
  var deadKept = Duration.seconds(720 * 3600)
  var retries = HookRetries()
  /// Ranges of addresses, such as `10.0.0.0/8`, that endpoints may have although they are not public.
  var allowedAddresses: [String] = []
  /// "" means none.
  var metricsFile = ""
  var logLevel = "info"
  /// By name.
  var hooks: [Hook] = []

  var level: Logger.Level { Logger.Level(rawValue: logLevel) ?? .info }

  /// The keys of the plain tables, in the order in which `etc/hooks.toml` has them.
  static var keys: [SettingsKey<HooksConfiguration>] {
    [
      .init("spool", "path", .text(\.spool)),
      .init("state", "path", .text(\.state)),
      .init("state", "dead-hours", .duration(\.deadKept, .seconds(3600), 1...1_000_000)),
      .init(
        "retries", "back-off-ms", .duration(\.retries.backOff, .milliseconds(1), 1...86_400_000)),
      .init(
        "retries", "back-off-most-ms",
        .duration(\.retries.longestWait, .milliseconds(1), 1...86_400_000)),
      .init(
        "retries", "give-up-hours", .duration(\.retries.giveUp, .seconds(3600), 0...1_000_000)),
      .init("network", "allow", .texts(\.allowedAddresses)),
      .init("metrics", "file", .text(\.metricsFile)),
      .init("log", "level", .choice(\.logLevel, ["debug", "info", "warning", "error"])),
    ]
  }

  /// All values by table, as `scrim-hooks --check` prints them: no secrets, but the files that have them.
  var json: JSON {
    let plain = SettingsKey.json(of: self, keys: Self.keys).object ?? []
    let families = Hook.Kind.allCases.map { kind in
      JSON.Member(
        kind.rawValue,
        .object(
          hooks.filter { $0.kind == kind }.map { hook in
            let values = SettingsKey.json(of: hook, keys: Hook.keys(of: kind))
            return .init(hook.name, values[kind.rawValue] ?? .object([]))
          }))
    }
    return .object(plain + families)
  }
}
