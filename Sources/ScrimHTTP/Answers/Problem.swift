package import ScrimJSON

/// Why a request has no image, or a job is not taken: problem details (RFC 9457) with the errors of the job.
package struct Problem: Error, Sendable, Hashable {
  /// The HTTP status.
  package let status: Int
  /// The kind of the problem, in kebab-case; a part of its type.
  package let code: String
  /// What is the same for all problems of a kind, whether of links or of jobs; without a full stop.
  package let title: String
  /// Sentences about this one; "" for none.
  package var detail = ""
  /// The errors of the inputs or of the template.
  package var errors: [Diagnostic] = []
  /// Seconds after which another attempt may succeed.
  package var retryAfter: Int?
  /// The methods of the address, of a request with another one.
  package var allowed: String?

  package init(
    _ status: Int, _ code: String, _ title: String, detail: String = "", errors: [Diagnostic] = [],
    retryAfter: Int? = nil
  ) {
    self.status = status
    self.code = code
    self.title = title
    self.detail = detail
    self.errors = errors
    self.retryAfter = retryAfter
  }

  /// Of a media type application/problem+json.
  package var json: JSON {
    var members: [JSON.Member] = [
      .init("type", .string("urn:scrim:problem:\(code)")), .init("title", .string(title)),
      .init("status", .integer(status)),
    ]
    if !detail.isEmpty { members.append(.init("detail", .string(detail))) }
    if !errors.isEmpty { members.append(.init("errors", .array(errors.map(\.details)))) }
    return .object(members)
  }
}

extension Diagnostic {
  /// As in a report, with the readable path.
  fileprivate var details: JSON {
    .object((path.isEmpty ? [] : [.init("path", .string(displayPath))]) + (json.object ?? []))
  }
}

extension Problem {
  // MARK: Requests

  package static let notFound = Problem(404, "not-found", "There is nothing at this address")

  /// Another method than the field `Allow` names.
  package static func method(_ allowed: String) -> Problem {
    var problem = Problem(
      405, "method-not-allowed", "The method is not allowed", detail: "This address has \(allowed)."
    )
    problem.allowed = allowed
    return problem
  }

  /// One answer for a missing secret and a wrong one.
  package static let unauthorized = Problem(
    401, "unauthorized", "The request has no secret of a key",
    detail: "The field must be Authorization: Bearer, and a secret of a key of this service.")

  package static let forbidden = Problem(
    403, "forbidden", "The key may not do this",
    detail: "[key.NAME] metrics = true lets a key read /metrics.")

  package static func badRequest(_ detail: String) -> Problem {
    Problem(400, "bad-request", "The request is not valid HTTP/1.1", detail: detail)
  }

  package static let bodyRefused = Problem(
    413, "body-too-large", tooLarge, detail: "GET and HEAD requests have none.")

  private static let tooLarge = "The body of the request is too large"

  package static let requestTimeout = Problem(
    408, "request-timeout", "The request was not complete in time")

  package static func headTooLarge(_ limit: Int) -> Problem {
    Problem(
      431, "head-too-large", "The head of the request is too large",
      detail: "Request line and header fields may have \(limit) bytes together.")
  }

  package static let stopping = Problem(
    503, "stopping", "The service is stopping", retryAfter: 5)

  package static func unavailable(_ detail: String, retryAfter: Int) -> Problem {
    Problem(
      503, "unavailable", "The service cannot do this now", detail: detail, retryAfter: retryAfter)
  }

  private static let tooOften = "Too many requests of the key in a short time"
  private static let tooMany = "Too many requests of the key are not finished"

  // MARK: Links

  /// One answer for everything that is wrong with a signature or its key: which of them it was would help to guess.
  package static let signature = Problem(
    403, "invalid-signature", "The link is not signed by a key of this service",
    detail: "s must be the base64url of HMAC-SHA-256 of the path, from /t/ to the format.")

  package static func expired(_ time: String) -> Problem {
    Problem(410, "expired", "The link has expired", detail: "It was valid until \(time).")
  }

  package static func payload(_ error: Diagnostic) -> Problem {
    Problem(400, "invalid-payload", "The payload of the link is not valid", errors: [error])
  }

  package static func unknownTemplate(_ version: TemplateVersion) -> Problem {
    Problem(
      404, "unknown-template", "The template is not installed",
      detail: "\(version) is not a template of this service.")
  }

