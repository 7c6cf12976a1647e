import CLinux

/// Unix datagram sockets.
package enum DatagramSocket {
  /// Sends one datagram.
  ///
  /// - Parameters:
  ///   - text: The datagram.
  ///   - path: The path of the receiver's socket; a leading `@` means the abstract namespace.
  /// - Throws: ``SystemError``.
  package static func send(_ text: String, to path: String) throws(SystemError) {
    try check(scrim_send_datagram(path, text), "send a datagram to \(path)")
  }
}
