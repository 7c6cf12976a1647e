package import ScrimLinux
import ScrimJSON

/// Requests to a running daemon by its socket.
package enum ControlClient {
  private static let socket = "control.sock"
  private static let longestAnswer = 1 << 20
  private static let mostFiles = 253
  private static let patience = Duration.seconds(60)

  /// Connects to the daemon of a spool.
  ///
  /// - Throws: `SystemError`; ENOENT or ECONNREFUSED if none runs, EACCES without permission.
  package static func connect(toSpool path: String) throws(SystemError) -> OwnedDescriptor {
    try PacketSocket.connect(to: socket, inFolder: path)
  }

  /// Sends a request, and waits for the answer.
  ///
  /// - Returns: The answer, and its descriptors.
  /// - Throws: ``CommandError`` failed if there is none within 60 s, or none that can be read; `SystemError`.
  package static func ask(
    _ request: JobRequest, over daemon: OwnedDescriptor
  ) throws -> (answer: JobAnswer, files: [OwnedDescriptor]) {
    try PacketSocket.send(request.json.bytes(), [], over: daemon, waits: true)
    guard try !Readiness.wait(for: [daemon.raw], timeout: patience).isEmpty else {
      throw CommandError(.failed, "scrimd did not answer within 60 s.")
    }
    guard
      let packet = try PacketSocket.receive(
        from: daemon, capacity: longestAnswer, maxDescriptors: mostFiles)
    else {
      throw CommandError(
        .failed,
        "scrimd closed the connection: it is stopping, or you have too many connections.")
    }
    do {
      return (try JobAnswer(json: JSON(parsing: packet.bytes)), packet.descriptors)
    } catch {
      throw CommandError(.failed, "scrimd's answer is not valid: \(error)")
    }
  }
}
