import ScrimJSON
@_spi(Host) import ScrimKit

/// A value of the document, its path, and the collector of its errors.
struct Place {
  let node: Node
  let path: [PathElement]
  let collector: DiagnosticCollector

  /// Reports an error in this value.
  ///
  /// - Parameters:
  ///   - code: The kind of the error.
  ///   - message: The error and what is allowed.
  ///   - position: The position, if it is that of the key and not of the value.
  func report(_ code: ParameterDiagnostic.Code, _ message: String, position: Position? = nil) {
    report(code: code.name, message, position: position)
  }

  func report(code: String, _ message: String, position: Position? = nil) {
    collector.report(
      Diagnostic(code: code, message: message, path: path, position: position ?? node.position))
  }

  /// Reports that the value has the wrong type.
  ///
  /// - Parameters:
  ///   - expected: The expected type.
  ///   - meant: The probable intention, if any.
  func reportType(expected: String, meant: String? = nil) {
    let suggestion = meant.map { " Did you mean \($0)?" } ?? ""
    report(.wrongType, "expected \(expected), found \(found).\(suggestion)")
  }

  /// The value of a key of an object.
  func at(_ key: String) -> Place? {
    node[key].map { Place(node: $0, path: path + [.key(key)], collector: collector) }
  }

  /// Reads any string.
  func text() -> String? {
    guard let string = node.string else {
      reportType(expected: "a string")
      return nil
    }
    return string
  }

  /// The elements of an array.
  var items: [Place]? {
    node.array?.enumerated().map { index, item in
      Place(node: item, path: path + [.index(index)], collector: collector)
    }
  }

  /// The value for messages: the value itself if it is short, otherwise its type.
  var found: String {
    switch node.value {
    case .null: "null"
    case .boolean(let boolean): boolean ? "true" : "false"
    case .number(_, let text): text
    case .string(let text): quoted(text)
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The value in the form that ScrimKit's declarations read.
  var json: JSON { JSON(withoutAnnotations: node) }

  /// Reads the value like a parameter of this type.
  func value<Value: ParameterValue>(_ type: Value.Type) -> Value? {
    decode { decoding in Value(from: json, &decoding) }
  }

  /// Runs a decoder on this value and reports its errors at their positions.
  func decode<Value>(_ body: (inout ParameterDecoding) -> Value?) -> Value? {
    var decoding = ParameterDecoding { [node] path in
      if case .number(_, let text)? = node[path]?.value { text } else { nil }
    }
    let value = body(&decoding)
    let misspelt = misspeltKeys(decoding.diagnostics)
    for diagnostic in decoding.diagnostics where !collector.isFull {
      // The key exists but is misspelt, which has been reported.
      let isThere = diagnostic.candidates.contains {
        misspelt.contains(diagnostic.path + [.key($0)])
      }
      if diagnostic.code != .missingKey || !isThere { report(diagnostic) }
    }
    return decoding.diagnostics.isEmpty ? value : nil
  }

  /// The paths of the keys that misspelt ones were most likely meant to be.
  private func misspeltKeys(
    _ diagnostics: [ParameterDiagnostic]
  ) -> Set<[PathElement]> {
    Set(
      diagnostics.compactMap { diagnostic in
        guard diagnostic.code == .unknownKey, let near = diagnostic.near else { return nil }
        return diagnostic.path.dropLast() + [.key(near)]
      })
  }

  private func report(_ diagnostic: ParameterDiagnostic) {
    let steps = diagnostic.path
    let position = position(of: diagnostic.code, at: steps)
    var message = diagnostic.words
    if diagnostic.listsKeys {
      message +=
        " "
        + (hint(diagnostic)
          ?? collector.listing(of: diagnostic.candidates, line: position.line))
    }
    collector.report(
      Diagnostic(
        code: diagnostic.code.name, message: message, path: path + steps, position: position))
  }

  /// What is meant by a key that resembles none of the allowed ones.
  private func hint(_ diagnostic: ParameterDiagnostic) -> String? {
    guard case .key(let word)? = diagnostic.path.last else { return nil }
    let keys = diagnostic.candidates
    if let key = KeyMeaning.key(for: word, in: keys) { return "Did you mean \(quoted(key))?" }
    return keys.contains("markup") ? KeyMeaning.advice(for: word, in: .text) : nil
  }

  /// The position of an unknown key is the key's; that of any other error is the value's, or the nearest enclosing
  /// value's.
  private func position(of code: ParameterDiagnostic.Code, at steps: [PathElement]) -> Position {
    if code == .unknownKey, case .key(let key)? = steps.last,
      let member = node[steps.dropLast()]?.member(key)
    {
      return member.keyPosition
    }
    var present = steps[...]
    while node[present] == nil, !present.isEmpty { present.removeLast() }
    return node[present]?.position ?? node.position
  }
}

extension ParameterDiagnostic {
  /// The message with a suggestion, if the invalid word has a similar valid one.
  var words: String {
    near.map { "\(message) Did you mean \(quoted($0))?" } ?? message
  }

  /// Whether the message should list the allowed keys: none of them resembles the unknown one.
  fileprivate var listsKeys: Bool {
    code == .unknownKey && word != nil && !candidates.isEmpty && near == nil
  }

  /// The valid word most similar to the invalid one.
  var near: String? {
    word.flatMap { nearest(to: $0, in: candidates) }
  }
}

extension JSON {
  /// The value of a node; annotations are left out.
  init(withoutAnnotations node: Node) {
    switch node.value {
    case .null: self = .null
    case .boolean(let boolean): self = .boolean(boolean)
    case .number(let number, _): self = .number(number)
    case .string(let string): self = .string(string)
    case .array(let items): self = .array(items.map(JSON.init(withoutAnnotations:)))
    case .object(let members):
      self = .object(
        members.filter { !$0.isAnnotation }.map {
          Member($0.key, JSON(withoutAnnotations: $0.value))
        })
    }
  }
}
