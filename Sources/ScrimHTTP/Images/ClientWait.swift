import Synchronization

/// What a client waits for, one thing after the other; it may leave at any time.
final class ClientWait: Sendable {
  private struct State {
    var hasLeft = false
    var leave: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var hasLeft: Bool { state.withLock { $0.hasLeft } }

  /// Notes how to stop waiting for the next thing; does so at once if the client has left.
  func next(_ leave: (@Sendable () -> Void)?) {
    let hasLeft = state.withLock { state in
      state.leave = leave
      return state.hasLeft
    }
    if hasLeft { leave?() }
  }

  /// The client has left.
  func leave() {
    let leave = state.withLock { state in
      state.hasLeft = true
      return state.leave
    }
    leave?()
  }
}
