import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimService
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers

/// All settings of `scrim.toml`. The only table of defaults: each value is either here or, if other programs need it
/// too, in the type referred to here.
struct Configuration {
  var spool = "/var/spool/scrim"
  var assetRoots: [String] = []
  var outLayout = OutLayout.flat.rawValue
  var onFailure = "keep"

  /// A group whose members may see and change all jobs; "" means none.
  var operators = ""
  /// Accounts, by name or number, that may submit for tenants.
  var bridgeUsers: [String] = []
  /// The account that takes events of finished jobs; empty if none are to be written.
  var hooksAccount = ""

  /// 0 means one per CPU core.
  var workers = 0
  var program = ""
  var plugins: [String] = []
  var jobsPerWorker = 5_000
  var workerMemory = 512 << 20
  var sandbox = "possible"
  var cacheBytes = WorkerOptions(plugins: []).cacheBytes

  var watch = true
  var intake = SpoolLimits()

  var limits = RenderLimits()

  var retries = RetryPolicy()
  var pause = Duration.seconds(5)
  var stopGrace = Duration.seconds(10)

  var retention = Retention(
    done: .seconds(7 * 86_400), failed: .seconds(30 * 86_400), reports: .seconds(86_400),
    doneBytes: 20 << 30, failedBytes: 2 << 30, doneJobs: 100_000, failedJobs: 100_000)

  var historyBytes = EventLog.standardBytes

  /// "" means none.
  var metricsFile = ""

  var logLevel = "info"

  /// Keys that have no effect any more, with their places.
  var warnings: [String] = []
  /// The files that were read, in order.
  var files: [String] = []
  /// Where values were set, as `FILE:LINE:COLUMN`, by the key's path.
  var places: [String: String] = [:]

  static let mostHours = 1_000_000
  static let mostBytes = 1 << 50

  /// All keys, in the order in which `etc/scrim.toml` has them, and those for tests.
  static var keys: [ConfigurationKey] {
    let bytes = 1...(1 << 40)
    typealias Path = WritableKeyPath<Configuration, Duration>
    func milliseconds(_ path: Path) -> ConfigurationKey.Place {
      .duration(path, .milliseconds(1), 0...86_400_000)
    }
    func hours(_ path: Path) -> ConfigurationKey.Place {
      .duration(path, .seconds(3600), 0...mostHours)
    }
    return [
      .init("spool", "path", .text(\.spool)),
      .init("spool", "asset-roots", .texts(\.assetRoots)),
      .init("spool", "out-layout", .choice(\.outLayout, OutLayout.allCases.map(\.rawValue))),
      .init("spool", "on-failure", .choice(\.onFailure, ["keep", "remove"])),
      .init("access", "operators", .text(\.operators)),
      .init("access", "bridge-users", .texts(\.bridgeUsers)),
      .init("hooks", "account", .text(\.hooksAccount)),
      .init("workers", "count", .integer(\.workers, 0...1024)),
      .init("workers", "program", .text(\.program)),
      .init("workers", "plugins", .texts(\.plugins)),
      .init("workers", "jobs", .integer(\.jobsPerWorker, 1...1_000_000)),
      .init("workers", "sandbox", .choice(\.sandbox, ["possible", "required"])),
      .init("workers", "cache-bytes", .integer(\.cacheBytes, 0...(1 << 40))),
      .init("intake", "watch", .boolean(\.watch)),
      .init("intake", "settle-ms", milliseconds(\.intake.settle)),
      .init("intake", "waiting-per-user", .integer(\.intake.waitingPerUser, 1...10_000_000)),
      .init(
        "intake", "waiting-bytes-per-user",
        .integer(\.intake.waitingBytesPerUser, 1...(1 << 50))),
      .init("intake", "waiting", .integer(\.intake.waiting, 1...10_000_000)),
      .init("disk", "free-bytes", .integer(\.intake.freeBytes, 0...(1 << 50))),
      .init("disk", "free-percent", .integer(\.intake.freePercent, 0...90)),
      .init("limits", "job-bytes", .integer(\.limits.jobBytes, bytes)),
      .init("limits", "layers", .integer(\.limits.layers, 1...100_000)),
      .init("limits", "costly-layers", .integer(\.limits.costlyLayers, 1...100_000)),
      .init("limits", "depth", .integer(\.limits.depth, 1...512)),
      .init("limits", "inputs", .integer(\.limits.inputs, 0...240)),
      .init("limits", "outputs", .integer(\.limits.outputs, 1...240)),
      .init("limits", "input-bytes", .integer(\.limits.inputBytes, bytes)),
      .init("limits", "input-pixels", .integer(\.limits.inputPixels, bytes)),
      .init("limits", "fonts", .integer(\.limits.fonts, 0...64)),
      .init("limits", "font-bytes", .integer(\.limits.fontBytes, bytes)),
      .init("limits", "canvas-pixels", .integer(\.limits.canvasPixels, bytes)),
      .init("limits", "output-bytes", .integer(\.limits.outputBytes, bytes)),
      .init("limits", "seconds", .integer(\.limits.seconds, 1...86_400)),
      .init("limits", "memory-bytes", .integer(\.limits.memory, (64 << 20)...(1 << 40))),
      .init("batches", "rows", .integer(\.intake.batches.rows, 1...100_000_000)),
      .init("batches", "data-bytes", .integer(\.intake.batches.dataBytes, bytes)),
      .init("batches", "files", .integer(\.intake.batches.files, 0...100_000)),
      .init("retries", "attempts", .integer(\.retries.attempts, 1...1_000_000)),
      .init("retries", "pause-ms", milliseconds(\.pause)),
      .init("stop", "grace-ms", milliseconds(\.stopGrace)),
      .init("keep", "done-hours", hours(\.retention.done)),
      .init("keep", "failed-hours", hours(\.retention.failed)),
      .init("keep", "reports-hours", hours(\.retention.reports)),
      .init("keep", "done-bytes", .integer(\.retention.doneBytes, 0...mostBytes)),
      .init("keep", "failed-bytes", .integer(\.retention.failedBytes, 0...mostBytes)),
      .init("keep", "done-jobs", .integer(\.retention.doneJobs, 0...1_000_000_000)),
      .init("keep", "failed-jobs", .integer(\.retention.failedJobs, 0...1_000_000_000)),
      .init("keep", "out-hours", hours(\.retention.out)),
      .init("keep", "out-bytes", .integer(\.retention.outBytes, 0...(1 << 50))),
      .init("keep", "partial-hours", .duration(\.retention.partial, .seconds(3600), 1...1_000_000)),
      .init("history", "bytes", .integer(\.historyBytes, 0...(1 << 40))),
      .init("metrics", "file", .text(\.metricsFile)),
      .init("log", "level", .choice(\.logLevel, ["debug", "info", "warning", "error"])),
      .init(testTable, "grown-bytes", .integer(\.workerMemory, (1 << 20)...(1 << 40))),
      .init(testTable, "settle-blind-ms", milliseconds(\.intake.settleBlind)),
      .init(testTable, "back-off-ms", milliseconds(\.retries.backOff)),
      .init(testTable, "back-off-most-ms", milliseconds(\.retries.longestWait)),
    ]
  }

