import Logging
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimService
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers

/// Logs the events of jobs: one line per job, never its text. On request prints the path of each image to standard
/// output.
struct JobLog: Sendable {
  let logger: Logger
  let prints: Bool
  let spool: Spool
  let board: StatusBoard
  let metricsWarning = MetricsWarning()
  private let budget = LineBudget()
  private let owners = SeenOwners()
  private let priorities = PriorityEvents()
  private let jobErrors = SeenErrors()

  init(logger: Logger, prints: Bool, spool: Spool, board: StatusBoard) {
    self.logger = logger
    self.prints = prints
    self.spool = spool
    self.board = board
  }

  /// Logs an event of the intake or the scan.
  func note(_ event: Spool.Event) {
    switch event {
    case .accepted(let name, let jobName, let isHeld):
      step(.accepted, name.id, name: jobName, with: isHeld ? ["hold": "user"] : [:])
      if spool.outLayout == .flat, owners.isSecond(name.id.owner) {
        logger.warning(
          "several users share out/: members of the spool's group read each other's results",
          metadata: ["key": "spool.out-layout"])
      }
    case .duplicate(let id, let earlier): step(.duplicate, id, with: ["job": "\(earlier)"])
    case .refused(let id, let name, let error):
      step(.refused, id, name: name, code: error.code)
    case .requeued(let id): step(.recovered, id, reason: "the daemon that rendered it has ended")
    case .delivered(let id, let files): step(.delivered, id, files: files)
    case .chunkDelivered(let id, let done, let failed, let files):
      board.countRows(done: done, failed: failed)
      step(.rowsDelivered, id, files: files)
    case .batchEnded(let outcome): ended(outcome)
    case .conflict(let id, let error): step(.failed, id, code: error.code)
    case .jobError(let name, let reason): jobError(name, reason)
    case .corrupt(let name, let reason):
      board.count(.corrupt)
      if let id = AttemptName(name)?.id ?? JobID(name) { record(.corrupt, id, reason: reason) }
      logger.error(
        "moved to corrupt/", metadata: ["name": "\(quoted(name))", "reason": "\(reason)"])
    case .left(let name, let user, let reason):
      board.countLeft()
      var metadata: Logger.Metadata = ["name": "\(quoted(name))", "reason": "\(reason)"]
      if let user { metadata["user"] = "\(user)" }
      limited("left in drop/", user, metadata)
    case .overQuota(let owner, let excess):
      logger.warning("left in drop/", metadata: ["user": "\(owner)", "reason": "\(excess)"])
    case .pressure(let pressure?, let largest):
      board.pressure(pressure)
      var metadata: Logger.Metadata = ["reason": "\(pressure)"]
      if let largest {
        metadata["largest-user"] = "\(largest.owner)"
        metadata["bytes"] = "\(largest.bytes)"
      }
      logger.warning("intake suspended", metadata: metadata)
    case .pressure(nil, _):
      board.pressure(nil)
      logger.notice("intake resumed")
    }
  }

  /// Logs an event of a slot.
  func note(_ event: RenderEvent, slot: Int) {
    switch event {
    case .workers(let event): note(event, slot: slot)
    case .began(let job, let ticket, _):
      board.began(slot, job.id)
      if job.id.rows == nil {
        record(.started, job.id, name: ticket.name, attempt: job.attempt)
      }
    case .indexed(let job, let ticket, let rows, let milliseconds):
      step(.indexed, job, ticket, slot, with: ["rows": "\(rows)", "ms": "\(milliseconds)"])
    case .chunkDone(let job, let ticket, let done, let failed, let files, let milliseconds):
      board.countRows(done: done, failed: failed)
      step(
        .rowsDone, job, ticket, slot, files: files,
        with: ["ms": "\(milliseconds)", "rows": "\(done)", "failed": "\(failed)"])
    case .batchEnded(let outcome): ended(outcome)
    case .done(let job, let ticket, let files, let milliseconds, let stages):
      board.passed(stages)
      step(.done, job, ticket, slot, files: files, with: ["ms": "\(milliseconds)"])
    case .failed(let job, let ticket, let errors, let milliseconds):
      // By line and column: a JSON pointer would contain keys of the job.
      let codes = errors.map { error in
        error.position.map { "\(error.code)@\($0.line):\($0.column)" } ?? error.code
      }.joined(separator: ",")
      step(
        .failed, job, ticket, slot, code: errors.first?.code,
        with: ["ms": "\(milliseconds)", "errors": "\(codes)"])
    case .crashed: board.count(.crashes)
    case .retried(let job, let reason): step(.retried, job, nil, slot, reason: reason)
    case .returned(let job):
      board.ended(slot, job.id)
      step(.returned, job.id, reason: "the daemon stops")
    case .held(let job, let ticket, let reason): step(.held, job, ticket, slot, reason: reason)
    case .corrupt(let id, let reason):
      board.ended(slot, id)
      note(.corrupt(id.description, reason: reason))
    case .jobError(let id, let reason):
      board.ended(slot, id)
      jobError(id.description, reason)
    case .systemError(let reason):
      board.rests(slot)
      systemError(reason)
    case .idle: board.rests(slot)
    }
  }

