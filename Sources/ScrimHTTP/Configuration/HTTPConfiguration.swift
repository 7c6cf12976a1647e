import Glibc
import ScrimDocument
import ScrimProtocol
package import Logging
package import ScrimJSON
import ScrimService
package import ScrimWorkerClient
package import ScrimWorkers

/// All settings of `http.toml`; the only table of defaults.
package struct HTTPConfiguration: Sendable {
  package static let installedFile = "/etc/scrim/http.toml"

  /// Where it listens unless systemd passes a socket.
  package var address = "127.0.0.1:8620"
  package var templates = "/var/lib/scrim-http/templates"

  /// 0 means one per CPU core.
  package var workers = 0
  package var program = ""
  package var plugins: [String] = []
  package var jobsPerWorker = 5_000
  package var sandbox = "possible"

  package var cacheFolder = "/var/cache/scrim-http"
  package var cacheBytes = 2 << 30
  package var cacheMemory = 64 << 20
  /// For how long clients may use an image.
  package var maxAge = Duration.seconds(31_536_000)

  /// The spool that takes jobs; "" for none.
  package var spool = ""
  /// The queue that takes them instead, as libpq takes its URL, without a role; "" for none.
  package var queue = ""
  /// How long a statement of it may take.
  package var queueLimit = Duration.seconds(30)
  /// Of the records of jobs in a spool.
  package var stateFolder = "/var/lib/scrim-http/jobs"
  /// For how long results in a spool are kept that no client has deleted.
  package var keep = Duration.seconds(24 * 3600)

  package var connections = 8_192
  package var headBytes = 16 << 10
  package var headLimit = Duration.seconds(10)
  package var bodyLimit = Duration.seconds(60)
  package var idleLimit = Duration.seconds(60)
  package var writeLimit = Duration.seconds(60)

  package var stopGrace = Duration.seconds(10)
  package var logLevel = "info"
  /// By name.
  package var keys: [ServiceKey] = []
  /// The secrets of each, in the same order.
  package var secrets: [[LinkSecret]] = []

  package init() {}

  package var level: Logger.Level { Logger.Level(rawValue: logLevel) ?? .info }
  package var linkKeys: LinkKeys { LinkKeys(Array(zip(keys, secrets))) }

  /// Threads that have images rendered, a worker each.
  package var workerCount: Int {
    workers > 0 ? workers : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// The keys of the plain tables, in the order in which `etc/http.toml` has them.
  static var plainKeys: [SettingsKey<HTTPConfiguration>] {
    let bytes = 0...(1 << 50)
    return [
      .init("listen", "address", .text(\.address)),
      .init("templates", "folder", .text(\.templates)),
      .init("workers", "count", .integer(\.workers, 0...1024)),
      .init("workers", "program", .text(\.program)),
      .init("workers", "plugins", .texts(\.plugins)),
      .init("workers", "jobs", .integer(\.jobsPerWorker, 1...1_000_000)),
      .init("workers", "sandbox", .choice(\.sandbox, ["possible", "required"])),
      .init("cache", "folder", .text(\.cacheFolder)),
      .init("cache", "bytes", .integer(\.cacheBytes, bytes)),
      .init("cache", "memory-bytes", .integer(\.cacheMemory, 0...(1 << 40))),
      .init("cache", "max-age-seconds", .duration(\.maxAge, .seconds(1), 0...31_536_000)),
      .init("jobs", "spool", .text(\.spool)),
      .init("jobs", "queue", .text(\.queue)),
      .init("jobs", "queue-seconds", .duration(\.queueLimit, .seconds(1), 1...600)),
      .init("jobs", "folder", .text(\.stateFolder)),
      .init("jobs", "keep-hours", .duration(\.keep, .seconds(3600), 1...8760)),
      .init("connections", "most", .integer(\.connections, 1...1_000_000)),
      .init("connections", "head-bytes", .integer(\.headBytes, 1024...(64 << 10))),
      .init("connections", "head-seconds", .duration(\.headLimit, .seconds(1), 1...600)),
      .init("connections", "body-seconds", .duration(\.bodyLimit, .seconds(1), 1...3600)),
      .init("connections", "idle-seconds", .duration(\.idleLimit, .seconds(1), 1...3600)),
      .init("connections", "write-seconds", .duration(\.writeLimit, .seconds(1), 1...3600)),
      .init("stop", "grace-ms", .duration(\.stopGrace, .milliseconds(1), 0...86_400_000)),
      .init("log", "level", .choice(\.logLevel, ["debug", "info", "warning", "error"])),
    ]
  }

  /// All values by table, as `scrim-http --check` prints them: no secrets, but the files that have them.
  package var json: JSON {
    let plain = SettingsKey.json(of: self, keys: Self.plainKeys).object ?? []
    let own = keys.map { key in
      let values = SettingsKey.json(of: key, keys: ServiceKey.keys)
      return JSON.Member(key.name, values[ServiceKey.family] ?? .object([]))
    }
    return .object(plain + [.init(ServiceKey.family, .object(own))])
  }

  /// The keys that another configuration changes and that are read at start only.
  func restartKeys(changedIn next: HTTPConfiguration) -> [String] {
    Self.plainKeys.filter { key in
      key.path != "cache.max-age-seconds" && key.path != "log.level"
        && key.value(in: self) != key.value(in: next)
    }.map(\.path)
  }

  /// How workers are started.
  ///
  /// - Throws: `WorkerError` when there is no worker program.
  package func workerSettings() throws(WorkerError) -> WorkerSettings {
    // The memory and the time of a worker are those of the key that may spend most.
    var limits = keys.first?.limits ?? .standard
    limits.seconds = keys.map(\.limits.seconds).max() ?? limits.seconds
    var worker =
      program.isEmpty
      ? try WorkerProgram.find(plugins: plugins, limits: limits)
      : WorkerProgram(path: program, options: .init(plugins: plugins, limits: limits))
    worker.options.cacheBytes = Self.workerCache
    return WorkerSettings(
      program: worker, limits: limits, jobsPerWorker: jobsPerWorker,
      workerMemory: Self.workerMemory,
      requiresSandbox: sandbox == "required")
  }

  /// A worker's cache of decoded images, bytes: one for each core, so smaller than the daemon's.
  private static let workerCache = 64 << 20
  private static let workerMemory = 512 << 20
}
