import CLinux

/// Signals that wait to be taken, and interrupt nothing.
///
/// The thread that makes this, and each that it starts afterwards, has them blocked from then on;
/// so it has to be made before there is another thread.
public final class SignalFD: Sendable {
  /// Readable while a signal waits.
  public let descriptor: OwnedDescriptor

  /// - Parameter numbers: Such as `SIGTERM`.
  /// - Throws: ``SystemError``.
  public init(_ numbers: [Int32]) throws(SystemError) {
    descriptor = OwnedDescriptor(
      owning: try check(scrim_block_signals(numbers, numbers.count), "wait for signals"))
  }

  /// Takes the number of one that waits. Several of a number that came together are one.
  public func next() -> Int32? {
    let number = scrim_next_signal(descriptor.raw)
    return number > 0 ? number : nil
  }
}
