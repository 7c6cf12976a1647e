import Logging
import ScrimDocument
import ScrimLinux
import ScrimSpool
import ScrimSupervisor

/// Tells what becomes of jobs: one line a job, never its text; on request the path of each picture
/// on standard output.
struct JobLog: Sendable {
  let logger: Logger
  let prints: Bool
  let spool: Spool
  let board: StatusBoard

  /// What the intake and the scan did.
  func note(_ event: Spool.Event) {
    switch event {
    case .accepted(let id, let user):
      logger.debug("accepted", metadata: ["id": "\(id)", "user": "\(user)"])
    case .refused(let id, let user, let problem):
      board.count(failed: 1)
      logger.warning(
        "job refused",
        metadata: ["id": "\(id)", "user": "\(user)", "result": "failed", "code": "\(problem.code)"])
    case .requeued(let id):
      logger.notice("taken up again after a crash", metadata: ["id": "\(id)"])
    case .delivered(let id, let files):
      board.count(done: 1)
      logger.notice("delivered after a crash", metadata: ["id": "\(id)", "result": "done"])
      show(files)
    case .conflict(let id, let problem):
      board.count(failed: 1)
      logger.warning(
        "job failed", metadata: ["id": "\(id)", "result": "failed", "code": "\(problem.code)"])
    case .corrupt(let name, let reason):
      board.count(failed: 1)
      logger.error(
        "moved to corrupt/", metadata: ["name": "\(quoted(name))", "reason": "\(reason)"])
    case .left(let name, let reason):
      board.count(failed: 1)
      logger.warning("left in drop/", metadata: ["name": "\(quoted(name))", "reason": "\(reason)"])
    }
  }

  /// What a slot did.
  func note(_ event: RenderEvent, slot: Int) {
    switch event {
    case .workerStarted(let process, let lacking):
      board.worker(slot, process: process)
      logger.debug("worker started", metadata: ["pid": "\(process)"])
      if !lacking.isEmpty, board.lacks(lacking) {
        logger.warning(
          "this kernel's sandbox lacks \(lacking.joined(separator: ", "))", metadata: [:])
      }
    case .began(let id, _):
      board.began(slot, id)
    case .done(let job, let ticket, let files, let milliseconds):
      board.ended(slot)
      board.count(done: 1)
      logger.info(
        "job done", metadata: describe(job, ticket, "done").with("ms", "\(milliseconds)"))
      show(files)
    case .failed(let job, let ticket, let problems):
      board.ended(slot)
      board.count(failed: 1)
      let codes = problems.map { "\($0.code)@\($0.pointer)" }.joined(separator: ",")
      logger.warning(
        "job failed", metadata: describe(job, ticket, "failed").with("mistakes", "\(codes)"))
    case .retried(let job, let reason):
      board.ended(slot)
      board.count(crashes: 1)
      logger.warning(
        "attempt failed",
        metadata: ["id": "\(job.id)", "attempts": "\(job.attempt)", "reason": "\(reason)"])
    case .returned(let job):
      board.ended(slot)
      logger.notice("put back", metadata: ["id": "\(job.id)"])
    case .held(let job, let reason):
      board.ended(slot)
      board.count(failed: 1)
      logger.error("job held", metadata: ["id": "\(job.id)", "reason": "\(reason)"])
    case .corrupt(let name, let reason):
      board.ended(slot)
      note(.corrupt(name, reason: reason))
    case .trouble(let reason):
      board.ended(slot)
      board.trouble(reason)
      logger.error("paused", metadata: ["reason": "\(reason)"])
    case .idle:
      board.ended(slot)
    }
  }

  private func describe(_ job: Job, _ ticket: Ticket, _ result: String) -> Logger.Metadata {
    [
      "id": "\(job.id)", "job": "\(quoted(ticket.name))", "user": "\(ticket.user)",
      "result": "\(result)", "attempts": "\(job.attempt)",
    ]
  }

  private func show(_ files: [String]) {
    guard prints else { return }
    StandardStream.output.write(files.map { spool.outputPath($0) + "\n" }.joined())
  }
}

extension Logger.Metadata {
  fileprivate func with(_ key: String, _ value: String) -> Logger.Metadata {
    merging([key: .string(value)]) { _, new in new }
  }
}