  /// Logs an event of a slot's workers. The status shows the one that renders.
  private func note(_ event: WorkerEvent, slot: Int) {
    switch event {
    case .started(let process, let lacking):
      board.worker(slot, process: process)
      started(process, lacking)
    case .evaluatorStarted(let process, let lacking): started(process, lacking)
    case .replaced(let process, let reason):
      logger.notice("worker replaced", metadata: ["pid": "\(process)", "reason": "\(reason)"])
    case .pluginsChanged(let changes): changed(plugins: changes)
    case .pluginRefused(let plugin): refused(plugin)
    case .pluginsScanned(let found): scanned(found, spool)
    case .output(let line): note(line)
    case .environmentUnknown: break
    }
  }

  private func started(_ process: Int32, _ lacking: [String]) {
    board.count(.workerStarts)
    logger.debug("worker started", metadata: ["pid": "\(process)"])
    lacks(lacking)
  }

  private func ended(_ outcome: BatchOutcome) {
    let (id, ticket, rows) = (outcome.id, outcome.ticket, outcome.progress)
    let metadata: Logger.Metadata = [
      "rows": "\(rows.done)", "failed": "\(rows.failed)", "skipped": "\(rows.skipped)",
    ]
    switch outcome.delivery {
    case .delivered(let files): step(.batchDone, id, ticket, files: files, with: metadata)
    case .conflict(let error): step(.batchFailed, id, ticket, code: error.code, with: metadata)
    }
  }

  /// Carries out a step with which a slot has ended its work on a job.
  private func step(
    _ step: JobStep, _ job: SpoolJob, _ ticket: Ticket?, _ slot: Int, code: String? = nil,
    reason: String? = nil, files: [String] = [], with metadata: Logger.Metadata = [:]
  ) {
    board.ended(slot, job.id)
    self.step(
      step, job.id, ticket, attempt: job.attempt, code: code, reason: reason, files: files,
      with: metadata)
  }

  /// Carries out a step of a job: counts, records and logs it, and prints its files.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - id: The job.
  ///   - ticket: Its ticket.
  ///   - name: Its name for the history, if there is no ticket.
  ///   - attempt: Its attempt.
  ///   - code: The code of its first error.
  ///   - reason: Why it is in this state.
  ///   - files: Its files that are in `out/` now.
  ///   - metadata: What the line of the log has besides.
  private func step(
    _ step: JobStep, _ id: JobID, _ ticket: Ticket? = nil, name: String? = nil,
    attempt: Int? = nil, code: String? = nil, reason: String? = nil, files: [String] = [],
    with metadata: Logger.Metadata = [:]
  ) {
    if let counter = step.counter { board.count(counter) }
    if step.counter == .failed { board.failed(code) }
    if let event = step.event {
      record(
        event, id, name: ticket?.name ?? name, attempt: attempt, code: code, reason: reason)
    }
    let known = [
      ("id", "\(id)"), ("user", "\(id.user)"), ("job", ticket.map { quoted($0.name) }),
      ("attempts", attempt.map { "\($0)" }),
      ("code", code), ("reason", reason), ("result", step.result),
    ]
    var metadata = metadata
    for case let (key, value?) in known { metadata[key] = "\(value)" }
    if !step.isLimited || budget.admits(.init(message: step.message, user: id.user)) {
      logger.log(level: step.level, "\(step.message)", metadata: metadata)
    }
    show(files, of: id)
  }

  /// Logs a line that a worker wrote to standard error, usually from a plugin.
  func note(_ line: WorkerOutputLog.Line) {
    var metadata: Logger.Metadata = ["pid": "\(line.process)"]
    if let job = line.job { metadata["id"] = "\(job.id)" }
    if let effect = line.effect { metadata["effect"] = "\(quoted(effect))" }
    if let plugin = line.plugin { metadata["plugin"] = "\(quoted(plugin))" }
    switch line.content {
    // Not quoted(), which shortens: the ends of these lines matter, too.
    case .text(let text):
      metadata["text"] = "\(quotedLine(text))"
    case .dropped(let count): metadata["text"] = "… \(count) more lines dropped"
    }
    limited(
      line.job == nil ? "worker output" : "plugin output", line.job?.user, metadata,
      most: 10 * WorkerOutputLog.maxLines)
  }

