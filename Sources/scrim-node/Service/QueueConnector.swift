import ScrimLinux
import ScrimQueue
import Synchronization

/// Opens connections in threads of their own: to look up a host and reach it may take longer than the node's leases
/// last, which it must give up in time.
final class QueueConnector: Sendable {
  // Of one thread at a time: that which opens it hands it over.
  private struct Opened: @unchecked Sendable {
    let result: Result<QueueConnection, QueueError>
  }

  private struct State {
    var isOpening = false
    var opened: Opened?
  }

  private let state = Mutex(State())
  private let settings: NodeConfiguration
  /// Signalled when there is a result.
  private let wake: WakeEvent

  init(_ settings: NodeConfiguration, wake: WakeEvent) {
    self.settings = settings
    self.wake = wake
  }

  var isOpening: Bool { state.withLock { $0.isOpening } }

  /// Opens a connection in the caller's thread.
  ///
  /// - Returns: The connection.
  /// - Throws: `QueueError`.
  func open() throws(QueueError) -> QueueConnection {
    try QueueConnection.openNode(settings.queue, program: "scrim-node", lease: settings.lease)
  }

  /// Begins to open a connection. Must not be called while one is being opened.
  ///
  /// - Throws: `QueueError` unavailable, if there is no thread for it.
  func start() throws(QueueError) {
    state.withLock { $0.isOpening = true }
    do {
      try Thread.start { [self] in
        let opened = Opened(result: Result { () throws(QueueError) in try open() })
        state.withLock { $0 = State(isOpening: false, opened: opened) }
        wake.signal()
      }
    } catch {
      state.withLock { $0.isOpening = false }
      throw QueueError(.unavailable, "\(error)")
    }
  }

  /// The connection that ``start()`` was to open.
  ///
  /// - Returns: `nil` if there is none yet.
  /// - Throws: `QueueError`, once.
  func take() throws(QueueError) -> QueueConnection? {
    let opened = state.withLock { state in
      defer { state.opened = nil }
      return state.opened
    }
    return try opened?.result.get()
  }
}
