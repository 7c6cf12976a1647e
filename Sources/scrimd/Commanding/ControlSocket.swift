import ScrimJSON
import ScrimLinux
import ScrimSpool
import SystemPackage

/// Answers requests about jobs over `control.sock`: a packet with a ``JobRequest`` gets one with a ``JobAnswer``.
///
/// No client can block the daemon: packets are read and written without waiting, a client that sends nothing is
/// disconnected, and the number of connections is limited.
final class ControlSocket {
  private struct Connection {
    let descriptor: OwnedDescriptor
    let user: UInt32
    let session = CommandSession()
    var end: ContinuousClock.Instant
  }

  private static let name = "control.sock"
  private static let maxConnections = 16
  /// Of one user, so that others get their turn.
  private static let maxConnectionsPerUser = 8
  /// Time that a client may take for its next request.
  private static let idleLimit = Duration.seconds(5)
  private static let longestRequest = 64 << 10

  private let listener: OwnedDescriptor
  private let spool: Spool
  private let commands: JobCommands
  private var connections: [Connection] = []

  /// To be created by the daemon that has the spool's ``StatusSocket``.
  init(_ spool: Spool, _ commands: JobCommands) throws(SystemError) {
    listener = try PacketSocket.listen(as: Self.name, in: spool.root, mode: 0o660)
    self.spool = spool
    self.commands = commands
  }

  deinit {
    try? spool.root.removeFile(Self.name)
  }

  /// What to wait for.
  var descriptors: [Int32] {
    (connections.count < Self.maxConnections ? [listener.raw] : [])
      + connections.map(\.descriptor.raw)
  }

  /// Time until a client has to be disconnected; `nil` without clients.
  var timeout: Duration? { connections.map(\.end).min().map { max($0 - .now, .zero) } }

  /// Answers the clients whose descriptors are ready, one request each.
  func serve(_ ready: [Int32]) {
    connections = connections.compactMap { connection in
      guard ready.contains(connection.descriptor.raw) else {
        return connection.end > .now ? connection : nil
      }
      guard serve(connection) else { return nil }
      var next = connection
      next.end = .now + Self.idleLimit
      return next
    }
    if ready.contains(listener.raw) { accept() }
  }

  private func accept() {
    while connections.count < Self.maxConnections,
      let client = PacketSocket.accept(from: listener)
    {
      guard let user = try? PacketSocket.user(atOtherEndOf: client),
        connections.count(where: { $0.user == user }) < Self.maxConnectionsPerUser
      else { continue }
      connections.append(Connection(descriptor: client, user: user, end: .now + Self.idleLimit))
    }
  }

  /// - Returns: False if the client is to be disconnected.
  private func serve(_ client: Connection) -> Bool {
    do {
      guard
        let packet = try PacketSocket.receive(
          from: client.descriptor, capacity: Self.longestRequest, maxDescriptors: 0)
      else { return false }
      let (answer, files) = answer(to: packet.bytes, from: client)
      try PacketSocket.send(answer.json.bytes(), files, over: client.descriptor, waits: false)
      return true
    } catch {
      return error.code == .resourceTemporarilyUnavailable
    }
  }

  private func answer(
    to packet: [UInt8], from client: Connection
  ) -> (JobAnswer, [OwnedDescriptor]) {
    do {
      return commands.answer(
        try JobRequest(json: JSON(parsing: packet)), from: client.user, in: client.session)
    } catch {
      return (.refused(CommandError(.failed, "the request is not valid: \(error)")), [])
    }
  }
}
