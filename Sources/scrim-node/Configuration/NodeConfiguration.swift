import Glibc
import Logging
import ScrimJSON
import ScrimLinux
import ScrimService

/// All settings of `node.toml`; the only table of defaults.
struct NodeConfiguration: Sendable {
  static let installedFile = "/etc/scrim/node.toml"

  /// URL of the database, as libpq takes it; a password belongs in the file that `PGPASSFILE` names.
  var queue = ""
  /// "" means the machine's host name.
  var name = ""
  var lease = Duration.seconds(60)
  /// Jobs that this node holds at the same time.
  var jobs = 8
  var spool = "/var/spool/scrim"
  var state = "/var/lib/scrim-node"
  /// Limit of the store of jobs' files.
  var storeMegabytes = 1024
  /// Threads that copy files and outputs.
  var copiers = 2
  /// "" means none.
  var metricsFile = ""
  var logLevel = "info"

  var level: Logger.Level { Logger.Level(rawValue: logLevel) ?? .info }

  /// The keys, in the order in which `etc/node.toml` has them.
  static var keys: [SettingsKey<NodeConfiguration>] {
    [
      .init("queue", "url", .text(\.queue)),
      .init("node", "name", .text(\.name)),
      .init("node", "lease-seconds", .duration(\.lease, .seconds(1), 2...3600)),
      .init("node", "jobs", .integer(\.jobs, 1...1000)),
      .init("node", "copiers", .integer(\.copiers, 1...32)),
      .init("spool", "path", .text(\.spool)),
      .init("state", "path", .text(\.state)),
      .init("state", "store-mb", .integer(\.storeMegabytes, 64...1_000_000)),
      .init("metrics", "file", .text(\.metricsFile)),
      .init("log", "level", .choice(\.logLevel, ["debug", "info", "warning", "error"])),
    ]
  }

  init() {}

  /// Reads a file; missing keys keep their defaults.
  ///
  /// - Throws: `ConfigurationError` with every error; `SystemError`.
  init(file: String) throws {
    self.init()
    var settings = try SettingsFile(path: file)
    settings.take(Self.keys, into: &self)
    if queue.isEmpty {
      settings.reject(
        "url", of: "queue",
        "queue.url: is required: the URL of the queue's database, such as postgresql://node1@db.example/scrim."
      )
    }
    if name.isEmpty { name = Self.hostName }
    if !(1...64).contains(name.utf8.count) || name.utf8.contains(where: { $0 < 0x21 || $0 == 0x7F })
    {
      settings.reject("name", of: "node", "node.name: must have 1 to 64 bytes without spaces.")
    }
    let messages = settings.messages
    guard messages.isEmpty else { throw ConfigurationError(messages: messages) }
  }

  private static var hostName: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: name.nodename) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// All values by table, as `scrim-node --check` prints them. A password in the URL is not shown.
  var json: JSON {
    var shown = self
    if let at = queue.lastIndex(of: "@"), let scheme = queue.firstRange(of: "://"),
      let colon = queue[scheme.upperBound..<at].firstIndex(of: ":")
    {
      shown.queue = "\(queue[...colon])…\(queue[at...])"
    }
    return SettingsKey.json(of: shown, keys: Self.keys)
  }
}
