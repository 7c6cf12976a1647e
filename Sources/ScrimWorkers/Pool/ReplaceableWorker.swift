import ScrimProtocol
import ScrimRecords
import ScrimWorkerClient

/// One worker, and when another has to take its place.
///
/// A worker serves all owners as long as it has Scrim's own plugins only. Before it loads a third-party
/// plugin it must have served no other owner, whose words the plugin would find in its memory; from then on
/// it serves that owner only, and not for long.
final class ReplaceableWorker {
  private(set) var current: Worker?
  private var started = ContinuousClock.now
  private var jobs = 0
  private var owners: Set<Owner> = []
  /// The plugins that were there when it was started.
  private var folders: PluginFolders?
  private let report: (WorkerEvent) -> Void

  /// Jobs of a worker that has loaded third-party plugins.
  private static let jobsWithThirdParty = 16

  init(report: @escaping (WorkerEvent) -> Void) {
    self.report = report
  }

  /// Ends the worker.
  func drop() { current = nil }

  /// Ends a worker that may have older libraries or fonts open than those of a time.
  func drop(startedBefore time: ContinuousClock.Instant) {
    guard let current, started < time else { return }
    report(
      .replaced(process: current.processID, reason: "started before the environment was read"))
    self.current = nil
  }

  /// Whether it has loaded third-party plugins.
  var isBound: Bool { current?.addedPlugins.isEmpty == false }

  /// Ends a worker that has loaded third-party plugins.
  func dropIfBound() {
    if isBound { current = nil }
  }

  /// Ends a worker that has taken too much while it had nothing to do.
  func dropIfExceeding() {
    guard let current, current.exceedsLimits else { return }
    report(
      .replaced(
        process: current.processID, reason: "too many threads or too much memory while idle"))
    self.current = nil
  }

  /// Notes that it is given a job, or so many rows of a batch.
  func begin(for owner: Owner, jobs count: Int = 1) {
    jobs += count
    owners.insert(owner)
  }

  /// The worker for a job: this one, or a new one when there is none, it has done its share, has grown, may not
  /// serve the owner, or there are other plugins than when it was started.
  ///
  /// - Parameters:
  ///   - owner: Whose job it is.
  ///   - isExclusive: Whether third-party plugins will be loaded.
  ///   - folders: The plugins that there are.
  ///   - settings: How workers are started and when they are replaced.
  ///   - start: Starts one.
  /// - Returns: A worker that waits for a job.
  /// - Throws: ``WorkerError``.
  func ready(
    for owner: Owner, isExclusive: Bool, with folders: PluginFolders, _ settings: WorkerSettings,
    start: () throws(WorkerError) -> Worker
  ) throws(WorkerError) -> Worker {
    if let current, mayServe(owner, isExclusive), !hasReachedJobLimit(settings),
      current.memory ?? 0 <= settings.workerMemory, folders == self.folders
    {
      // What a job left running in it must not affect the next job.
      let reason = current.retireReason ?? (current.isWaiting ? nil : "unexpected message or exit")
      guard let reason else { return current }
      report(.replaced(process: current.processID, reason: reason))
    }
    current = nil
    started = .now
    let fresh = try start()
    // Checked at startup, unless the program was exchanged since.
    if settings.requiresSandbox { try settings.program.insist(on: fresh.lacking) }
    current = fresh
    self.folders = folders
    jobs = 0
    owners = []
    report(.started(process: fresh.processID, lacking: fresh.lacking))
    return fresh
  }

  /// Whether the next job will need another worker, independent of its owner.
  func willBeReplaced(_ settings: WorkerSettings) -> Bool {
    guard let current else { return false }
    return hasReachedJobLimit(settings) || current.retireReason != nil
  }

  private func mayServe(_ owner: Owner, _ isExclusive: Bool) -> Bool {
    isBound || isExclusive ? owners.isSubset(of: [owner]) : true
  }

  private func hasReachedJobLimit(_ settings: WorkerSettings) -> Bool {
    let most =
      isBound ? min(Self.jobsWithThirdParty, settings.jobsPerWorker) : settings.jobsPerWorker
    return jobs >= most
  }
}
