import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool

/// A client of `control.sock`.
final class ClientConnection: Sendable {
  let descriptor: OwnedDescriptor
  let user: UInt32
  /// Whether it is root, the spool's account, an operator or a bridge user.
  let isTrusted: Bool
  let session = CommandSession()

  init(_ descriptor: OwnedDescriptor, user: UInt32, isTrusted: Bool) {
    self.descriptor = descriptor
    self.user = user
    self.isTrusted = isTrusted
  }

  var number: Int32 { descriptor.raw }

  /// Takes the next request, without waiting.
  ///
  /// - Returns: `nil` if the client has closed the connection.
  /// - Throws: `SystemError`; EAGAIN if there is none.
  func receive() throws(SystemError) -> [UInt8]? {
    try PacketSocket.receive(
      from: descriptor, capacity: JobRequest.maxBytes, maxDescriptors: 0)?.bytes
  }

  /// Lets the client's next request fail before it is sent, so that the client knows that it was not carried out.
  ///
  /// - Returns: The request that was sent before that, if there is one.
  func stopReceiving() -> [UInt8]? {
    PacketSocket.stopReceiving(from: descriptor)
    // Closing a socket with an unread request would discard answers that the client has not read.
    return try? receive()
  }

  /// Answers with *busy* before a request is carried out. The connection is to be closed.
  func refuse() {
    while stopReceiving() != nil {}
    try? send(.busy, [])
  }

  /// - Throws: `SystemError`; EAGAIN if the client does not read its answers.
  func send(_ answer: JobAnswer, _ files: [OwnedDescriptor]) throws(SystemError) {
    try PacketSocket.send(answer.json.bytes(), files, over: descriptor, waits: false)
  }
}
