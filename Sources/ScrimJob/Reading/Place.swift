import ScrimJSON
import ScrimKit

/// A value of the document, the way to it, and where its errors go.
struct Place {
  let node: Node
  let path: [PathElement]
  let collector: DiagnosticCollector

  /// Notes an error in this value.
  ///
  /// - Parameters:
  ///   - code: The kind of the error.
  ///   - message: What is wrong and what is allowed.
  ///   - position: Its place, if that is not the value's but its key's.
  func report(_ code: ParameterDiagnostic.Code, _ message: String, position: Position? = nil) {
    report(code: code.name, message, position: position)
  }

  func report(code: String, _ message: String, position: Position? = nil) {
    collector.report(
      Diagnostic(code: code, message: message, path: path, position: position ?? node.position))
  }

  /// Notes that the value is of another kind than the one expected.
  ///
  /// - Parameters:
  ///   - expected: What belongs here.
  ///   - meant: What the value looks like a slip of, if it does.
  func reportType(expected: String, meant: String? = nil) {
    let suggestion = meant.map { " Did you mean \($0)?" } ?? ""
    report(.wrongType, "expected \(expected), found \(found).\(suggestion)")
  }

  /// The value of a key of an object.
  func at(_ key: String) -> Place? {
    node[key].map { Place(node: $0, path: path + [.key(key)], collector: collector) }
  }

  /// A text of any kind.
  func text() -> String? {
    guard let string = node.string else {
      reportType(expected: "a string")
      return nil
    }
    return string
  }

  /// The elements of a list.
  var items: [Place]? {
    node.array?.enumerated().map { index, item in
      Place(node: item, path: path + [.index(index)], collector: collector)
    }
  }

  /// How messages name the value: itself where it is short, otherwise its kind.
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

  /// The value as ScrimKit's declarations read it.
  var json: JSON { JSON(withoutAnnotations: node) }

  /// Reads the value as a parameter of this type would be.
  func value<Value: ParameterValue>(_ type: Value.Type) -> Value? {
    decode { decoding in Value(from: json, &decoding) }
  }

  /// Runs a decoder on this value and notes its errors at their places inside it.
  func decode<Value>(_ body: (inout ParameterDecoding) -> Value?) -> Value? {
    var decoding = ParameterDecoding()
    let value = body(&decoding)
    let misspelt = misspeltKeys(decoding.diagnostics)
    for diagnostic in decoding.diagnostics where !collector.isFull {
      // The key is there, only misspelt, which is told already.
      let isThere = diagnostic.candidates.contains {
        misspelt.contains(diagnostic.path + [.key($0)])
      }
      if diagnostic.code != .missingKey || !isThere { report(diagnostic) }
    }
    return decoding.diagnostics.isEmpty ? value : nil
  }

  /// The paths that misspelt keys were most likely meant to be.
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
    collector.report(
      Diagnostic(
        code: diagnostic.code.name, message: diagnostic.words, path: path + steps,
        position: position(of: diagnostic.code, at: steps)))
  }

  /// An unknown key is wrong itself; of everything else the value is, or the nearest one around it.
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
  /// The message with the right word, if the wrong one looks like a slip.
  var words: String {
    if let near { return "\(message) Did you mean \(quoted(near))?" }
    guard code == .unknownKey, word != nil, !candidates.isEmpty else { return message }
    return "\(message) \(suggestion(nil, candidates))"
  }

  /// The word that the wrong one is most likely a slip of.
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
