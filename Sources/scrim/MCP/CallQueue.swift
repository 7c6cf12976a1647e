import ScrimJSON
import ScrimLinux
import Synchronization

/// Requests that take a worker, handled by a few threads in the order in which they arrive.
final class CallQueue: Sendable {
  struct Call: Sendable {
    let request: RPCRequest
    /// Set once the client has cancelled it.
    let cancellation: ShutdownEvent
  }

  /// How many may wait.
  static let mostWaiting = 32

  private struct State {
    var waiting: [Call] = []
    /// Of the calls that have no response yet.
    var cancellations: [JSON: ShutdownEvent] = [:]
  }

  private let state = Mutex(State())
  private let arrivals = Semaphore()

  /// Adds a call.
  ///
  /// - Throws: ``RPCError`` if too many wait, or the client has used its identifier for another one.
  func add(_ request: RPCRequest) throws(RPCError) {
    let cancellation: ShutdownEvent
    do {
      cancellation = try ShutdownEvent()
    } catch {
      throw RPCError(.internalError, "\(error).", id: request.id)
    }
    let refusal = state.withLock { state -> RPCError? in
      guard state.cancellations[request.id] == nil else {
        return RPCError(.invalidRequest, "a request with this id is in progress.")
      }
      guard state.waiting.count < Self.mostWaiting else {
        return RPCError(
          .busy, "\(Self.mostWaiting) calls wait: try again when some have results.", id: request.id
        )
      }
      state.cancellations[request.id] = cancellation
      state.waiting.append(Call(request: request, cancellation: cancellation))
      return nil
    }
    if let refusal { throw refusal }
    arrivals.signal()
  }

  /// Waits for the next call.
  ///
  /// - Returns: `nil` once the queue is closed and empty.
  func next() -> Call? {
    arrivals.wait()
    return state.withLock { state in
      state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
  }

  /// Ends a call.
  ///
  /// - Returns: Whether its client waits for the response.
  func finish(_ call: Call) -> Bool {
    state.withLock { _ = $0.cancellations.removeValue(forKey: call.request.id) }
    return !call.cancellation.isSet
  }

  /// Cancels a call, whether or not it has begun; one that is unknown, or has a response, is ignored.
  func cancel(_ id: JSON) {
    state.withLock { $0.cancellations[id] }?.set()
  }

  /// Lets `threads` threads end when no call waits.
  func close(threads: Int) {
    for _ in 0..<threads { arrivals.signal() }
  }
}
