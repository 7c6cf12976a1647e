/// What the keys of an object have to do with one another.
package enum KeyRelation: Sendable {
  /// The key cannot be combined with any of the others, if `given` is there at all.
  case excludes(String, others: [String], given: String? = nil)
  /// The key stands only beside one of the others.
  case needs(String, oneOf: [String])
  /// One of the keys must be there.
  case requires(oneOf: [String])
  /// At most one of the keys may be there; `rule` says so.
  case atMostOne([String], rule: String)
  /// Both keys or none; `otherwise` says what none means.
  case together(String, String, otherwise: String)
}
