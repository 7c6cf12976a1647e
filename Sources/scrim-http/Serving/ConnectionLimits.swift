import NIOCore
import ScrimHTTP

/// What a connection may take.
struct ConnectionLimits: Sendable {
  /// Bytes of a request's line and fields.
  let headBytes: Int
  /// From the first byte of a request to the end of its head; of a new connection also until that first byte.
  let head: TimeAmount
  /// From the head of a request to the end of its body.
  let body: TimeAmount
  /// Between two requests.
  let idle: TimeAmount
  /// From the first byte of an answer to its last.
  let write: TimeAmount
  /// For the client to read the answer to a request that was refused.
  let linger = TimeAmount.seconds(1)
  /// Bytes of the rest of such a request that are read.
  static let mostDiscarded = 4 << 20
  /// Connections at the same time.
  let most: Int

  init(_ configuration: HTTPConfiguration) {
    func time(_ duration: Duration) -> TimeAmount {
      .milliseconds(Int64(duration / .milliseconds(1)))
    }
    headBytes = configuration.headBytes
    head = time(configuration.headLimit)
    body = time(configuration.bodyLimit)
    idle = time(configuration.idleLimit)
    write = time(configuration.writeLimit)
    most = configuration.connections
  }
}
