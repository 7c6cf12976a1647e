/// Declares a parameter of an effect or of a record inside one.
///
/// ```swift
/// @Parameter("Standard deviation of the blur", unit: .pixels, in: 0...250) var sigma = 11.0
/// ```
///
/// Decoding, range errors, the JSON Schema and the reference page all come from this line. The JSON key is the
/// property's name. Each read follows a pointer: copy the value to a local before a loop over pixels.
@propertyWrapper
public struct Parameter<Value: ParameterValue>: Sendable {
  /// The only property: a record has dozens of parameters, and is copied many times for each layer.
  private var slot: Slot

  /// Creates a parameter with a default value.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value if the job does not set it.
  ///   - help: A one-line description.
  ///   - examples: Values that a job may have, for `scrim effects check`, editors and pages.
  public init(wrappedValue: Value, _ help: String, examples: [Value] = []) {
    self.init(help, .none, nil, wrappedValue, examples) { _ in [] }
  }

  /// Creates a required parameter.
  ///
  /// - Parameters:
  ///   - help: A one-line description.
  ///   - examples: Values that a job may have, for `scrim effects check`, editors and pages: wherever not every value
  ///     of the type will do.
  public init(_ help: String, examples: [Value] = []) {
    self.init(help, .none, nil, nil, examples) { _ in [] }
  }

  /// Creates a numeric parameter with a default value.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value if the job does not set it.
  ///   - help: A one-line description.
  ///   - unit: The unit of its numbers.
  ///   - range: The allowed range of its numbers.
  ///   - examples: Values that a job may have, for `scrim effects check`, editors and pages.
  public init(
    wrappedValue: Value, _ help: String, unit: ParameterUnit = .none,
    in range: ClosedRange<Double>? = nil, examples: [Value] = []
  ) where Value: MeasuredValue {
    self.init(help, unit, range, wrappedValue, examples) { $0.measures }
  }

  /// Creates a required numeric parameter.
  ///
  /// - Parameters:
  ///   - help: A one-line description.
  ///   - unit: The unit of its numbers.
  ///   - range: The allowed range of its numbers.
  ///   - examples: Values that a job may have, for `scrim effects check`, editors and pages.
  public init(
    _ help: String, unit: ParameterUnit = .none, in range: ClosedRange<Double>? = nil,
    examples: [Value] = []
  ) where Value: MeasuredValue {
    self.init(help, unit, range, nil, examples) { $0.measures }
  }

  private init(
    _ help: String, _ unit: ParameterUnit, _ range: ClosedRange<Double>?, _ value: Value?,
    _ examples: [Value], _ measure: @escaping Slot.Measure
  ) {
    slot = Slot(help, unit, range, examples, measure, value)
  }

  /// The value from the job, otherwise the default.
  public var wrappedValue: Value {
    get {
      guard let value = slot.value else {
        preconditionFailure("a required parameter was read from an effect that was not decoded")
      }
      if slot.isBroken { slot.wasReadBroken = true }
      return value
    }
    set {
      slot = Slot(slot.help, slot.unit, slot.range, slot.examples, slot.measure, newValue)
      slot.isGiven = true
    }
  }

  /// The parameter itself, for its other properties: `$sigma.isGiven`.
  public var projectedValue: Parameter<Value> { self }

  /// Whether the job (or code) sets the value, even to the default.
  public var isGiven: Bool { slot.isGiven }

  /// The declaration, and shared storage for the value, so that a decoder can set it through a copy of the wrapper.
  ///
  /// `@unchecked Sendable` holds because it is written only while its owner is decoded, before the owner is shared.
  private final class Slot: @unchecked Sendable {
    typealias Measure = @Sendable (Value) -> [(path: [PathElement], value: Double)]

    let help: String
    let unit: ParameterUnit
    let range: ClosedRange<Double>?
    let examples: [Value]
    let measure: Measure
    var value: Value?
    var isGiven = false
    /// Whether the job's value is invalid, so that the value is still the default.
    var isBroken = false
    /// Whether the default was read in place of the invalid value.
    var wasReadBroken = false

    init(
      _ help: String, _ unit: ParameterUnit, _ range: ClosedRange<Double>?, _ examples: [Value],
      _ measure: @escaping Measure, _ value: Value?
    ) {
      self.help = help
      self.unit = unit
      self.range = range
      self.examples = examples
      self.measure = measure
      self.value = value
    }
  }
}

/// Parameters are equal if their values are equal and both or neither are given.
extension Parameter: Equatable where Value: Equatable {
  /// Whether both have equal values, and the job sets both or neither.
  public static func == (one: Self, other: Self) -> Bool {
    one.slot.value == other.slot.value && one.slot.isGiven == other.slot.isGiven
  }
}

extension Parameter: Hashable where Value: Hashable {
  /// Hashes the value, and whether it is given.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(slot.value)
    hasher.combine(slot.isGiven)
  }
}

/// Type-erased access to `Parameter` for the decoder.
protocol DeclaredParameter {
  var isGiven: Bool { get }
  /// Whether there is neither a value from the job nor a default.
  var isMissing: Bool { get }
  /// Whether the default was read in place of an invalid value.
  var wasReadBroken: Bool { get }
  func declaration(name: String) -> ParameterDeclaration
  func decode(_ json: JSON, _ decoding: inout ParameterDecoding)
}

extension Parameter: DeclaredParameter {
  var isMissing: Bool { slot.value == nil }
  var wasReadBroken: Bool { slot.wasReadBroken }

  func declaration(name: String) -> ParameterDeclaration {
    ParameterDeclaration(
      name, slot.help, Value.shape, unit: slot.unit, in: slot.range,
      defaultValue: slot.value?.json, examples: slot.examples.map(\.json))
  }

  func decode(_ json: JSON, _ decoding: inout ParameterDecoding) {
    let (unit, range) = (slot.unit, slot.range)
    let before = decoding.diagnostics.count
    let measured = unit == .pixels ? decoding.inPixels(json) : json
    let value = measured.flatMap {
      decoding.decode(Value.self, from: $0, numbers: range?.words(unit))
    }
    if let value, let range {
      for (path, number) in slot.measure(value) where !range.contains(number) {
        decoding.report(
          ParameterDiagnostic(
            .outOfRange,
            "\(decoding.written(number, at: path)) is \(range.words(unit, missedBy: number)).",
            path: path))
      }
    }
    slot.isGiven = true
    slot.isBroken = decoding.diagnostics.count > before
    if let value, !slot.isBroken { slot.value = value }
  }
}

extension ClosedRange<Double> {
  /// "0…250 px", "0 px or more".
  func words(_ unit: ParameterUnit) -> String {
    if upperBound == .infinity { return "\(lowerBound.plain)\(unit.suffix) or more" }
    if lowerBound == -.infinity { return "\(upperBound.plain)\(unit.suffix) or less" }
    return "\(lowerBound.plain)…\(upperBound.plain)\(unit.suffix)"
  }

  /// "outside 0…250 px", "less than 0 px".
  func words(_ unit: ParameterUnit, missedBy number: Double) -> String {
    if upperBound == .infinity { return "less than \(lowerBound.plain)\(unit.suffix)" }
    if lowerBound == -.infinity { return "more than \(upperBound.plain)\(unit.suffix)" }
    return "outside \(words(unit))"
  }
}
