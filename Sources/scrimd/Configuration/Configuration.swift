import ScrimProtocol
import ScrimSpool
import ScrimSupervisor

/// Everything that `scrim.toml` can say, with its defaults.
struct Configuration {
  var spool = "/var/spool/scrim"
  var assetRoots: [String] = []

  /// 0 means one per CPU core.
  var workers = 0
  var program = ""
  var plugins: [String] = []
  var jobsPerWorker = 5_000
  var workerMemory = 512 << 20
  var sandbox = "possible"
  var cacheBytes = WorkerOptions(plugins: []).cacheBytes

  var watch = true
  var settle = 500
  var settleBlind = 10_000
  var waitingPerUser = 10_000
  var waiting = 100_000

  var freeBytes = 2 << 30
  var freePercent = 5

  var limits = RenderLimits()

  var attempts = 5
  var backOff = 10_000
  var backOffMost = 3_600_000
  var pause = 5_000
  var stopGrace = 10_000

  var keepDone = 168
  var keepFailed = 720
  var keepReports = 24
  var keepDoneBytes = 20 << 30
  var keepFailedBytes = 2 << 30

  /// "" means none.
  var metricsFile = ""

  var logLevel = "info"

  /// All keys, in the order in which `etc/scrim.toml` has them.
  static var keys: [ConfigurationKey] {
    let bytes = 1...(1 << 40)
    let milliseconds = 0...86_400_000
    return [
      .init("spool", "path", .text(\.spool)),
      .init("spool", "asset-roots", .texts(\.assetRoots)),
      .init("workers", "count", .integer(\.workers, 0...1024)),
      .init("workers", "program", .text(\.program)),
      .init("workers", "plugins", .texts(\.plugins)),
      .init("workers", "jobs", .integer(\.jobsPerWorker, 1...1_000_000)),
      .init("workers", "grown-bytes", .integer(\.workerMemory, (1 << 20)...(1 << 40))),
      .init("workers", "sandbox", .choice(\.sandbox, ["possible", "required"])),
      .init("workers", "cache-bytes", .integer(\.cacheBytes, 0...(1 << 40))),
      .init("intake", "watch", .boolean(\.watch)),
      .init("intake", "settle-ms", .integer(\.settle, milliseconds)),
      .init("intake", "settle-blind-ms", .integer(\.settleBlind, milliseconds)),
      .init("intake", "waiting-per-user", .integer(\.waitingPerUser, 1...10_000_000)),
      .init("intake", "waiting", .integer(\.waiting, 1...10_000_000)),
      .init("disk", "free-bytes", .integer(\.freeBytes, 0...(1 << 50))),
      .init("disk", "free-percent", .integer(\.freePercent, 0...90)),
      .init("limits", "job-bytes", .integer(\.limits.jobBytes, bytes)),
      .init("limits", "layers", .integer(\.limits.layers, 1...100_000)),
      .init("limits", "depth", .integer(\.limits.depth, 1...512)),
      .init("limits", "inputs", .integer(\.limits.inputs, 0...240)),
      .init("limits", "outputs", .integer(\.limits.outputs, 1...240)),
      .init("limits", "input-bytes", .integer(\.limits.inputBytes, bytes)),
      .init("limits", "input-pixels", .integer(\.limits.inputPixels, bytes)),
      .init("limits", "canvas-pixels", .integer(\.limits.canvasPixels, bytes)),
      .init("limits", "output-bytes", .integer(\.limits.outputBytes, bytes)),
      .init("limits", "seconds", .integer(\.limits.seconds, 1...86_400)),
      .init("limits", "memory-bytes", .integer(\.limits.memory, (64 << 20)...(1 << 40))),
      .init("retries", "attempts", .integer(\.attempts, 1...1_000_000)),
      .init("retries", "back-off-ms", .integer(\.backOff, milliseconds)),
      .init("retries", "back-off-most-ms", .integer(\.backOffMost, milliseconds)),
      .init("retries", "pause-ms", .integer(\.pause, milliseconds)),
      .init("stop", "grace-ms", .integer(\.stopGrace, milliseconds)),
      .init("keep", "done-hours", .integer(\.keepDone, 0...1_000_000)),
      .init("keep", "failed-hours", .integer(\.keepFailed, 0...1_000_000)),
      .init("keep", "reports-hours", .integer(\.keepReports, 0...1_000_000)),
      .init("keep", "done-bytes", .integer(\.keepDoneBytes, 0...(1 << 50))),
      .init("keep", "failed-bytes", .integer(\.keepFailedBytes, 0...(1 << 50))),
      .init("metrics", "file", .text(\.metricsFile)),
      .init("log", "level", .choice(\.logLevel, ["debug", "info", "warning", "error"])),
    ]
  }
}

extension Configuration {
  var spoolLimits: SpoolLimits {
    var result = SpoolLimits()
    result.jobBytes = limits.jobBytes
    result.fileBytes = limits.inputBytes
    result.files = limits.inputs
    result.waitingPerUser = waitingPerUser
    result.waiting = waiting
    result.freeBytes = freeBytes
    result.freePercent = freePercent
    result.settle = .milliseconds(settle)
    result.settleBlind = .milliseconds(settleBlind)
    result.longestWait = .milliseconds(backOffMost)
    return result
  }

  var retention: Retention {
    Retention(
      done: .seconds(keepDone * 3600), failed: .seconds(keepFailed * 3600),
      reports: .seconds(keepReports * 3600), doneBytes: keepDoneBytes,
      failedBytes: keepFailedBytes)
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
    return RenderSettings(
      program: worker, limits: limits,
      roots: SourceRoots(
        allowed: assetRoots, files: limits.inputs, fileBytes: limits.inputBytes),
      retries: RetryPolicy(
        attempts: attempts, backOff: .milliseconds(backOff),
        longestWait: .milliseconds(backOffMost)),
      jobsPerWorker: jobsPerWorker, workerMemory: workerMemory,
      requiresSandbox: sandbox == "required", stopGrace: .milliseconds(stopGrace),
      pause: .milliseconds(pause))
  }
}
