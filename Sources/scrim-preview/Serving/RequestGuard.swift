import FlyingFox

/// Admits only requests from this program's own page, which is served to those who have its address.
///
/// Pages of other sites can send requests to this machine, too, and by a name of theirs that leads here
/// (DNS rebinding) even read the answers: `Host` and `Origin`, which they can't choose, tell them apart.
/// Other users of this machine are kept out by the secret.
struct RequestGuard {
  /// Names of this machine for itself.
  private static let names = ["localhost", "127.0.0.1", "[::1]"]

  let port: UInt16
  /// The first part of every path.
  let secret: String

  /// The requested part of the page, after the secret; or the refusal.
  func admit(_ request: HTTPRequest) throws(Refusal) -> [Substring] {
    let host = request.headers[.host]?.lowercased() ?? ""
    guard Self.names.contains(where: { "\($0):\(port)" == host }) else {
      throw Refusal(
        .forbidden,
        "The preview only answers requests to localhost, 127.0.0.1 or [::1] with its port.")
    }
    if let origin = request.headers[HTTPHeader("Origin")], origin.lowercased() != "http://\(host)" {
      throw Refusal(.forbidden, "The preview only answers requests from its own page.")
    }
    let parts = request.target.path().split(separator: "/", omittingEmptySubsequences: false)
      .dropFirst()
    guard let first = parts.first, first == secret, parts.count > 1 else {
      throw Refusal(
        .notFound, "Not found: use the complete address printed by scrim preview.")
    }
    return Array(parts.dropFirst())
  }
}

/// Why a request is not answered.
struct Refusal: Error {
  let status: HTTPStatusCode
  let reason: String

  init(_ status: HTTPStatusCode, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}
