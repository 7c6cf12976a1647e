import ScrimJSON
import ScrimService

/// All settings of `fetch.toml`; the only table of defaults.
struct FetchSettings: Sendable {
  /// Read if no file is named: the user's, or the installation's.
  static let installedFile = "/etc/scrim/fetch.toml"

  /// Ranges of addresses that servers may have although they are not public.
  var allowedAddresses: [String] = []
  /// Whether `http://` is allowed besides `https://`.
  var allowsHTTP = false
  /// Ports besides 443, and 80 for `http://`.
  var otherPorts: [String] = []
  /// Hosts that requests may go to: a name, or `*.` and a name for all below it; any if empty. Not in the file.
  var hosts: [String] = []
  /// "" means the system's certificate authorities.
  var caFile = ""

  var connectLimit = Duration.seconds(5)
  /// Of one attempt with its redirects.
  var limit = Duration.seconds(20)
  var mebibytes = 64
  var redirects = 3
  var perHost = 4
  var parallel = 16
  var retries = 3
  /// The longest wait before another attempt; a server that asks for more is not asked again.
  var longestWait = Duration.seconds(30)

  /// "" means `$XDG_CACHE_HOME/scrim`, or `~/.cache/scrim`.
  var cacheFolder = ""
  var cacheMebibytes = 2048

  /// The keys, in the order in which `etc/fetch.toml` has them.
  static var keys: [SettingsKey<FetchSettings>] {
    [
      .init("network", "allow", .texts(\.allowedAddresses)),
      .init("network", "http", .boolean(\.allowsHTTP)),
      .init("network", "ports", .texts(\.otherPorts)),
      .init("network", "ca-file", .text(\.caFile)),
      .init("requests", "connect-seconds", .duration(\.connectLimit, .seconds(1), 1...60)),
      .init("requests", "seconds", .duration(\.limit, .seconds(1), 1...600)),
      .init("requests", "mebibytes", .integer(\.mebibytes, 1...1024)),
      .init("requests", "redirects", .integer(\.redirects, 0...10)),
      .init("requests", "per-host", .integer(\.perHost, 1...64)),
      .init("requests", "parallel", .integer(\.parallel, 1...256)),
      .init("requests", "retries", .integer(\.retries, 0...10)),
      .init("requests", "longest-wait-seconds", .duration(\.longestWait, .seconds(1), 0...3600)),
      .init("cache", "folder", .text(\.cacheFolder)),
      .init("cache", "mebibytes", .integer(\.cacheMebibytes, 1...1_048_576)),
    ]
  }

  /// The ports that a request may go to.
  var ports: Set<Int> {
    Set([443] + (allowsHTTP ? [80] : []) + otherPorts.compactMap { Int($0) })
  }

  /// Whether requests may go to a host.
  ///
  /// - Parameter host: In lower case.
  /// - Returns: Whether it is one of ``hosts``, or there are none.
  func allows(host: String) -> Bool {
    hosts.isEmpty
      || hosts.contains { $0.hasPrefix("*.") ? host.hasSuffix($0.dropFirst()) : host == $0 }
  }

  var json: JSON { SettingsKey.json(of: self, keys: Self.keys) }
}
