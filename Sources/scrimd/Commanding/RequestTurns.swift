/// Requests of users that wait, and which is carried out next: users take turns, and none of them occupies all threads.
///
/// One thread is left to root, the spool's account, operators and bridge users.
package struct RequestTurns<Request> {
  private struct Line {
    var waiting: [Request] = []
    var running = 0
    /// When a request of the user was last begun, in requests.
    var lastBegun = 0
    let isTrusted: Bool
  }

  /// Requests of one user that are carried out at the same time.
  private static var maxRunningPerUser: Int { 2 }

  /// Requests that are carried out at the same time.
  private let threads: Int
  private var lines: [UInt32: Line] = [:]
  private var begun = 0

  package init(threads: Int) {
    self.threads = threads
  }

  package mutating func add(_ request: Request, of user: UInt32, isTrusted: Bool) {
    lines[user, default: Line(isTrusted: isTrusted)].waiting.append(request)
  }

  /// Takes the next request: of the user who was served longest ago.
  ///
  /// - Returns: `nil` if none may be begun now.
  package mutating func begin() -> Request? {
    let others = lines.values.reduce(0) { $0 + ($1.isTrusted ? 0 : $1.running) }
    let next = lines.filter { _, line in
      !line.waiting.isEmpty && line.running < Self.maxRunningPerUser
        && (line.isTrusted || others < threads - 1)
    }.min { ($0.value.lastBegun, $0.key) < ($1.value.lastBegun, $1.key) }
    guard let user = next?.key, var line = lines.removeValue(forKey: user) else { return nil }
    begun += 1
    line.lastBegun = begun
    line.running += 1
    let request = line.waiting.removeFirst()
    lines[user] = line
    return request
  }

  /// Records the end of a request that was begun.
  package mutating func end(of user: UInt32) {
    guard var line = lines[user] else { return }
    line.running -= 1
    lines[user] = line.running == 0 && line.waiting.isEmpty ? nil : line
  }

  /// Takes the latest request of a user that is not begun, so that it can be refused.
  package mutating func withdraw(of user: UInt32) -> Request? { lines[user]?.waiting.popLast() }

  /// Takes all requests that are not begun.
  package mutating func withdrawAll() -> [Request] {
    let all = lines.values.flatMap(\.waiting)
    for user in lines.keys { lines[user]?.waiting = [] }
    return all
  }
}
