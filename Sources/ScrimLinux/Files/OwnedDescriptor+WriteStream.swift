import Glibc
import SystemPackage

extension OwnedDescriptor {
  /// Bytes that a pipe takes at once when poll(2) says that it takes any (PIPE_BUF).
  private static let portion = 4096

  /// Writes all bytes at the descriptor's position, also into a pipe, terminal or socket, blocking or not. Never raises
  /// SIGPIPE.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - deadline: How long a reader may take them slowly, or not at all; `nil` for no limit.
  ///   - what: What is written, for messages.
  /// - Throws: ``SystemError``: EPIPE if its reader has closed it, ETIMEDOUT after the deadline.
  package func writeStream(
    _ bytes: UnsafeRawBufferPointer, until deadline: ContinuousClock.Instant?, to what: String
  ) throws(SystemError) {
    let mask = SignalMask(blocking: SIGPIPE)
    defer { mask.restore() }
    var rest = bytes[...]
    while !rest.isEmpty {
      if deadline != nil { try waitUntilWritable(deadline, what) }
      let most = deadline == nil ? rest.count : min(rest.count, Self.portion)
      let count = UnsafeRawBufferPointer(rebasing: rest).withMemoryRebound(to: UInt8.self) {
        Glibc.write(raw, $0.baseAddress, most)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        try waitUntilWritable(deadline, what)
        continue
      }
      rest = rest.dropFirst(try check(count, "write \(what)"))
    }
  }

  private func waitUntilWritable(
    _ deadline: ContinuousClock.Instant?, _ what: String
  ) throws(SystemError) {
    let isReady = try Readiness.waitUntilWritable(raw, timeout: deadline.map { $0 - .now })
    guard isReady else { throw SystemError(.timedOut, "write \(what)") }
  }
}

/// A signal of this thread that is withheld for a time.
private struct SignalMask {
  private let signal: Int32
  private let wasPending: Bool
  private var before = sigset_t()

  init(blocking signal: Int32) {
    self.signal = signal
    var pending = sigset_t()
    sigpending(&pending)
    wasPending = sigismember(&pending, signal) == 1
    var set = Self.set(signal)
    pthread_sigmask(SIG_BLOCK, &set, &before)
  }

  /// Takes back the signal that came meanwhile, and has the mask be as before.
  func restore() {
    if !wasPending {
      var set = Self.set(signal)
      var none = timespec()
      while sigtimedwait(&set, nil, &none) < 0, errno == EINTR {}
    }
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  private static func set(_ signal: Int32) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    return set
  }
}
