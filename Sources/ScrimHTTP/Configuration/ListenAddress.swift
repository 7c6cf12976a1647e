/// Where the service listens: a port of this machine's loopback interface, or a Unix socket. TLS and the public address
/// are a proxy's.
package enum ListenAddress: Sendable, Hashable {
  case loopback(host: String, port: Int)
  case unix(path: String)

  package static let expectation =
    #"must be a port of the loopback interface, such as "127.0.0.1:8620" or "[::1]:8620", or "#
    + #""unix:/run/scrim-http/socket"."#

  /// - Returns: `nil` for anything else. Port 0 is any free one.
  package init?(_ text: String) {
    if text.hasPrefix("unix:/") {
      let path = text.dropFirst("unix:".count)
      // sockaddr_un has 108 bytes with the final zero.
      guard path.utf8.count < 108, !path.utf8.contains(0), !path.hasSuffix("/") else { return nil }
      self = .unix(path: String(path))
      return
    }
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let host = text[..<colon]
    let port = text[text.index(after: colon)...]
    guard host == "[::1]" || host == "localhost" || Self.isLoopback(host), let number = Int(port),
      (0...65_535).contains(number), port.utf8.allSatisfy({ isLetterOrDigit($0) })
    else { return nil }
    self = .loopback(
      host: host == "[::1]" ? "::1" : host == "localhost" ? "127.0.0.1" : String(host), port: number
    )
  }

  /// 127.0.0.0/8.
  private static func isLoopback(_ host: some StringProtocol) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
