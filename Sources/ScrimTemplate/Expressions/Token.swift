import ScrimJSON

/// A token of an expression.
struct Token {
  enum Kind: Equatable {
    /// As written.
    case number(String)
    case string(String)
    case identifier(String)
    /// An operator, a bracket or another sign, as written; also `in`.
    case symbol(String)
    case `true`, `false`, null
    case end
  }

  let kind: Kind
  /// The first byte in the string that contains the expression.
  let start: Int
  /// The byte after the last.
  let end: Int

  /// The token as in "found a comma", for messages.
  var words: String {
    switch kind {
    case .number(let text): unquoted(text)
    case .string: "a string"
    case .identifier(let name): name
    case .symbol(let symbol): symbol
    case .true: "true"
    case .false: "false"
    case .null: "null"
    case .end: "the end of the expression"
    }
  }
}
