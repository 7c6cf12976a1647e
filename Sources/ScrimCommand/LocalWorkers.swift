/// The worker of a command: the same one for many jobs, until it should do no other.
package final class LocalWorkers {
  private let start: () throws -> LocalWorker
  private var worker: LocalWorker?

  /// - Parameter start: Starts a worker.
  package init(_ start: @escaping () throws -> LocalWorker) {
    self.start = start
  }

  /// A worker that waits for a job.
  ///
  /// - Throws: A ``Failure`` if none can be started.
  package func ready() throws -> LocalWorker {
    if let worker, worker.retireReason == nil { return worker }
    worker = nil
    let fresh = try start()
    worker = fresh
    return fresh
  }
}
