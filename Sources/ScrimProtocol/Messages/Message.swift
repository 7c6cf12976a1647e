import ScrimJSON

/// A message: an object whose first field is its type.
enum Message {
  /// A message of a type, with the other fields of `content`.
  static func json(_ type: String, _ content: JSON = [:]) -> JSON {
    .object([JSON.Member("type", .string(type))] + (content.object ?? []))
  }
}
