import ScrimJSON
import ScrimLinux
import ScrimProtocol

/// The process of a worker, and what connects this one with it.
struct StartedWorker {
  let channel: Channel
  let process: ChildProcess
  /// Where it writes its steps.
  let steps: SharedCell

  /// Where it is; `nil` if it has begun nothing or wrote something else.
  var step: WorkerStep? {
    let bytes = steps.bytes
    guard !bytes.isEmpty else { return nil }
    return try? WorkerStep(json: JSON(parsing: bytes))
  }
}
