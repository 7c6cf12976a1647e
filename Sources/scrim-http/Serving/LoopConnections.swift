import Glibc
import NIOCore

/// The connections of one event loop. Used by that loop.
final class LoopConnections {
  private var handlers: [ObjectIdentifier: ConnectionHandler] = [:]
  private let most: Int
  private(set) var isQuiescing = false
  /// For the field Date (RFC 9110 §5.6.7), no more than half a second old.
  private(set) var date = ""

  /// How often connections are looked at.
  static let interval = TimeAmount.milliseconds(500)

  /// - Parameter most: Connections of this loop; one more closes the one that waits longest for a request.
  init(most: Int) {
    self.most = most
    renewDate()
  }

  var count: Int { handlers.count }

  func add(_ handler: ConnectionHandler) {
    handlers[ObjectIdentifier(handler)] = handler
    if handlers.count > most {
      let oldest = oldestIdle(besides: handler)
      // At once: its channel removes it later, and the next new connection must not choose it again.
      remove(oldest)
      oldest.close()
    }
    if isQuiescing { handler.close() }
  }

  func remove(_ handler: ConnectionHandler) {
    handlers[ObjectIdentifier(handler)] = nil
  }

  /// The connection that has waited longest; the new one if all others have requests.
  private func oldestIdle(besides new: ConnectionHandler) -> ConnectionHandler {
    handlers.values.filter { $0 !== new && $0.isIdle }.min { $0.idleSince < $1.idleSince } ?? new
  }

  /// Ends connections whose time is over.
  func check() {
    renewDate()
    let now = NIODeadline.now()
    for handler in Array(handlers.values) { handler.check(now) }
  }

  /// Ends all connections, those with a request after its answer.
  func quiesce() {
    isQuiescing = true
    for handler in Array(handlers.values) { handler.quiesce() }
  }

  private func renewDate() {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    date =
      "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }
}
