import CLinux
import Glibc

/// Connected Unix sockets that preserve message boundaries (SOCK_SEQPACKET) and transfer descriptors.
package enum PacketSocket {
  /// Two connected ends.
  ///
  /// - Throws: ``SystemError``.
  package static func pair() throws(SystemError) -> (OwnedDescriptor, OwnedDescriptor) {
    var pair: [Int32] = [-1, -1]
    try check(scrim_socket_pair(&pair), "create a socket pair")
    return (OwnedDescriptor(owning: pair[0]), OwnedDescriptor(owning: pair[1]))
  }

  /// Listens at a name in a folder, and replaces a socket of that name. Only one process may do so at a time.
  ///
  /// - Parameters:
  ///   - name: The socket's name.
  ///   - folder: The folder.
  ///   - mode: The socket's permissions.
  /// - Returns: A non-blocking descriptor, readable while a connection is pending.
  /// - Throws: ``SystemError``.
  package static func listen(
    as name: String, in folder: Folder, mode: UInt32
  ) throws(SystemError) -> OwnedDescriptor {
    try StreamSocket.publish(name, in: folder, mode: mode) { scrim_listen_packets($0) }
  }

  /// Accepts a connection, non-blocking; `nil` if none is pending.
  package static func accept(from socket: OwnedDescriptor) -> OwnedDescriptor? {
    StreamSocket.accept(from: socket)
  }

  /// Connects to a socket by its name in a folder, which need not be readable.
  ///
  /// - Throws: ``SystemError``; ENOENT or ECONNREFUSED if no process listens.
  package static func connect(
    to name: String, inFolder folder: String
  ) throws(SystemError) -> OwnedDescriptor {
    let place = try OwnedDescriptor.openPath(folder)
    let path = StreamSocket.path(of: name, in: place)
    let number = withExtendedLifetime(place) { scrim_connect_packets(path) }
    return OwnedDescriptor(owning: try check(number, "connect to \(folder)/\(name)"))
  }

  /// Lets the other end's next packets fail to be sent, with EPIPE. Those that were sent before can be received.
  package static func stopReceiving(from socket: OwnedDescriptor) {
    _ = shutdown(socket.raw, Int32(SHUT_RD))
  }

  /// Ends the connection; packets that were sent before can be received.
  package static func shutDown(_ socket: OwnedDescriptor) {
    _ = shutdown(socket.raw, Int32(SHUT_RDWR))
  }

  /// Memory of sent packets that the other end has neither received nor discarded; 0 if there are none.
  package static func unreadBytes(sentOver socket: OwnedDescriptor) -> Int {
    Int(scrim_unread(socket.raw))
  }

  /// The user of the process at the other end, when it connected.
  ///
  /// - Throws: ``SystemError``.
  package static func user(atOtherEndOf socket: OwnedDescriptor) throws(SystemError) -> UInt32 {
    var user: uid_t = 0
    try check(scrim_peer(socket.raw, &user), "identify a client")
    return user
  }

  /// Sends one packet; never raises SIGPIPE.
  ///
  /// - Parameters:
  ///   - bytes: The packet. The receiver treats an empty one as a closed connection.
  ///   - descriptors: Descriptors to copy to the receiver, at most 253.
  ///   - socket: One end.
  ///   - waits: Whether to wait while the receiver is slow to read; EAGAIN otherwise.
  /// - Throws: ``SystemError``; EPIPE or ECONNRESET after the other end was closed.
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
  ///   - capacity: Maximum length of a packet in bytes.
  ///   - maxDescriptors: Maximum number of descriptors.
  /// - Returns: `nil` after the other end was closed.
  /// - Throws: ``SystemError``; EMSGSIZE for a packet that is longer or has more descriptors, all of which are
  ///   closed; ECONNRESET if the other end was closed with unread packets.
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