  /// Keys of release 0.1.
  static let obsoleteKeys: Set = [
    "workers.grown-bytes", "intake.settle-blind-ms", "retries.back-off-ms",
    "retries.back-off-most-ms",
  ]
}

extension Configuration {
  var spoolLimits: SpoolLimits {
    var spoolLimits = intake
    spoolLimits.jobBytes = limits.jobBytes
    spoolLimits.fileBytes = limits.inputBytes
    spoolLimits.files = limits.inputs
    spoolLimits.longestWait = retries.longestWait
    return spoolLimits
  }

  /// The spool's rules.
  ///
  /// - Throws: ``ConfigurationError`` for an unknown account.
  func spoolRules() throws(ConfigurationError) -> SpoolRules {
    var rules = SpoolRules()
    rules.removesOnFailure = onFailure == "remove"
    for name in bridgeUsers {
      rules.bridgeUsers.insert(try account(name, "access.bridge-users"))
    }
    if !hooksAccount.isEmpty {
      rules.hooksAccount = try account(hooksAccount, "hooks.account")
    }
    return rules
  }

  private func account(
    _ name: String, _ key: String
  ) throws(ConfigurationError) -> UInt32 {
    guard let user = UInt32(name) ?? Account.user(named: name) else {
      let place = places[key].map { "\($0): " } ?? ""
      throw ConfigurationError(messages: ["\(place)\(key): \(quoted(name)) is not an account."])
    }
    return user
  }

  /// How jobs are rendered.
  ///
  /// - Throws: ``WorkerError`` when there is no worker program.
  func renderSettings() throws(WorkerError) -> RenderSettings {
    var worker =
      program.isEmpty
      ? try WorkerProgram.find(plugins: plugins, limits: limits)
      : WorkerProgram(path: program, options: WorkerOptions(plugins: plugins, limits: limits))
    worker.options.cacheBytes = cacheBytes
    var roots = SourceRoots(
      allowed: assetRoots, files: limits.inputs, fileBytes: limits.inputBytes)
    roots.assets = "\(spool)/assets"
    return RenderSettings(
      workers: WorkerSettings(
        program: worker, limits: limits, jobsPerWorker: jobsPerWorker, workerMemory: workerMemory,
        requiresSandbox: sandbox == "required"),
      roots: roots, retries: retries, stopGrace: stopGrace, pause: pause)
  }
}
