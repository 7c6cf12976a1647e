import ScrimJSON
import ScrimTemplate

/// Templates with contexts: evaluation ends within its limits, always with the same result, and its errors have places
/// in the template. An input that is not a JSON object with `template` and `context` is a string of a template.
enum TemplateTarget {
  private static let limits = TemplateLimits(steps: 20_000, bytes: 4 << 20, resultBytes: 1 << 20)

  private static let context = """
    {"a": 1, "b": "a,é,\u{1F600}", "list": [3, 1, 2.5], "obj": {"k": [1, {"x": null}], "text": "${a}"}, "t": true}
    """

  static func run(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    if let document = try? Node.parse(Array(bytes)), let template = document["template"],
      let context = document["context"], case .object(let names) = Value(context)
    {
      check(template, names)
      return .interesting
    }
    guard let string = String(validating: bytes, as: UTF8.self),
      let names = try? Node.parse(context.utf8), case .object(let context) = Value(names)
    else { return .foreign }
    for text in [
      JSON.string(string), ["$eval": .string(string)], ["a": [.string("${" + string)]],
    ] as [JSON] {
      guard let template = try? Node.parse(text.bytes()) else { continue }
      check(template, context)
    }
    return .interesting
  }

  private static func check(_ document: Node, _ context: ValueObject) {
    for language in [TemplateLanguage.plain, .job] {
      check(document, Template(document, as: language), context)
    }
  }

  private static func check(_ document: Node, _ template: Template, _ context: ValueObject) {
    let first = result(of: template, context)
    require(first == result(of: template, context), "an evaluation is repeatable")
    switch first {
    case .success(let json):
      let text = json.bytes()
      require(
        (try? JSON(parsing: text, limits: JSONLimits(bytes: .max))) == json, "a result can be read")
    case .failure(let error): check(error, document)
    }
  }

  private static func result(
    of template: Template, _ context: ValueObject
  ) -> Result<JSON, TemplateError> {
    do throws(TemplateError) {
      let value = try template.evaluate(context, clock: "2017-01-19T16:27:20.974Z", limits: limits)
      require(value.depth <= limits.depth, "a result is not too deep")
      return .success(value.json)
    } catch {
      return .failure(error)
    }
  }

  private static func check(_ error: TemplateError, _ document: Node) {
    require(error.message.utf8.count < 2_000, "a message has a length: \(error.message)")
    require(
      error.message.hasSuffix(".") || error.message.hasSuffix("?"),
      "a message is a sentence: \(error.message)")
    require(
      error.message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
      "a message has no control characters: \(error.message)")
    // The path may end in a key, whose expressions have errors, too.
    let isKey = document[error.path] == nil
    require(
      document[isKey ? error.path.dropLast() : error.path[...]] != nil,
      "\(error.pointer) leads to a value")
    guard let column = error.column, let offset = error.offset else {
      return require(error.column == nil && error.offset == nil, "a column has an offset")
    }
    var strings = [document[error.path]?.string].compactMap(\.self)
    if case .key(let key)? = error.path.last { strings.append(key) }
    require(
      strings.contains { string in
        let utf8 = string.utf8
        guard offset <= utf8.count else { return false }
        let end = utf8.index(utf8.startIndex, offsetBy: offset)
        return string.unicodeScalars[..<end].count + 1 == column
      }, "column \(column) is in the string at \(error.pointer)")
  }
}
