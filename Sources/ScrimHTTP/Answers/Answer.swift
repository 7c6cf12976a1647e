import ScrimJSON

/// A response, apart from what the connection adds.
package struct Answer: Sendable {
  package let status: Int
  /// Without Content-Length, Date and Connection. No value has a control character.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]

  package init(status: Int, headers: [(name: String, value: String)], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A page that no cache may keep.
  package init(type: String, _ body: [UInt8], status: Int = 200) {
    self.init(
      status: status,
      headers: [
        ("Content-Type", type), ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
      ], body: body)
  }
}

extension Answer {
  /// An error as problem details (RFC 9457). No cache may keep it.
  package init(_ problem: Problem) {
    var headers = [
      ("Content-Type", "application/problem+json"), ("Cache-Control", "no-store"),
      ("X-Content-Type-Options", "nosniff"),
    ]
    if let wait = problem.retryAfter { headers.append(("Retry-After", "\(wait)")) }
    if problem.status == 401 { headers.append(("WWW-Authenticate", "Bearer")) }
    if problem.status == 405 { headers.append(("Allow", "GET, HEAD")) }
    self.init(status: problem.status, headers: headers, body: problem.json.bytes(pretty: true))
  }

  /// An image, or that it has not changed.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - maxAge: Seconds for which anybody may use it without asking.
  ///   - isNamed: Whether the client has it already.
  package init(_ image: RenderedImage, maxAge: Int, isNamed: Bool) {
    let about = Self.headers(image.identity, maxAge: maxAge)
    guard !isNamed else {
      self.init(status: 304, headers: about)
      return
    }
    self.init(
      status: 200,
      headers: about + [
        ("Content-Type", image.format.type), ("X-Content-Type-Options", "nosniff"),
      ], body: image.bytes)
  }

  /// That an image has not changed, without having it.
  package init(unchanged identity: ImageIdentity, maxAge: Int) {
    self.init(status: 304, headers: Self.headers(identity, maxAge: maxAge))
  }

  private static func headers(
    _ identity: ImageIdentity, maxAge: Int
  ) -> [(name: String, value: String)] {
    [("ETag", identity.etag), ("Cache-Control", "public, max-age=\(maxAge), immutable")]
  }
}

/// An image with what decides its bytes.
package struct RenderedImage: Sendable {
  package let identity: ImageIdentity
  package let format: LinkFormat
  package let bytes: [UInt8]

  package init(identity: ImageIdentity, format: LinkFormat, bytes: [UInt8]) {
    self.identity = identity
    self.format = format
    self.bytes = bytes
  }
}
