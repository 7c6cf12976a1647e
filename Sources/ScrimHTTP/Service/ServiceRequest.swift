/// A request, as far as the answer depends on it.
package struct ServiceRequest: Sendable {
  /// The path and the query as they were sent.
  package let target: String
  /// The field `If-None-Match`.
  package let ifNoneMatch: String?

  package init(target: String, ifNoneMatch: String? = nil) {
    self.target = target
    self.ifNoneMatch = ifNoneMatch
  }

  /// The target up to the question mark.
  var path: Substring { target.prefix { $0 != "?" } }
  /// What follows the question mark; `nil` without one.
  var query: Substring? {
    target.firstIndex(of: "?").map { target[target.index(after: $0)...] }
  }
}