  package static func variant(_ link: ImageLink, among names: [String]) -> Problem {
    let given =
      link.variant.map { "The template has no variant \(quoted($0))" }
      ?? "The link names no variant"
    let allowed =
      names.isEmpty
      ? "it has no variants: the link must not name one."
      : "its variants are \(names.map { quoted($0) }.joined(separator: ", "))."
    return Problem(
      404, "unknown-variant", "The variant is not one of the template",
      detail: "\(given); \(allowed)")
  }

  // MARK: Jobs

  package static func mediaType(_ given: String?) -> Problem {
    Problem(
      415, "unsupported-media-type", "The body is of another type",
      detail: (given.map { "Content-Type is \(quoted($0)); it" } ?? "Content-Type")
        + " must be application/json, application/x-tar, or multipart/form-data with a boundary.")
  }

  package static func contentEncoding(_ given: String) -> Problem {
    Problem(
      415, "unsupported-content-encoding", "The body is compressed",
      detail: "Content-Encoding is \(quoted(given)); bodies are sent as they are.")
  }

  package static func bodyTooLarge(_ limit: Int) -> Problem {
    Problem(
      413, "body-too-large", tooLarge,
      detail: "It may have \(limit) bytes.")
  }

  package static func wait(_ longest: Int) -> Problem {
    Problem(
      400, "invalid-query", "The query is not valid",
      detail: "It may be wait=SECONDS, 1 to \(longest).")
  }

  package static let idempotencyKey = Problem(
    400, "invalid-idempotency-key", "The idempotency key is not valid",
    detail: "Idempotency-Key must have 1 to 200 visible ASCII characters or spaces.")

  package static func uploads(_ key: String, limit: Int) -> Problem {
    Problem(
      429, "uploads", "Too many bodies at the same time",
      detail: "The key \(key) may send \(limit) at the same time.", retryAfter: 1)
  }

  package static func events(_ key: String, limit: Int) -> Problem {
    Problem(
      429, "events", "Too many clients get events", detail: "Of the key \(key) \(limit) may.",
      retryAfter: 5)
  }

  package static func noJobs(_ key: String) -> Problem {
    Problem(
      403, "forbidden", "The key may not do this", detail: "The key \(key) may submit no jobs.")
  }

  package static func jobRate(_ key: String, limit: Int, retryAfter: Int) -> Problem {
    Problem(
      429, "rate-limit", tooOften,
      detail: "The key \(key) may submit \(limit) jobs per minute.", retryAfter: retryAfter)
  }

  package static func jobs(_ key: String, limit: Int) -> Problem {
    Problem(
      503, "queue-full", tooMany, detail: "The key \(key) may have \(limit) unfinished jobs.",
      retryAfter: 5)
  }

  package static let unknownJob = Problem(
    404, "unknown-job", "The key has no such job",
    detail: "Jobs are known until they are deleted, or have been kept for long enough.")

  package static func jobState(_ detail: String) -> Problem {
    Problem(409, "job-state", "The job is in another state", detail: detail)
  }

  /// Errors of a job, as the commands have them.
  package static func invalidJob(_ errors: [Diagnostic]) -> Problem {
    Problem(422, "invalid-job", "The job has errors", errors: errors)
  }

  // MARK: Rendering

  /// Errors of the inputs or of the template.
  package static func job(_ errors: [Diagnostic]) -> Problem {
    Problem(
      422, "invalid-inputs", "The template cannot be rendered with these inputs", errors: errors)
  }

  /// Images by URL that could not be fetched.
  package static func sources(_ errors: [Diagnostic]) -> Problem {
    Problem(
      424, "missing-source", "The images of the link cannot be fetched", errors: errors)
  }

  package static func fetches(_ key: String, limit: Int) -> Problem {
    Problem(
      503, "queue-full", tooMany,
      detail: "For the key \(key) those of \(limit) links are fetched at the same time.",
      retryAfter: 1)
  }

  /// The worker ended, or took more than it may.
  package static func failed(_ error: Diagnostic) -> Problem {
    Problem(500, "rendering-failed", "The image could not be rendered", errors: [error])
  }

  package static func rate(_ key: String, limit: Int, retryAfter: Int) -> Problem {
    Problem(
      429, "rate-limit", tooOften,
      detail: "The key \(key) may have \(limit) new images rendered per minute.",
      retryAfter: retryAfter)
  }

  package static func waiting(_ key: String, limit: Int) -> Problem {
    Problem(
      503, "queue-full", tooMany,
      detail: "\(limit) images of the key \(key) may wait for a worker.", retryAfter: 1)
  }
}
