import CLinux

/// Signals that are received through a descriptor, and interrupt nothing.
///
/// The signals are blocked in the thread that creates this, and in each thread that it starts afterwards. Therefore
/// it must be created before any other thread.
public final class SignalFD: Sendable {
  /// Readable while a signal is pending.
  public let descriptor: OwnedDescriptor

  /// - Parameter numbers: Such as `SIGTERM`.
  /// - Throws: ``SystemError``.
  public init(_ numbers: [Int32]) throws(SystemError) {
    descriptor = OwnedDescriptor(
      owning: try check(scrim_block_signals(numbers, numbers.count), "wait for signals"))
  }

  /// Takes a pending signal's number; `nil` if none is pending. Repeated signals of one number are merged.
  public func next() -> Int32? {
    let number = scrim_next_signal(descriptor.raw)
    return number > 0 ? number : nil
  }
}
