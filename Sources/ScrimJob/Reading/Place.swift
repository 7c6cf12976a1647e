import ScrimJSON
@_spi(Host) import ScrimKit

/// A value of the document, its path, and the collector of its errors.
struct Place {
  let node: Node
  let path: [PathElement]
  let collector: DiagnosticCollector
  /// What an object has from styles and defaults; `nil` if nothing.
  var inherited: Inherited?
  /// The layer that has the value from a style or a default, for messages.
  var user: String?

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
      Diagnostic(code: code, message: message, path: path, position: position ?? node.position),
      usedBy: user)
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

  /// The value of a key of an object, or of what it inherits.
  func at(_ key: String) -> Place? {
    if let entry = inherited?[key] { return entry.place }
    return node[key].map { child($0, .key(key)) }
  }

  private func child(_ node: Node, _ element: PathElement) -> Place {
    Place(node: node, path: path + [element], collector: collector, user: user)
  }

  /// The keys of an object and of what it inherits, with their positions, without annotations; `nil` if it is not an
  /// object.
  var keys: [(key: String, position: Position)]? {
    guard let own = node.object else { return nil }
    let written = own.filter { !$0.isAnnotation && inherited?[$0.key] == nil }
      .map { ($0.key, $0.keyPosition) }
    let others = inherited?.entries.filter { $0.place != nil }.map { ($0.key, $0.keyPosition) }
    return written + (others ?? [])
  }

  /// The places of what it inherits: where a value would be if it were written here, and where it is.
  var origins: [(path: [PathElement], written: [PathElement])] {
    (inherited?.entries ?? []).flatMap { entry -> [(path: [PathElement], written: [PathElement])] in
      let path = path + [.key(entry.key)]
      guard let place = entry.place else { return [] }
      return place.path == path ? place.origins : [(path, place.path)]
    }
  }

  /// Whether an error was found in it, or in what it inherits.
  var hasDiagnostic: Bool {
    collector.hasDiagnostic(within: path)
      || inherited?.entries.contains { $0.place?.hasDiagnostic == true } == true
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
    node.array?.enumerated().map { index, item in child(item, .index(index)) }
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
  var json: JSON {
    guard inherited != nil, let keys else { return JSON(withoutAnnotations: node) }
    return .object(keys.compactMap { key, _ in at(key).map { JSON.Member(key, $0.json) } })
  }

  /// Reads the value like a parameter of this type.
  func value<Value: ParameterValue>(_ type: Value.Type) -> Value? {
    decode { decoding in Value(from: json, &decoding) }
  }

  /// A number with a unit, for messages: `"400vw", 4000 px,`.
  static func words(_ text: String, _ pixels: Double) -> String {
    "\(quoted(text)), \(((pixels * 100).rounded() / 100).words) px,"
  }

  /// Runs a decoder on this value and reports its errors at their positions.
  func decode<Value>(_ body: (inout ParameterDecoding) -> Value?) -> Value? {
    var decoding = ParameterDecoding(units: collector.units) { path in
      guard let (place, rest) = origin(of: path) else { return nil }
      switch place.node[rest]?.value {
      case .number(_, let text): return text
      case .string(let text):
        guard case .pixels(let pixels)? = collector.units.measure(text) else { return nil }
        return Self.words(text, pixels)
      default: return nil
      }
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

  /// The place that a path below this one was written in, and the rest of the path there.
  private func origin(
    of path: some Collection<PathElement>
  ) -> (place: Place, rest: ArraySlice<PathElement>)? {
    let path = ArraySlice(path)
    guard case .key(let key)? = path.first, let entry = inherited?[key] else { return (self, path) }
    return entry.place?.origin(of: path.dropFirst())
  }

  private func report(_ diagnostic: ParameterDiagnostic) {
    if case .key(let key)? = diagnostic.path.first, let entry = inherited?[key] {
      guard let place = entry.place else { return }
      guard diagnostic.path.count == 1, diagnostic.code == .unknownKey else {
        return place.report(diagnostic.dropFirst())
      }
      // The error is in the key.
      return place.report(diagnostic.code, diagnostic.words, position: entry.keyPosition)
    }
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
        code: diagnostic.code.name, message: message, path: path + steps, position: position),
      usedBy: user)
  }

  /// What is meant by a key that resembles none of the allowed ones.
  private func hint(_ diagnostic: ParameterDiagnostic) -> String? {
    guard case .key(let word)? = diagnostic.path.last else { return nil }
    let keys = diagnostic.candidates
    if let key = KeyMeaning.key(for: word, in: keys) {
      // Of CSS's two shadows one has the standard deviation, and box-shadow twice as much.
      let half =
        key == "sigma" && keys.contains("inset") ? " It is half of the blur radius in CSS." : ""
      return "Did you mean \(quoted(key))?\(half)"
    }
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

/// The values that an object has from elsewhere: they are read as if they were written in it, and each error is
/// reported where it was written.
final class Inherited {
  struct Entry {
    let key: String
    let keyPosition: Position
    /// `nil` hides the object's own value.
    let place: Place?
  }

  /// At most one of a key. They replace the object's own.
  let entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  subscript(key: String) -> Entry? { entries.first { $0.key == key } }
}

extension ParameterDiagnostic {
  /// The error without the first step of its path.
  fileprivate func dropFirst() -> ParameterDiagnostic {
    ParameterDiagnostic(
      code, message, path: Array(path.dropFirst()), word: word, candidates: candidates)
  }

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
    word.flatMap { KeyMeaning.value(for: $0, in: candidates) ?? nearest(to: $0, in: candidates) }
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
