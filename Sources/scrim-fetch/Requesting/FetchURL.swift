import CCurl
import ScrimJSON

/// A URL to which a request may go.
struct FetchURL: Sendable, Hashable {
  /// With other bytes than ASCII as escapes.
  let text: String
  /// `HOST:PORT`, in lower case.
  let server: String

  private static let longest = 2048

  /// - Parameters:
  ///   - text: A URL as a job or a redirect has it.
  ///   - settings: What is allowed.
  /// - Throws: ``FetchError``.
  init(_ text: String, _ settings: FetchSettings) throws(FetchError) {
    guard text.utf8.count <= Self.longest else {
      throw FetchError("the URL has \(text.utf8.count) bytes; at most \(Self.longest) are allowed")
    }
    let schemes = ["https://"] + (settings.allowsHTTP ? ["http://"] : [])
    guard let scheme = schemes.first(where: text.hasPrefix) else {
      throw FetchError("only \(schemes.joined(separator: " and ")) are allowed")
    }
    let excluded: Set<UInt8> = [UInt8(ascii: "\\"), 0x7F]
    guard text.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && !excluded.contains($0) }) else {
      throw FetchError(
        "the URL contains a space, a backslash or a control character, which must be escaped as in %20"
      )
    }
    let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    guard authority.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw FetchError("the URL's host must be written in ASCII, as in xn--bcher-kva.example")
    }
    let escaped = text.utf8.reduce(into: "") { escaped, byte in
      if byte < 0x80 {
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        escaped += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
    var parts = scrim_url()
    // libcurl would take the host of https:///host/ from the path.
    guard !authority.isEmpty, scrim_url_split(escaped, &parts) == 0 else {
      throw FetchError("the URL is not valid")
    }
    guard parts.has_user == 0, !authority.contains("@") else {
      throw FetchError("the URL has a user name or a password")
    }
    guard settings.ports.contains(Int(parts.port)) else {
      let ports = settings.ports.sorted().map { "\($0)" }.joined(separator: ", ")
      throw FetchError(
        "port \(parts.port) is not allowed, but \(ports); network.ports in fetch.toml allows others"
      )
    }
    let host = withUnsafeBytes(of: parts.host) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self).lowercased()
    }
    guard settings.allows(host: host) else {
      throw FetchError(
        "the host \(host) is not allowed, but \(settings.hosts.joined(separator: ", "))")
    }
    self.text = escaped
    server = "\(host):\(parts.port)"
  }
}

/// Why a URL could not be fetched.
struct FetchError: Error {
  /// A sentence without its full stop: no URL, for logs.
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