  /// Logs a line that users can trigger at will, unless there were too many of its kind recently.
  private func limited(
    _ message: String, _ user: UInt32?, _ metadata: Logger.Metadata,
    at level: Logger.Level = .warning, most: Int = LineBudget.most
  ) {
    guard budget.admits(.init(message: message, user: user), most: most) else { return }
    logger.log(level: level, "\(message)", metadata: metadata)
  }

  /// Reports how many lines were suppressed in past intervals.
  ///
  /// - Parameter all: Also in current intervals, since the daemon stops.
  func tellSuppressed(all: Bool = false) {
    for event in priorities.takeLatest() { spool.eventLog.add(event) }
    for (kind, count) in budget.finished(all: all) {
      var metadata: Logger.Metadata = ["suppressed": "\(count)"]
      if let user = kind.user { metadata["user"] = "\(user)" }
      logger.warning("suppressed lines like \(quoted(kind.message))", metadata: metadata)
    }
  }

  /// Logs the sandbox features that this kernel lacks, if they have changed.
  func lacks(_ lacking: [String]) {
    guard board.lacks(lacking), !lacking.isEmpty else { return }
    logger.warning("the kernel's sandbox lacks \(lacking.joined(separator: ", "))")
  }

  func changed(plugins changes: [String]) {
    logger.notice(
      "plugins changed", metadata: ["changes": "\(printable(changes.joined(separator: ", ")))"])
  }

  /// Records a scan of third-party plugins.
  func scanned(_ found: PluginCatalog.ThirdParty, _ spool: Spool) {
    board.refused(found.refused)
    for plugin in found.refused { refused(plugin) }
    do {
      try spool.remember(providers: found.providers)
    } catch {
      // The file distinguishes effects whose plugin is refused; without it they are unknown effects.
      logger.warning("effects.json not written", metadata: ["reason": "\(error)"])
    }
  }

  private func refused(_ plugin: RefusedFile) {
    logger.error(
      "plugin refused",
      metadata: [
        "plugin": "\(printable(plugin.path))", "reason": "\(printable(plugin.reason))",
      ])
  }

  /// Logs a user's change.
  func changed(_ act: JobCommands.Act) {
    switch act {
    case .changed(let id, let action, let user):
      limited(
        "job \(action.pastName)", user, ["id": "\(id)", "by": "\(user)"], at: .notice,
        most: Self.mostChanges)
    case .purged(let owner, let files, let user):
      limited(
        "results deleted", user, ["user": "\(owner)", "files": "\(files)", "by": "\(user)"],
        at: .notice, most: Self.mostChanges)
    }
  }

  /// Lines of a user's changes of one kind per interval.
  private static let mostChanges = 100
  /// Events of a user's changes in the history per interval.
  private static let mostEvents = 5000

  /// Records a user's change in the history, unless the user made too many recently.
  func record(command event: JobEvent) {
    let user = event.user ?? event.id.user
    guard budget.admits(.init(message: "event in the history", user: user), most: Self.mostEvents),
      priorities.admits(event)
    else { return }
    spool.eventLog.add(event)
  }

  /// Logs that jobs have left `hold/`.
  func released(_ count: Int) {
    guard count > 0 else { return }
    logger.notice("held jobs released", metadata: ["jobs": "\(count)"])
  }

  func systemError(_ reason: String) {
    board.systemError(reason)
    logger.error("paused after a system error", metadata: ["reason": "\(reason)"])
  }

  /// Logs an error of one job, which passes meet again and again, once.
  private func jobError(_ name: String, _ reason: String) {
    guard jobErrors.isNew(name, reason) else { return }
    logger.error(
      "cannot process job; next attempt at the next scan",
      metadata: ["job": "\(quoted(name))", "reason": "\(printable(reason))"])
  }

  /// Adds an event to the history.
  private func record(
    _ kind: JobEvent.Kind, _ id: JobID, name: String? = nil, attempt: Int? = nil,
    code: String? = nil, reason: String? = nil
  ) {
    spool.eventLog.add(
      JobEvent(kind, id, name: name, attempt: attempt, code: code, reason: reason))
  }

  private func show(_ files: [String], of id: JobID) {
    guard prints else { return }
    StandardStream.output.write(files.map { spool.outputPath($0, of: id.owner) + "\n" }.joined())
  }
}
