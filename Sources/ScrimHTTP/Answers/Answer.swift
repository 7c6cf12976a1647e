import ScrimJSON
package import ScrimLinux
import ScrimRecords

/// A response, apart from what the connection adds.
package struct Answer: Sendable {
  package let status: Int
  /// Without Content-Length, Date and Connection. No value has a control character.
  package let headers: [(name: String, value: String)]
  package let body: Body

  package enum Body: Sendable {
    case bytes([UInt8])
    /// The first bytes of a file.
    case file(OwnedDescriptor, bytes: Int)
    case events(JobEvents)

    /// `nil` if it is not known.
    package var count: Int? {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(_, let bytes): bytes
      case .events: nil
      }
    }
  }

  package init(status: Int, headers: [(name: String, value: String)], body: [UInt8] = []) {
    self.init(status: status, headers: headers, .bytes(body))
  }

  private init(status: Int, headers: [(name: String, value: String)], _ body: Body) {
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
    if let allowed = problem.allowed { headers.append(("Allow", allowed)) }
    self.init(status: problem.status, headers: headers, body: problem.json.bytes(pretty: true))
  }

  /// An image, or that it has not changed.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - age: For how long anybody may use it without asking.
  ///   - isNamed: Whether the client has it already.
  package init(_ image: RenderedImage, _ age: MaxAge, isNamed: Bool) {
    let about = Self.headers(image.identity, age)
    guard !isNamed else {
      self.init(status: 304, headers: about)
      return
    }
    self.init(
      status: 200,
      headers: about + [
        ("Content-Type", image.type), ("X-Content-Type-Options", "nosniff"),
      ], body: image.bytes)
  }

  /// That an image has not changed, without having it.
  package init(unchanged identity: ImageIdentity, _ age: MaxAge) {
    self.init(status: 304, headers: Self.headers(identity, age))
  }

  private static func headers(
    _ identity: ImageIdentity, _ age: MaxAge
  ) -> [(name: String, value: String)] {
    let directive = "public, max-age=\(age.seconds)" + (age.isImmutable ? ", immutable" : "")
    return [("ETag", identity.etag), ("Cache-Control", directive)]
  }

  /// For how long an image may be used without asking.
  package struct MaxAge: Sendable {
    package let seconds: Int
    /// Whether its address never has another image.
    package let isImmutable: Bool
  }
}

extension Answer {
  /// That a job was submitted.
  init(accepted id: String) {
    let content: JSON = ["id": .string(id), "href": .string("/jobs/\(id)")]
    self.init(
      status: 202,
      headers: [
        ("Content-Type", "application/json"), ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"), ("Location", "/jobs/\(id)"),
      ], body: content.bytes(pretty: true))
  }

  /// A page about a job.
  init(_ page: JSON, ofJob id: String) {
    self.init(
      status: 200,
      headers: [
        ("Content-Type", "application/json"), ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"), ("Content-Location", "/jobs/\(id)"),
      ], body: page.bytes(pretty: true))
  }

  /// An output of a job, of which the ending of the name says what it is, with the SHA-256 of its bytes.
  init(
    output name: String, _ file: OwnedDescriptor, bytes: Int, digest: some Collection<UInt8>,
    ofJob id: String
  ) {
    self.init(
      status: 200,
      headers: [
        ("Content-Type", Self.type(ofFile: name)), ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
        ("Content-Location", "/jobs/\(id)/outputs/\(name.percentEscaped)"),
        ("Digest", "sha-256=\(Base64.encode(Array(digest)))"),
      ], .file(file, bytes: bytes))
  }

  private static func type(ofFile name: String) -> String {
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if let format = LinkFormat(ending: ending == "jpeg" ? "jpg" : ending) { return format.type }
    return ending == "jsonl" ? "application/x-ndjson" : "application/octet-stream"
  }

  /// Events of a job, until its end.
  init(_ events: JobEvents) {
    self.init(
      status: 200,
      headers: [
        ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
        // nginx would collect them.
        ("X-Accel-Buffering", "no"),
      ], .events(events))
  }
}

/// An image with what decides its bytes.
package struct RenderedImage: Sendable {
  package let identity: ImageIdentity
  /// The media type.
  package let type: String
  package let bytes: [UInt8]

  package init(identity: ImageIdentity, type: String, bytes: [UInt8]) {
    self.identity = identity
    self.type = type
    self.bytes = bytes
  }
}
