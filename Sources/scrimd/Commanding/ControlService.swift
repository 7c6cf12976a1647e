import Glibc
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool
import Synchronization
import SystemPackage

/// Serves the clients of `control.sock`: one thread accepts connections and reads requests, others carry them out.
///
/// It promises that a request is answered, or fails to be sent, or gets *busy* before anything is carried out; only a
/// daemon that is killed leaves a client without knowing. No client delays another for longer than a few requests take:
/// see ``RequestTurns`` and ``ClientPlaces``. While there is no request, all threads sleep.
final class ControlService: Sendable {
  private struct Request {
    let client: ClientConnection
    let packet: [UInt8]
  }

  private struct State {
    var turns = RequestTurns<Request>(threads: ControlService.threads)
    /// Connections whose request has been answered, and whether they are kept.
    var answered: [(client: ClientConnection, isKept: Bool)] = []
    var unreadFiles: UnreadFiles
    /// Connections with the rest of a list, the oldest first.
    var listings: [ClientConnection] = []
    var isEnding = false
  }

  /// Threads that carry out requests.
  static let threads = 4
  /// All connections, unless the process may open few descriptors.
  private static let maxConnections = 512
  /// Time that a client may take for its next request.
  private static let idleLimit = Duration.seconds(5)
  /// Connections that are accepted before requests are read again.
  private static let maxAccepted = 64
  /// Pause of accepting while the process can open no descriptor.
  private static let pause = Duration.milliseconds(100)
  /// Lists of one user that are kept in memory.
  private static let maxListings = 4

  private let listener: OwnedDescriptor
  private let commands: JobCommands
  private let isTrusted: @Sendable (UInt32) -> Bool
  private let maxPlaces: Int
  private let state: Mutex<State>
  private let queued = Semaphore()
  /// Signalled when a request has been answered.
  private let wake: WakeEvent
  private let stop: ShutdownEvent

  /// - Parameters:
  ///   - listener: The listening socket.
  ///   - commands: Carries out the requests.
  ///   - isTrusted: Whether places are reserved for a user.
  /// - Throws: `SystemError`.
  init(
    _ listener: OwnedDescriptor, _ commands: JobCommands,
    isTrusted: @escaping @Sendable (UInt32) -> Bool
  ) throws(SystemError) {
    self.listener = listener
    self.commands = commands
    self.isTrusted = isTrusted
    let descriptors = DescriptorLimit.now
    maxPlaces = max(16, min(Self.maxConnections, descriptors / 4))
    state = Mutex(State(unreadFiles: UnreadFiles(descriptors: descriptors)))
    wake = try WakeEvent()
    stop = try ShutdownEvent()
  }

  /// Ends all threads; requests that are not begun get *busy*.
  func end() {
    stop.set()
    state.withLock { $0.isEnding = true }
    for _ in 0..<Self.threads { queued.signal() }
  }

  // MARK: Connections

  /// Accepts connections and reads requests until ``end()``.
  func serveConnections() {
    var clients: [Int32: ClientConnection] = [:]
    var places = ClientPlaces(most: maxPlaces)
    var pausedUntil: ContinuousClock.Instant?
    while !stop.isSet {
      takeAnswered(&clients, &places)
      let idle = places.idle
      if let end = pausedUntil, end <= .now { pausedUntil = nil }
      let watched =
        [stop.descriptor.raw, wake.descriptor.raw]
        + (pausedUntil == nil ? [listener.raw] : []) + idle
      let ends = idle.compactMap { places.places[$0]?.idleSince }.map { $0 + Self.idleLimit }
      let next = (ends + [pausedUntil].compactMap(\.self)).min()
      let ready =
        (try? Readiness.wait(for: watched, timeout: next.map { max($0 - .now, .zero) })) ?? []
      wake.reset()
      for number in ready {
        if let client = clients[number] { receive(from: client, &clients, &places) }
      }
      for number in places.idle {
        guard let since = places.places[number]?.idleSince, since + Self.idleLimit <= .now,
          let client = clients[number]
        else { continue }
        close(client, &clients, &places)
      }
      if ready.contains(listener.raw), !accept(&clients, &places) {
        pausedUntil = .now + Self.pause
      }
    }
    for request in state.withLock({ $0.turns.withdrawAll() }) { request.client.refuse() }
    for number in places.idle { clients[number]?.refuse() }
    while let descriptor = PacketSocket.accept(from: listener) {
      ClientConnection(descriptor, user: 0, isTrusted: false).refuse()
    }
  }

  private func takeAnswered(
    _ clients: inout [Int32: ClientConnection], _ places: inout ClientPlaces
  ) {
    let answered = state.withLock { state in
      defer { state.answered = [] }
      return state.answered
    }
    for (client, isKept) in answered {
      if isKept {
        places.note(client.number, idleSince: .now)
      } else {
        drop(client, &clients, &places)
      }
    }
  }

