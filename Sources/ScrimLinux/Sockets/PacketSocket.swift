import CLinux

/// Connected Unix sockets that keep the borders of messages (SOCK_SEQPACKET) and carry descriptors.
package enum PacketSocket {
  /// Two connected ends.
  ///
  /// - Throws: ``SystemError``.
  package static func pair() throws(SystemError) -> (OwnedDescriptor, OwnedDescriptor) {
    var pair: [Int32] = [-1, -1]
    try check(scrim_socket_pair(&pair), "create a socket pair")
    return (OwnedDescriptor(owning: pair[0]), OwnedDescriptor(owning: pair[1]))
  }

  /// Sends one packet; never raises SIGPIPE.
  ///
  /// - Parameters:
  ///   - bytes: The packet. An empty one is a hang-up to the receiver.
  ///   - descriptors: Copies go with it, 253 at most.
  ///   - socket: One end.
  ///   - waits: Whether to wait while the other side is slow to read; EAGAIN otherwise.
  /// - Throws: ``SystemError``; EPIPE or ECONNRESET once the other side has closed its end.
  package static func send(
    _ bytes: [UInt8], _ descriptors: [OwnedDescriptor], over socket: OwnedDescriptor, waits: Bool
  ) throws(SystemError) {
    let numbers = descriptors.map(\.raw)
    let sent = withExtendedLifetime(descriptors) {
      scrim_send(socket.raw, bytes, bytes.count, numbers, numbers.count, waits ? 1 : 0)
    }
    try check(sent, "send a message")
  }

  /// Waits for one packet.
  ///
  /// - Parameters:
  ///   - socket: One end.
  ///   - capacity: The longest packet, bytes.
  ///   - maxDescriptors: The most descriptors.
  /// - Returns: `nil` once the other side has closed its end.
  /// - Throws: ``SystemError``; EMSGSIZE for a packet that is longer or has more descriptors, all of which are
  ///   closed; ECONNRESET if the other side ended with packets unread.
  package static func receive(
    from socket: OwnedDescriptor, capacity: Int, maxDescriptors: Int
  ) throws(SystemError) -> (bytes: [UInt8], descriptors: [OwnedDescriptor])? {
    var numbers = [Int32](repeating: -1, count: maxDescriptors)
    var descriptorCount = 0
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      let result = scrim_receive(
        socket.raw, buffer.baseAddress, buffer.count, &numbers, numbers.count, &descriptorCount)
      if result < 0 { failure = .current("receive a message") }
      count = max(result, 0)
    }
    if let failure { throw failure }
    let descriptors = numbers[..<descriptorCount].map { OwnedDescriptor(owning: $0) }
    return bytes.isEmpty ? nil : (bytes, descriptors)
  }
}
