package import ScrimJSON

/// Why a template cannot be evaluated.
package struct TemplateError: Error, Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// An expression that does not follow the grammar.
    case syntax = "SyntaxError"
    /// An operator that is used wrongly, or a value of the wrong type for it.
    case template = "TemplateError"
    /// An expression whose values do not fit, or an unknown name.
    case interpreter = "InterpreterError"
    /// A call of a built-in with the wrong arguments.
    case builtin = "BuiltinError"
    /// A limit of ``TemplateLimits``.
    case limit = "LimitError"
  }

  package var kind: Kind
  /// The error, the allowed values and a suggested fix, without the position.
  package var message: String
  /// The path in the template to the string or operator.
  package var path: [PathElement]
  /// The error's place in the string at ``path``, as a UTF-8 offset; `nil` if the error is about the whole value.
  package var offset: Int?
  /// The error's place in the string at ``path``, from 1, in code points.
  package var column: Int?

  init(
    _ kind: Kind, _ message: String, path: [PathElement] = [], offset: Int? = nil,
    column: Int? = nil
  ) {
    self.kind = kind
    self.message = message
    self.path = path
    self.offset = offset
    self.column = column
  }

  /// The place in the template as a JSON Pointer (RFC 6901).
  package var pointer: String { path.pointer }

  /// The error with its place in a string.
  func located(in string: String) -> TemplateError {
    guard let offset, column == nil else { return self }
    var located = self
    located.column =
      1 + String(decoding: string.utf8.prefix(offset), as: UTF8.self).unicodeScalars.count
    return located
  }

  /// The error with the path to its string or operator.
  func located(at path: [PathElement]) -> TemplateError {
    guard self.path.isEmpty else { return self }
    var located = self
    located.path = path
    return located
  }
}
