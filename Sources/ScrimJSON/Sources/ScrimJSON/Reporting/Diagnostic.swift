/// An error in a document.
public struct Diagnostic: Error, Sendable, Hashable {
  /// The kind of the error, in kebab-case: `unknown-key`, `out-of-range`, `syntax`.
  public var code: String
  /// The error, the allowed values and a suggested fix, without the position: `900 is outside 0…250 px.`
  public var message: String
  /// The path to the value; empty for the document itself and for syntax errors.
  public var path: [PathElement]
  /// The position of the value, or of its key if the error is about the key.
  public var position: Position?
  /// Where the value comes from, if a template gave it; ``position`` is then one in the template.
  public var template: TemplatePlace?

  public init(
    code: String, message: String, path: [PathElement] = [], position: Position? = nil,
    template: TemplatePlace? = nil
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.position = position
    self.template = template
  }

  /// The value's JSON Pointer (RFC 6901).
  public var pointer: String { path.pointer }

  /// The value's path in readable form: `layers[2].effects[0].sigma`.
  public var displayPath: String { path.displayPath }

  /// The complete line: `story.json:12:18: layers[2].effects[0].sigma: 900 is outside 0…250 px.`, or with a template
  /// `card.json:14:32 (people.csv:18, row 17, column "price"): layers[3].text.size: "big" is not a number.`
  ///
  /// - Parameter file: The document's name as the user knows it.
  /// - Returns: Name, position, path and message, without a newline.
  public func text(file: String) -> String {
    var text = file
    if let position { text += ":\(position.line):\(position.column)" }
    if let words = template?.words, !words.isEmpty { text += " (\(words))" }
    if !path.isEmpty { text += ": \(displayPath)" }
    return "\(text): \(message)"
  }
}

extension Diagnostic {
  /// The error as in a result report: `pointer`, `line`, `column`, `message`, `code`; of a template also `template`,
  /// `row`, `variant`, `columns`, `dataFile`, `dataLine`.
  public var json: JSON {
    var members = [JSON.Member("pointer", .string(pointer))]
    if let position {
      members.append(JSON.Member("line", .integer(position.line)))
      members.append(JSON.Member("column", .integer(position.column)))
    }
    members.append(JSON.Member("message", .string(message)))
    members.append(JSON.Member("code", .string(code)))
    members += template?.members ?? []
    return .object(members)
  }

  /// Reads the format of ``json``; keys that consist only of digits become indices.
  ///
  /// - Parameter json: An object with at least `code` and `message`.
  public init?(json: JSON) {
    guard let code = json["code"]?.string, let message = json["message"]?.string,
      let path = [PathElement](pointer: json["pointer"]?.string ?? "")
    else { return nil }
    self.init(code: code, message: message, path: path, template: TemplatePlace(json))
    if let line = json["line"]?.integer, let column = json["column"]?.integer {
      position = Position(line: line, column: column)
    }
  }
}
