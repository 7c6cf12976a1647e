import ScrimJSON
@_spi(Host) import ScrimKit

extension Schema {
  /// The schema of a parameter's shape.
  ///
  /// - Parameters:
  ///   - shape: The shape.
  ///   - range: The range of its numbers.
  ///   - isWritten: Whether to write it out even if it has a name.
  init(
    _ shape: ParameterShape, in range: ClosedRange<Double>? = nil, isWritten: Bool = false
  ) {
    if !isWritten, let name = Self.name(of: shape) {
      self = Self.definition(name).merging(Self.bounds(range, throughout: shape))
      return
    }
    switch shape {
    case .boolean: self = ["type": "boolean"]
    case .number: self = Self.typed("number").merging(Self.bounds(range))
    case .measure:
      self = Self.typed(["number", "string"]).merging(Self.bounds(range))
      self["pattern"] = .string("^[-+]?\(Percentage.number)\(Percentage.unit)$")
      self["patternErrorMessage"] =
        "Expected a number of px, or one with a unit such as \"4vw\"."
    case .integer: self = Self.typed("integer").merging(Self.bounds(range ?? Self.exact))
    case .string: self = ["type": "string", "pattern": "^[^\\u0000]*$"]
    case .choice(let words): self = ["enum": .array(words.map(JSON.string))]
    case .color: self = Self.definition("color")
    case .paint: self = Self.definition("paint")
    case .reference: self = Self.definition("reference")
    case .referencePoint: self = Self.definition("referencePoint")
    case .length:
      self = Self.definition("length").merging(Self.bounds(range))
      if range?.lowerBound == 0 {
        self["pattern"] = .string(Percentage.nonNegative)
        self["patternErrorMessage"] = "Expected 0 or more: px, or a percentage such as \"50%\"."
      }
    case .nonNegative(let inner):
      let least = max(0, range?.lowerBound ?? 0)
      self = Schema(inner, in: least...(range?.upperBound ?? .infinity))
    case .positive(let inner):
      self = Schema(inner, in: range)
      self["exclusiveMinimum"] = 0
      guard inner.types.contains(.string) else { return }
      self["pattern"] = .string(Percentage.positive)
      self["patternErrorMessage"] = "Expected more than 0: px, or a percentage such as \"50%\"."
    case .list(let element, let count):
      self = ["type": "array", "items": Schema(element, in: range).json]
      if count.lowerBound > 0 { self["minItems"] = .integer(count.lowerBound) }
      if count.upperBound < Int.max { self["maxItems"] = .integer(count.upperBound) }
    case .tuple(let elements):
      self = [
        "type": "array", "prefixItems": .array(elements.map { Schema($0, in: range).json }),
        "minItems": .integer(elements.count), "maxItems": .integer(elements.count),
      ]
    case .record(let declarations):
      self = Self.object(declarations.map(KeyFormat.init))
    case .map(let keys, let value):
      self = Self.map(keys: keys, of: Schema(value, in: range))
    case .union(let shapes):
      self = Self.union(shapes.flatMap(\.flattened), in: range)
    }
  }

  /// Regular expressions of percentages and of numbers with units.
  enum Percentage {
    static let number = "([0-9]+\\.?[0-9]*|\\.[0-9]+)"
    static let unit = "(\(LengthUnits.names.joined(separator: "|")))"
    private static let ends = "(%|\(LengthUnits.names.joined(separator: "|")))"
    static let any = "^[-+]?\(number)\(ends)$"
    /// A minus is allowed before zeros only, or before so many that the reader's number is 0.
    static let nonNegative = "^([+]?\(number)|-[0.]+|-[0.]{99}[0-9.]*)\(ends)$"
    static let positive = "^[+]?[0-9.]*[1-9][0-9.]*\(ends)$"
  }

  /// The integers that a double represents exactly.
  private static let exact = -0x1p53 + 1...0x1p53 - 1

  private static func typed(_ type: JSON) -> Schema { ["type": type] }

