import ScrimJSON
import Synchronization

/// What happens to a job, for one client: server-sent events (HTML Standard §9.2). Each has all that `GET` of the job
/// has, and the last one is that of its end.
package final class JobEvents: Sendable {
  package enum Part: Sendable {
    case text(String)
    case end
  }

  private struct State {
    var receive: (@Sendable (Part) -> Void)?
    /// The last event, and when anything was sent.
    var last = ""
    var sent = ContinuousClock.now
    var isAsked = false
    var isEnded = false
  }

  let id: String
  let key: ServiceKey
  private let made = ContinuousClock.now
  private let state = Mutex(State())

  /// Clients connect again after this time.
  private static let longest = Duration.seconds(3600)
  /// For the head of the answer to be written: of HEAD, and of a client that has left, nothing follows it.
  private static let patience = Duration.seconds(10)
  /// A comment shows whether the client is still there.
  private static let heartbeat = Duration.seconds(15)

  init(of id: String, for key: ServiceKey) {
    self.id = id
    self.key = key
  }

  /// Begins to send.
  ///
  /// - Parameter receive: Called by any thread; not any more after ``leave()``, and after the end.
  package func begin(_ receive: @escaping @Sendable (Part) -> Void) {
    state.withLock { $0.receive = receive }
  }

  /// The client has left.
  package func leave() {
    state.withLock { state in
      state.receive = nil
      state.isEnded = true
    }
  }

  var isEnded: Bool {
    let isLate = .now - made > Self.patience
    return state.withLock { $0.isEnded || $0.receive == nil && isLate }
  }

  /// Whether the job is to be looked at for it: not before the last look has ended.
  func ask() -> Bool {
    state.withLock { state in
      guard state.receive != nil, !state.isAsked else { return false }
      state.isAsked = true
      return true
    }
  }

  /// Sends an event, unless it is the last one again.
  func send(_ job: JSON, isLast: Bool) {
    let isLate = .now - made > Self.longest
    var parts: [Part] = []
    let receive = state.withLock { state in
      state.isAsked = false
      guard !state.isEnded else { return state.receive }
      let text = job.text()
      let now = ContinuousClock.now
      if text != state.last {
        parts.append(.text("event: job\ndata: \(text)\n\n"))
        (state.last, state.sent) = (text, now)
      } else if now - state.sent >= Self.heartbeat {
        parts.append(.text(": \n\n"))
        state.sent = now
      }
      if isLast || isLate {
        parts.append(.end)
        state.isEnded = true
      }
      return state.receive
    }
    for part in parts { receive?(part) }
  }

  /// Ends it without another event.
  func finish() {
    let receive = state.withLock { state in
      defer { (state.receive, state.isEnded) = (nil, true) }
      return state.isEnded ? nil : state.receive
    }
    receive?(.end)
  }

  /// The job could not be looked at.
  func skip() { state.withLock { $0.isAsked = false } }
}