  private func receive(
    from client: ClientConnection, _ clients: inout [Int32: ClientConnection],
    _ places: inout ClientPlaces
  ) {
    do throws(SystemError) {
      guard let packet = try client.receive() else { return drop(client, &clients, &places) }
      enqueue(packet, of: client, &places)
    } catch {
      if error.code != .resourceTemporarilyUnavailable { drop(client, &clients, &places) }
    }
  }

  private func enqueue(
    _ packet: [UInt8], of client: ClientConnection, _ places: inout ClientPlaces
  ) {
    places.note(client.number, idleSince: nil)
    state.withLock { state in
      state.turns.add(
        Request(client: client, packet: packet), of: client.user, isTrusted: client.isTrusted)
    }
    queued.signal()
  }

  /// Closes an idle connection, unless a request has arrived meanwhile.
  private func close(
    _ client: ClientConnection, _ clients: inout [Int32: ClientConnection],
    _ places: inout ClientPlaces
  ) {
    if let packet = client.stopReceiving() {
      enqueue(packet, of: client, &places)
    } else {
      drop(client, &clients, &places)
    }
  }

  private func drop(
    _ client: ClientConnection, _ clients: inout [Int32: ClientConnection],
    _ places: inout ClientPlaces
  ) {
    // It may outlive this: see UnreadFiles.
    PacketSocket.shutDown(client.descriptor)
    clients[client.number] = nil
    places.remove(client.number)
    state.withLock { state in state.listings.removeAll { $0 === client } }
  }

  /// - Returns: False if no descriptor can be opened now.
  private func accept(
    _ clients: inout [Int32: ClientConnection], _ places: inout ClientPlaces
  ) -> Bool {
    for _ in 0..<Self.maxAccepted {
      guard let descriptor = PacketSocket.accept(from: listener) else {
        return errno != EMFILE && errno != ENFILE
      }
      guard let user = try? PacketSocket.user(atOtherEndOf: descriptor) else { continue }
      let client = ClientConnection(descriptor, user: user, isTrusted: isTrusted(user))
      guard makePlace(for: client, &clients, &places) else {
        client.refuse()
        continue
      }
      clients[client.number] = client
      places.add(client.number, of: user, isTrusted: client.isTrusted)
    }
    return true
  }

  /// - Returns: False if the client is to be refused.
  private func makePlace(
    for client: ClientConnection, _ clients: inout [Int32: ClientConnection],
    _ places: inout ClientPlaces
  ) -> Bool {
    while true {
      switch places.admission(of: client.user, isTrusted: client.isTrusted) {
      case .free: return true
      case .refuse: return false
      case .replace(let number):
        guard let idle = clients[number] else { return false }
        close(idle, &clients, &places)
      case .withdraw(let user):
        guard let request = state.withLock({ $0.turns.withdraw(of: user) }) else { return false }
        request.client.refuse()
        drop(request.client, &clients, &places)
      }
    }
  }

  // MARK: Requests

  /// Carries out requests until ``end()``.
  func performRequests() {
    while true {
      queued.wait()
      while let request = state.withLock({ $0.isEnding ? nil : $0.turns.begin() }) {
        let isKept = perform(request)
        state.withLock { state in
          state.turns.end(of: request.client.user)
          state.answered.append((request.client, isKept))
        }
        wake.signal()
      }
      if stop.isSet { return }
    }
  }

  /// - Returns: False if the client is to be disconnected.
  private func perform(_ request: Request) -> Bool {
    let client = request.client
    let (answer, files) = answer(to: request)
    do {
      try client.send(answer, files)
    } catch {
      return false
    }
    state.withLock { state in
      state.unreadFiles.add(files.count, sentOver: client)
      state.listings.removeAll { $0 === client }
      guard client.session.hasListing else { return }
      state.listings.append(client)
      let own = state.listings.filter { $0.user == client.user }
      guard own.count > Self.maxListings, let oldest = own.first else { return }
      oldest.session.forget()
      state.listings.removeAll { $0 === oldest }
    }
    return true
  }

  private func answer(to request: Request) -> (JobAnswer, [OwnedDescriptor]) {
    let client = request.client
    do {
      let wanted = try JobRequest(json: JSON(parsing: request.packet))
      if case .fetch = wanted, !state.withLock({ $0.unreadFiles.admits(client) }) {
        return (.busy, [])
      }
      return commands.answer(wanted, from: client.user, in: client.session)
    } catch {
      return (.refused(CommandError(.failed, "the request is not valid: \(error)")), [])
    }
  }
}
