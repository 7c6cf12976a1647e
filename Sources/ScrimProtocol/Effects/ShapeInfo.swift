package import ScrimJSON

/// What the value of a parameter may be.
package struct ShapeInfo: Sendable, Hashable, JSONRecord {
  package indirect enum Kind: Sendable, Hashable {
    /// `boolean`, `number`, `integer`, `string`, `color`, `paint`, `length` or `reference`.
    case plain(String)
    case choice([String])
    /// A list of exactly these, each with what it is for.
    case tuple([ParameterInfo])
    case list(of: ShapeInfo, least: Int, most: Int?)
    /// An object with these keys.
    case record([ParameterInfo])
    /// An object with any keys that match the regular expression.
    case map(keys: String, of: ShapeInfo)
    /// One of several.
    case union([ShapeInfo])
  }

  package var kind: Kind
  /// The same in words: "a number", "one of "round", "miter"".
  package var words: String
  /// What its number is at least.
  package var minimum: Double?
  /// What its number is more than.
  package var exclusiveMinimum: Double?

  package init(_ kind: Kind, words: String) {
    self.kind = kind
    self.words = words
  }

  package init(fields: FieldReader) throws(FieldError) {
    words = try fields.required("words")
    minimum = try fields.optional("minimum")
    exclusiveMinimum = try fields.optional("exclusiveMinimum")
    let type: String = try fields.required("type")
    switch type {
    case "choice": kind = .choice(try fields.required("choices"))
    case "tuple": kind = .tuple(try fields.required("elements"))
    case "list":
      kind = .list(
        of: try fields.required("of"), least: try fields.required("least"),
        most: try fields.optional("most"))
    case "record": kind = .record(try fields.required("keys"))
    case "map":
      kind = .map(keys: try fields.required("pattern"), of: try fields.required("of"))
    case "union": kind = .union(try fields.required("any"))
    default: kind = .plain(type)
    }
  }

  package var json: JSON {
    let bounds = [
      JSON.Member("minimum", minimum.field),
      JSON.Member("exclusiveMinimum", exclusiveMinimum.field),
    ]
    return .object(
      ([JSON.Member("type", .string(type)), JSON.Member("words", .string(words))] + details + bounds)
        .filter { $0.value != .null })
  }

  private var type: String {
    switch kind {
    case .plain(let type): type
    case .choice: "choice"
    case .tuple: "tuple"
    case .list: "list"
    case .record: "record"
    case .map: "map"
    case .union: "union"
    }
  }

  private var details: [JSON.Member] {
    switch kind {
    case .plain: []
    case .choice(let names): [JSON.Member("choices", names.field)]
    case .tuple(let elements): [JSON.Member("elements", elements.field)]
    case .list(let element, let least, let most):
      [
        JSON.Member("of", element.json), JSON.Member("least", .integer(least)),
        JSON.Member("most", most.field),
      ]
    case .record(let keys): [JSON.Member("keys", keys.field)]
    case .map(let keys, let value):
      [JSON.Member("pattern", .string(keys)), JSON.Member("of", value.json)]
    case .union(let shapes): [JSON.Member("any", shapes.field)]
    }
  }
}
