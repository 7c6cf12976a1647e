/// A request, as far as the answer depends on it.
package struct ServiceRequest: Sendable {
  /// The path and the query as they were sent.
  let target: String
  /// The target up to the question mark.
  let path: String
  /// What follows the question mark; `nil` without one.
  let query: Substring?
  /// The field `If-None-Match`.
  let ifNoneMatch: String?
  /// The field `Authorization`.
  let authorization: String?

  /// - Parameters:
  ///   - target: The path and the query as they were sent.
  ///   - ifNoneMatch: The field of this name.
  ///   - authorization: The field of this name.
  package init(target: String, ifNoneMatch: String? = nil, authorization: String? = nil) {
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    self.target = target
    path = mark.map { String(target[..<$0]) } ?? target
    query = mark.map { target[target.utf8.index(after: $0)...] }
    self.ifNoneMatch = ifNoneMatch
    self.authorization = authorization
  }
}
