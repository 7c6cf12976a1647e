/// A constraint between the keys of an object.
package enum KeyRelation: Sendable {
  /// The key cannot be combined with any of the others; if `given` is not `nil`, only where that key is present.
  case excludes(String, others: [String], given: String? = nil)
  /// The key requires one of the others.
  case needs(String, oneOf: [String])
  /// One of the keys is required.
  case requires(oneOf: [String])
  /// At most one of the keys is allowed; `rule` is the message.
  case atMostOne([String], rule: String)
  /// Both keys or neither; `otherwise` describes the meaning of neither.
  case together(String, String, otherwise: String)
}
