/// A type that a parameter can have.
public protocol ParameterValue: Sendable {
  /// The JSON shape of the type.
  static var shape: ParameterShape { get }

  /// Decodes a value from JSON; reports every error to `decoding` and returns `nil` if there was one.
  init?(from json: JSON, _ decoding: inout ParameterDecoding)

  /// The value as written in a job.
  var json: JSON { get }
}

/// A value made of numbers, each of which is checked against the parameter's range.
public protocol MeasuredValue: ParameterValue {
  /// Each number and its path within the value.
  var measures: [(path: [PathElement], value: Double)] { get }
}

/// The JSON shape of a parameter, the source of the schema and of the reference pages.
public indirect enum ParameterShape: Hashable, Sendable {
  /// `true` or `false`.
  case boolean
  /// A number.
  case number
  /// An integer.
  case integer
  /// Any string.
  case string
  /// One of these strings.
  case choice([String])
  /// A CSS colour.
  case color
  /// A colour or a gradient.
  case paint
  /// px, or a percentage as a string such as "50%".
  case length
  /// px, or a number with a unit as a string such as "4vw".
  case measure
  /// A reference such as "#title/ink".
  case reference
  /// A point of what a reference names, such as "#title/right".
  case referencePoint
  /// A length or number ≥ 0.
  case nonNegative(ParameterShape)
  /// A length or number > 0.
  case positive(ParameterShape)
  /// A list whose length is in the range.
  case list(of: ParameterShape, count: ClosedRange<Int>)
  /// A list of exactly these elements, each with its description.
  case tuple([ParameterDeclaration])
  /// An object with these keys.
  case record([ParameterDeclaration])
  /// An object whose keys match a regular expression, all with values of one shape.
  case map(keys: String, of: ParameterShape)
  /// One of several shapes.
  case union([ParameterShape])

  /// The shape in words, for messages: "a number", "one of "round", "miter"".
  public var words: String {
    switch self {
    case .boolean: "true or false"
    case .number: "a number"
    case .integer: "a whole number"
    case .string: "a string"
    case .choice(let names): "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    case .color: Color.syntax
    case .paint: "a colour such as \"#fc0\" or a gradient"
    case .length: "a number of px or a percentage such as \"50%\""
    case .measure: "a number of px, or one with a unit such as \"4vw\""
    case .reference: "a reference such as \"#title\""
    case .referencePoint: "a point of a layer such as \"#title/right\""
    case .nonNegative(let shape), .positive(let shape): shape.words
    case .list(let element, let count):
      (count.lowerBound == count.upperBound ? "a list of \(count.lowerBound) " : "a list of ")
        + element.plural
    case .tuple(let elements):
      "a list of \(elements.count) (\(elements.map(\.name).joined(separator: ", ")))"
    case .record: "an object"
    case .map(_, let value): "an object of \(value.plural)"
    case .union(let shapes): shapes.map(\.words).joined(separator: ", or ")
    }
  }

  /// The plural in words: "numbers".
  private var plural: String {
    switch self {
    case .boolean: "booleans"
    case .number: "numbers"
    case .integer: "whole numbers"
    case .string: "strings"
    case .choice(let names): "words of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    case .color: "colours"
    case .paint: "colours or gradients"
    case .length: "lengths"
    case .measure: "numbers of px"
    case .reference: "references"
    case .referencePoint: "points of layers"
    case .nonNegative(let shape), .positive(let shape): shape.plural
    case .list, .tuple: "lists"
    case .record, .map: "objects"
    case .union(let shapes): shapes.map(\.plural).joined(separator: " or ")
    }
  }
}

/// The declaration of a parameter.
public struct ParameterDeclaration: Hashable, Sendable {
  /// The key in JSON.
  public var name: String
  /// A one-line description.
  public var help: String
  /// The JSON shape.
  public var shape: ParameterShape
  /// The unit of its numbers.
  public var unit: ParameterUnit
  /// The allowed range of its numbers; `nil` if any finite number is allowed.
  public var range: ClosedRange<Double>?
  /// The default value; `nil` if the parameter is required.
  public var defaultValue: JSON?
  /// Values that a job may have.
  public var examples: [JSON]

  /// Creates a declaration without `@Parameter`, for an element of a tuple.
  public init(
    _ name: String, _ help: String, _ shape: ParameterShape, unit: ParameterUnit = .none,
    in range: ClosedRange<Double>? = nil, defaultValue: JSON? = nil, examples: [JSON] = []
  ) {
    self.name = name
    self.help = help
    self.shape = shape
    self.unit = unit
    self.range = range
    self.defaultValue = defaultValue
    self.examples = examples
  }
}

/// The unit of a parameter's numbers.
public struct ParameterUnit: Hashable, Sendable {
  /// The suffix after a number: " px", "°" or nothing.
  public let suffix: String

  private init(_ suffix: String) { self.suffix = suffix }

  /// No unit: a ratio, a factor, a count.
  public static let none = ParameterUnit("")
  /// CSS pixels at scale 1.
  public static let pixels = ParameterUnit(" px")
  /// Degrees, clockwise.
  public static let degrees = ParameterUnit("°")
}
