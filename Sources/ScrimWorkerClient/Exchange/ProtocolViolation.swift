/// A message that the protocol does not allow at this point.
struct ProtocolViolation: Error {
  let words: String

  init(_ words: String) { self.words = words }

  static let unexpectedReply = ProtocolViolation("a reply to another request")
}
