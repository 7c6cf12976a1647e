/// How soon a connection is lost when the network carries nothing, for both of its ends.
///
/// Without them the kernel sends a statement again and again for a quarter of an hour before it reports an error, and
/// the server keeps the session of a client that was cut off for two hours.
struct NetworkTimeouts: Sendable, Hashable {
  /// Seconds for connecting to an address.
  let connect: Int
  /// Milliseconds without an acknowledgement of data or probes.
  let silence: Int
  /// Seconds without traffic before the first probe.
  let idle: Int
  /// Seconds between probes.
  let interval: Int

  /// - Parameter patience: How long the network may carry nothing; counts as 1 s if it is shorter.
  init(_ patience: Duration) {
    silence = max(1000, Int(patience / .milliseconds(1)))
    connect = min(max(silence / 2000, 2), 10)
    idle = max(silence / 3000, 1)
    interval = max(silence / 6000, 1)
  }

  /// As libpq takes them.
  var settings: [(String, String)] {
    [
      ("connect_timeout", String(connect)), ("tcp_user_timeout", String(silence)),
      ("keepalives_idle", String(idle)), ("keepalives_interval", String(interval)),
      ("keepalives_count", "3"),
    ]
  }
}

extension QueueConnection {
  /// Lets the server, too, end the session when the network carries nothing.
  ///
  /// - Throws: ``QueueError``.
  func keepAlive(_ timeouts: NetworkTimeouts) throws(QueueError) {
    _ = try run(
      .keepAlive, .text(String(timeouts.silence)), .text(String(timeouts.idle)),
      .text(String(timeouts.interval)))
  }
}
