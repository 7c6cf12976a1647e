/// A type that a parameter can have.
public protocol ParameterValue: Sendable {
  /// What it looks like in JSON.
  static var shape: ParameterShape { get }

  /// The value that `json` says; reports every error to `decoding` and is `nil` if there was one.
  init?(from json: JSON, _ decoding: inout ParameterDecoding)

  /// The value as a job would write it.
  var json: JSON { get }
}

/// A value made of numbers, which a parameter's range is checked against.
public protocol MeasuredValue: ParameterValue {
  /// Each number, with the steps to it.
  var measures: [(path: [PathElement], value: Double)] { get }
}

/// What a parameter looks like in JSON; the source of the schema and of the reference pages.
public indirect enum ParameterShape: Hashable, Sendable {
  /// `true` or `false`.
  case boolean
  /// A number.
  case number
  /// A whole number.
  case integer
  /// Any text.
  case string
  /// One of these texts.
  case choice([String])
  /// A CSS colour.
  case color
  /// A colour or a gradient.
  case paint
  /// px, or a percentage as a text such as "50%".
  case length
  /// A reference such as "#title/ink".
  case reference
  /// A length or number of 0 or more.
  case nonNegative(ParameterShape)
  /// A length or number of more than 0.
  case positive(ParameterShape)
  /// A list whose length is in the range.
  case list(of: ParameterShape, count: ClosedRange<Int>)
  /// A list of exactly these, each with what it is for.
  case tuple([ParameterDeclaration])
  /// An object with these keys.
  case record([ParameterDeclaration])
  /// One of several.
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
    case .reference: "a reference such as \"#title\""
    case .nonNegative(let shape), .positive(let shape): shape.words
    case .list(let element, let count):
      (count.lowerBound == count.upperBound ? "a list of \(count.lowerBound) " : "a list of ")
        + element.plural
    case .tuple(let elements):
      "a list of \(elements.count) (\(elements.map(\.name).joined(separator: ", ")))"
    case .record: "an object"
    case .union(let shapes): shapes.map(\.words).joined(separator: ", or ")
    }
  }

  /// Several of it in words: "numbers".
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
    case .reference: "references"
    case .nonNegative(let shape), .positive(let shape): shape.plural
    case .list, .tuple: "lists"
    case .record: "objects"
    case .union(let shapes): shapes.map(\.plural).joined(separator: " or ")
    }
  }
}

/// A parameter as it was declared.
public struct ParameterDeclaration: Hashable, Sendable {
  /// The key in JSON.
  public var name: String
  /// What it is for, in one line.
  public var help: String
  /// What it looks like.
  public var shape: ParameterShape
  /// What its numbers count.
  public var unit: ParameterUnit
  /// What its numbers may be; `nil` if anything finite.
  public var range: ClosedRange<Double>?
  /// What it is when the job does not say; `nil` if the job must say it.
  public var defaultValue: JSON?

  /// A declaration of what `@Parameter` does not declare: an element of a tuple.
  public init(
    _ name: String, _ help: String, _ shape: ParameterShape, unit: ParameterUnit = .none,
    in range: ClosedRange<Double>? = nil, defaultValue: JSON? = nil
  ) {
    self.name = name
    self.help = help
    self.shape = shape
    self.unit = unit
    self.range = range
    self.defaultValue = defaultValue
  }
}

/// What the numbers of a parameter count.
public struct ParameterUnit: Hashable, Sendable {
  /// What stands behind a number: " px", "°" or nothing.
  public let suffix: String

  private init(_ suffix: String) { self.suffix = suffix }

  /// A bare number: a share, a factor, a count.
  public static let none = ParameterUnit("")
  /// CSS pixels at scale 1.
  public static let pixels = ParameterUnit(" px")
  /// Degrees, clockwise.
  public static let degrees = ParameterUnit("°")
}
