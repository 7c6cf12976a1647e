import ScrimJSON

/// JSON-e by itself, or as jobs use it.
package enum TemplateLanguage: Sendable {
  /// All of JSON-e, and Scrim's functions.
  case plain
  /// Annotations are removed; `effect` is a literal string; values in `markup` and `file` are escaped, but for those
  /// that `$markup` wraps.
  case job
}

/// How values of expressions are escaped in a string.
enum Escape: Sendable {
  /// As text of markup.
  case markup
  /// As a part of a file name: no separators, no control characters, nothing that changes the order in which a name is
  /// shown.
  case file

  init?(key: String) {
    switch key {
    case "markup": self = .markup
    case "file": self = .file
    default: return nil
    }
  }

  func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch (self, scalar) {
      case (.markup, "&"): result += "&amp;".unicodeScalars
      case (.markup, "<"): result += "&lt;".unicodeScalars
      case (.markup, ">"): result += "&gt;".unicodeScalars
      case (.markup, "\""): result += "&quot;".unicodeScalars
      case (.markup, "'"): result += "&#39;".unicodeScalars
      case (.file, "/"), (.file, "\\"): result.append("-")
      // What only ends another direction, as after a cell.
      case (.file, "\u{202c}"), (.file, "\u{2069}"): continue
      case (.file, _) where changesShownName(scalar): result.append("-")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private func changesShownName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl
    }
  }
}

extension TemplateNode {
  static let markupKey = "$markup"

  /// Keys whose values have rules in jobs, and which are therefore always written out.
  static let literalKeys = ["effect", "file", "markup"]

  /// Whether an array of a job at a path holds objects only. An operator in it that gives an array, as `$map` does,
  /// then gives several items.
  static func isList(at path: [PathElement]) -> Bool {
    guard case .key(let key) = path.last else { return false }
    return ["layers", "effects", "output"].contains(key)
  }

  /// The value of a key of an object without operators.
  static func value(of member: Node.Member, _ language: TemplateLanguage) -> TemplateNode {
    guard language == .job else { return TemplateNode(member.value, language) }
    if member.key == "effect" { return effect(member.value) }
    guard let escape = Escape(key: member.key) else { return TemplateNode(member.value, language) }
    if let string = member.value.string {
      let interpolation = Interpolation(string)
      return interpolation.constant.map { .constant(.string($0)) } ?? .text(interpolation, escape)
    }
    let members = (member.value.object ?? []).filter { !$0.isAnnotation }
    if members.count == 1, isSame(members[0].key, markupKey) {
      return .unescaped(TemplateNode(members[0].value, language))
    }
    if let first = members.first(where: { Operator(rawValue: $0.key) != nil }) {
      return .invalid(
        TemplateError(
          .template,
          "\(quoted(first.key)) is not allowed as \(quoted(member.key)), whose values are escaped; "
            + "use a string with ${…}, or wrap it as {\"$markup\": …} if it is trusted."))
    }
    return TemplateNode(member.value, language)
  }

  private static func effect(_ node: Node) -> TemplateNode {
    if let string = node.string, let constant = Interpolation(string).constant {
      return .constant(.string(constant))
    }
    return .invalid(
      TemplateError(
        .template, "\"effect\" is always a literal string: a job's effects are known from its text."
      ))
  }
}

extension Node {
  /// Adds the values of `effect` keys, at any depth.
  func collectEffects(into effects: inout Set<ExactString>) {
    for member in object ?? [] where !member.isAnnotation {
      if member.key == "effect", let name = member.value.string {
        effects.insert(ExactString(name))
      }
      if member.key == "content", let kind = member.value["kind"]?.string {
        effects.insert(.content(kind))
      }
      member.value.collectEffects(into: &effects)
    }
    for item in array ?? [] { item.collectEffects(into: &effects) }
  }
}

extension Node.Member {
  /// Adds the strings of `markup` and `file` keys without `${…}`, of this one and at any depth of its value.
  func collectEscapedLiterals(into literals: inout Set<ExactString>) {
    if Escape(key: key) != nil, let string = value.string,
      let constant = Interpolation(string).constant
    {
      literals.insert(ExactString(constant))
    }
    value.collectEscapedLiterals(into: &literals)
  }
}

extension Node {
  fileprivate func collectEscapedLiterals(into literals: inout Set<ExactString>) {
    for member in object ?? [] where !member.isAnnotation {
      member.collectEscapedLiterals(into: &literals)
    }
    for item in array ?? [] { item.collectEscapedLiterals(into: &literals) }
  }
}

extension Value {
  /// The first string of a `markup` or `file` key, at any depth, that is not one of those which were made by the rules
  /// of these keys: it has come in by `$eval` or `$merge` with the object that has the key.
  func firstEscaped(
    unless isKnown: (ExactString) -> Bool
  ) -> (key: String, text: String)? {
    switch self {
    case .array(let array):
      for item in array.items {
        if let found = item.firstEscaped(unless: isKnown) { return found }
      }
      return nil
    case .object(let object):
      for member in object.members {
        if Escape(key: member.key) != nil, case .string(let text) = member.value,
          !isKnown(ExactString(text))
        {
          return (member.key, text)
        }
        if let found = member.value.firstEscaped(unless: isKnown) { return found }
      }
      return nil
    default: return nil
    }
  }

  /// The first value of an `effect` key, or of the `kind` of a `content`, at any depth, that is not one of the given
  /// names.
  func firstEffect(outside effects: Set<ExactString>) -> (what: String, value: Value)? {
    switch self {
    case .array(let array): array.items.lazy.compactMap { $0.firstEffect(outside: effects) }.first
    case .object(let object):
      object.members.lazy.compactMap { member in
        if isSame(member.key, "effect") {
          if case .string(let name) = member.value, effects.contains(ExactString(name)) {
            return nil
          }
          return ("effect", member.value)
        }
        if isSame(member.key, "content"), case .object(let content) = member.value,
          let kind = content["kind"]
        {
          guard case .string(let name) = kind, effects.contains(.content(name)) else {
            return ("content", kind)
          }
        }
        return member.value.firstEffect(outside: effects)
      }.first
    default: nil
    }
  }
}

extension ExactString {
  /// The kind of a content beside the names of effects.
  fileprivate static func content(_ kind: String) -> ExactString { ExactString("content:\(kind)") }
}
