import CPostgres
import Glibc

/// A connection to the queue's server, for one thread at a time. A lost connection stays lost: make another.
package final class QueueConnection {
  private let handle: OpaquePointer
  private let silence: Duration?
  private var isSilent = false
  private var prepared: Set<String> = []

  /// How long a network that carries nothing is waited for, unless the caller or the URL says otherwise.
  package static let patience = Duration.seconds(30)

  /// Connects.
  ///
  /// - Parameters:
  ///   - url: As libpq takes it: `postgresql://…`, or `key=value` pairs; what it leaves out comes from libpq's
  ///     environment variables. A password belongs in `~/.pgpass` or `PGPASSFILE`, not in the URL.
  ///   - role: The login role, in place of the URL's.
  ///   - program: The program's name, which the server shows to operators.
  ///   - patience: How long the network may carry nothing before the connection counts as lost, from 1 s; connecting
  ///     to an address may take half of it, 2 to 10 s. A server that is reached but busy is waited for without limit.
  ///     Keys of the URL such as `connect_timeout` and `tcp_user_timeout` take precedence.
  ///   - silence: How long the server may take no byte of a statement and send none of its answer; `nil` for any
  ///     time. A server that is stopped keeps its connections alive.
  /// - Throws: ``QueueError`` unavailable or configuration.
  package init(
    _ url: String, as role: String? = nil, program: String, patience: Duration = patience,
    silence: Duration? = nil
  ) throws(QueueError) {
    self.silence = silence
    let timeouts = NetworkTimeouts(patience)
    let settings =
      [("fallback_application_name", program)] + timeouts.settings
      // What comes later counts.
      + [("dbname", url), ("client_encoding", "UTF8")] + (role.map { [("user", $0)] } ?? [])
    let keys = settings.map { strdup($0.0) }
    let values = settings.map { strdup($0.1) }
    defer { for text in keys + values { free(text) } }
    let opened = (keys.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { keys in
      (values.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { values in
        PQconnectdbParams(keys.baseAddress, values.baseAddress, 1)
      }
    }
    guard let opened else { throw QueueError(.failed, "libpq: out of memory.") }
    handle = opened
    guard PQstatus(opened) == CONNECTION_OK else {
      throw QueueError(connecting: Self.line(PQerrorMessage(opened)))
    }
    // Notices, such as of a table that exists, are no output of the program's.
    PQsetNoticeReceiver(opened, { _, _ in }, nil)
    PQsetnonblocking(opened, 1)
  }

  deinit { PQfinish(handle) }

  /// Whether the connection was lost.
  package var isLost: Bool { isSilent || PQstatus(handle) != CONNECTION_OK }

  /// The server process that the handshake named: a pooler names another than ``QueueSession`` has.
  var handshakeProcess: Int { Int(PQbackendPID(handle)) }

  /// The TLS version of the connection; `nil` if it is not encrypted.
  package var encryption: String? {
    guard PQsslInUse(handle) != 0 else { return nil }
    return PQsslAttribute(handle, "protocol").map { String(cString: $0) } ?? "TLS"
  }

  /// Whether the connection is a Unix socket of this machine's.
  package var isLocal: Bool { PQhost(handle).map { String(cString: $0).hasPrefix("/") } ?? false }

  /// The socket, which is readable once a notification arrived.
  package var socket: Int32 { PQsocket(handle) }

  /// Runs statements without parameters and results, in one transaction.
  ///
  /// - Throws: ``QueueError``.
  package func run(_ script: String) throws(QueueError) {
    _ = try answer(PQsendQuery(handle, script))
  }

  /// Runs a statement, which is prepared at its first use.
  ///
  /// - Throws: ``QueueError``.
  func run(
    _ statement: QueueStatement, _ parameters: QueueParameter...
  ) throws(QueueError) -> QueueRows {
    if !prepared.contains(statement.name) {
      _ = try answer(PQsendPrepare(handle, statement.name, statement.text, 0, nil))
      prepared.insert(statement.name)
    }
    guard !parameters.contains(where: \.hasZero) else {
      throw QueueError(.refused, "a text with the character U+0000 cannot be stored in the queue.")
    }
    // Texts end in a zero; of binary values the length counts.
    let values = parameters.map { $0.encoded.map { $0 + [0] } }
    let lengths = values.map { Int32(($0?.count ?? 1) - 1) }
    let formats = parameters.map { Int32($0.isBinary ? 1 : 0) }
    let copies = values.map { value -> UnsafeMutablePointer<CChar>? in
      guard let value else { return nil }
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: value.count)
      value.withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyMemory(from: bytes)
      }
      return copy
    }
    defer { for copy in copies { copy?.deallocate() } }
    let isBegun = copies.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
      PQsendQueryPrepared(
        handle, statement.name, Int32(parameters.count), values.baseAddress, lengths, formats, 1)
    }
    return try answer(isBegun)
  }

  /// Runs a statement without parameters, which is not prepared: poolers of transactions take it.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - patience: Longest time to wait for the answer; `nil` for any.
  /// - Returns: The rows; `nil` if the time is over: then the connection is of no more use.
  /// - Throws: ``QueueError``.
  func runOnce(
    _ statement: QueueStatement, patience: Duration? = nil
  ) throws(QueueError) -> QueueRows? {
    let isBegun = PQsendQueryParams(handle, statement.text, 0, nil, nil, nil, nil, 1)
    let end = patience.map { ContinuousClock.now + $0 }
    guard try waitForAnswer(isBegun, until: end) else { return nil }
    return try answer(isBegun)
  }

  /// The answer to a statement.
  ///
  /// - Parameter isBegun: What libpq has answered to its sending.
  /// - Returns: The rows of the last result.
  /// - Throws: ``QueueError``.
  private func answer(_ isBegun: Int32) throws(QueueError) -> QueueRows {
    var last: OpaquePointer?
    // The last one counts, which is an error if there is one; `nil` is the end of the statement.
    while try waitForAnswer(isBegun, until: nil), let result = PQgetResult(handle) {
      PQclear(last)
      last = result
    }
    return try rows(of: last)
  }

  /// Sends the rest of a statement, and waits until a result of it can be taken, or its end.
  ///
  /// - Returns: False if the time is over before.
  /// - Throws: ``QueueError`` unavailable.
  private func waitForAnswer(
    _ isBegun: Int32, until end: ContinuousClock.Instant?
  ) throws(QueueError) -> Bool {
    guard isBegun != 0 else {
      throw QueueError(state: nil, message: Self.line(PQerrorMessage(handle)), hint: "")
    }
    var heard = ContinuousClock.now
    while true {
      let isSending = PQflush(handle) > 0
      guard PQisBusy(handle) != 0 else { return true }
      let limit = [end, silence.map { heard + $0 }].compactMap { $0 }.min()
      let events = Int16(POLLIN) | (isSending ? Int16(POLLOUT) : 0)
      var waiting = pollfd(fd: socket, events: events, revents: 0)
      let left = limit.map { Int32(clamping: Int(max(.zero, $0 - .now) / .milliseconds(1)) + 1) }
      if poll(&waiting, 1, left ?? -1) > 0 {
        heard = .now
        // What has failed is the result.
        guard PQconsumeInput(handle) != 0 else { return true }
      } else if let end, .now >= end {
        return false
      } else if let silence, .now >= heard + silence {
        isSilent = true
        throw QueueError(
          .unavailable,
          "the queue's server has not answered a statement for \(Int(silence / .seconds(1))) s.")
      }
    }
  }

  /// Runs work in a transaction, which is rolled back if it throws.
  ///
  /// - Throws: ``QueueError``, or what the work throws.
  package func transaction<Value>(_ work: () throws -> Value) throws -> Value {
    try run("BEGIN")
    do {
      let value = try work()
      try run("COMMIT")
      return value
    } catch {
      // The error that ended the work counts, not this one's.
      try? run("ROLLBACK")
      throw error
    }
  }

  /// Channels whose notifications arrived since the last call, without waiting for more.
  ///
  /// - Throws: ``QueueError`` unavailable.
  package func notifications() throws(QueueError) -> Set<String> {
    guard PQconsumeInput(handle) != 0 else {
      throw QueueError(
        .unavailable, "the connection to the queue was lost: \(Self.line(PQerrorMessage(handle)))")
    }
    var channels: Set<String> = []
    while let notification = PQnotifies(handle) {
      channels.insert(String(cString: notification.pointee.relname))
      PQfreemem(notification)
    }
    return channels
  }

  private func rows(of result: OpaquePointer?) throws(QueueError) -> QueueRows {
    guard let result else {
      throw QueueError(state: nil, message: Self.line(PQerrorMessage(handle)), hint: "")
    }
    let rows = QueueRows(owning: result)
    let status = PQresultStatus(result)
    guard status != PGRES_TUPLES_OK, status != PGRES_COMMAND_OK else { return rows }
    // PG_DIAG_SQLSTATE, PG_DIAG_MESSAGE_PRIMARY and PG_DIAG_MESSAGE_HINT are character constants.
    func field(_ code: Character) -> String? {
      PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
    }
    throw QueueError(
      state: isLost ? nil : field("C"),
      message: field("M") ?? Self.line(PQresultErrorMessage(result)),
      hint: field("H") ?? "")
  }

  /// A message of libpq's as one line.
  private static func line(_ text: UnsafePointer<CChar>?) -> String {
    guard let text else { return "" }
    return String(cString: text).split(separator: "\n").map { $0.drop { $0 == "\t" || $0 == " " } }
      .joined(separator: " ")
  }
}
