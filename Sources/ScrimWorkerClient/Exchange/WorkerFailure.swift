/// Why a request got no reply. The worker is of no use after that.
package enum WorkerFailure: Error, Sendable, Hashable {
  case crashed(WorkerCrash)
  /// The system refused the client what it needed. Nothing that a worker sends causes this.
  case systemError(String)
  /// The client was told to stop before the reply came.
  case stopped
}
