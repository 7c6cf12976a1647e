/// A request, as far as the answer depends on it.
package struct ServiceRequest: Sendable {
  /// The path and the query as they were sent.
  let target: String
  /// The target up to the question mark.
  let path: String
  /// What follows the question mark; `nil` without one.
  let query: Substring?
  package let method: Method
  /// The field `If-None-Match`.
  let ifNoneMatch: String?
  /// The field `Authorization`.
  let authorization: String?
  /// The field `Content-Type`.
  let contentType: String?
  /// The field `Content-Encoding`.
  let contentEncoding: String?
  /// The field `Content-Length`.
  let contentLength: Int?
  /// The field `Idempotency-Key`.
  let idempotencyKey: String?

  package enum Method: Sendable {
    /// Or HEAD, whose answer is sent without its body.
    case get
    case post, delete
  }

  /// - Parameters:
  ///   - method: What is asked for.
  ///   - target: The path and the query as they were sent.
  ///   - field: The value of a header field, by its name in lower case.
  package init(_ method: Method, target: String, field: (String) -> String?) {
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    self.target = target
    path = mark.map { String(target[..<$0]) } ?? target
    query = mark.map { target[target.utf8.index(after: $0)...] }
    self.method = method
    ifNoneMatch = field("if-none-match")
    authorization = field("authorization")
    contentType = field("content-type")
    contentEncoding = field("content-encoding")
    contentLength = field("content-length").flatMap { Int($0) }
    idempotencyKey = field("idempotency-key")
  }
}