  private init(_ element: ParameterDeclaration, in range: ClosedRange<Double>?) {
    self = ["description": .string("\(element.help).")]
    self = merging(Schema(element.shape, in: element.range ?? range))
  }

  /// Shapes with a name, since they are long and often used.
  static let named: [(name: String, shape: ParameterShape)] = [
    ("text", TextSpec.shape), ("insets", Insets.shape.measured),
    ("cornerRadius", CornerRadii.shape),
  ]

  private static func name(of shape: ParameterShape) -> String? {
    named.first { $0.shape == shape }?.name
  }

  private static func bounds(_ range: ClosedRange<Double>?) -> Schema {
    var bounds: Schema = [:]
    guard let range else { return bounds }
    if range.lowerBound == range.upperBound { return ["const": .number(range.lowerBound)] }
    if range.lowerBound.isFinite { bounds["minimum"] = .number(range.lowerBound) }
    if range.upperBound.isFinite { bounds["maximum"] = .number(range.upperBound) }
    return bounds
  }

  /// The bounds of a number or of each number in a list.
  private static func bounds(
    _ range: ClosedRange<Double>?, throughout shape: ParameterShape
  ) -> Schema {
    var bounds = bounds(range)
    guard !bounds.keywords.isEmpty, shape.types.contains(.array) else { return bounds }
    bounds["items"] = bounds.json
    return bounds
  }
}

// MARK: - Unions

/// The JSON types.
enum JSONType: String, CaseIterable {
  case boolean, number, string, array, object
}

extension ParameterShape {
  /// The possible types of its values.
  var types: Set<JSONType> {
    switch self {
    case .boolean: [.boolean]
    case .number, .integer: [.number]
    case .string, .choice, .color, .reference, .referencePoint: [.string]
    case .paint: [.string, .object]
    case .length, .measure: [.number, .string]
    case .nonNegative(let shape), .positive(let shape): shape.types
    case .list, .tuple: [.array]
    case .record, .map: [.object]
    case .union(let shapes): shapes.reduce(into: []) { $0.formUnion($1.types) }
    }
  }

  /// The shape with units: its numbers are px.
  var measured: ParameterShape {
    switch self {
    case .number: .measure
    case .nonNegative(let shape): .nonNegative(shape.measured)
    case .positive(let shape): .positive(shape.measured)
    case .list(let shape, let count): .list(of: shape.measured, count: count)
    case .tuple(let elements):
      .tuple(
        elements.map { element in
          var element = element
          element.shape = element.shape.measured
          return element
        })
    case .union(let shapes): .union(shapes.map(\.measured))
    default: self
    }
  }

  /// The members of a union, with nested unions flattened.
  fileprivate var flattened: [ParameterShape] {
    guard case .union(let shapes) = self else { return [self] }
    return shapes.flatMap(\.flattened)
  }
}

extension Schema {
  /// One of several shapes. Where possible, the type of the value selects the shape, so that an editor's message
  /// refers to that one.
  fileprivate static func union(
    _ shapes: [ParameterShape], in range: ClosedRange<Double>?
  ) -> Schema {
    let types = JSONType.allCases.filter { type in shapes.contains { $0.types.contains(type) } }
    func takers(of type: JSONType) -> [ParameterShape] {
      shapes.filter { $0.types.contains(type) }
    }
    var branches: [JSON] = []
    for shape in shapes {
      let own = types.filter { takers(of: $0) == [shape] }
      guard !own.isEmpty else { continue }
      branches.append(branch(own, Schema(shape, in: range)))
    }
    for type in types where takers(of: type).count > 1 {
      let schemas = takers(of: type).map { Schema($0, in: range).json }
      branches.append(branch([type], ["anyOf": .array(schemas)]))
    }
    return ["type": names(types), "allOf": .array(branches)]
  }

  private static func branch(_ types: [JSONType], _ schema: Schema) -> JSON {
    ["if": ["type": names(types)], "then": schema.json]
  }

  private static func names(_ types: [JSONType]) -> JSON {
    types.count == 1 ? .string(types[0].rawValue) : .array(types.map { .string($0.rawValue) })
  }
}
