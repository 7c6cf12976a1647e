/// An error in a parameter's value. The host adds the position in the job's document.
public struct ParameterDiagnostic: Error, Hashable, Sendable {
  /// The kind of an error.
  public struct Code: Hashable, Sendable {
    /// The kebab-case name used in reports.
    public let name: String

    private init(_ name: String) { self.name = name }

    /// The value has another JSON type.
    public static let wrongType = Code("wrong-type")
    /// A number is outside its range, or a list has the wrong length.
    public static let outOfRange = Code("out-of-range")
    /// A key is not declared.
    public static let unknownKey = Code("unknown-key")
    /// A required key is missing.
    public static let missingKey = Code("missing-key")
    /// A string is not one of the allowed ones or has the wrong syntax.
    public static let invalidValue = Code("invalid-value")
    /// Keys cannot be combined.
    public static let conflict = Code("conflict")
    /// A feature is specified but not implemented yet.
    public static let notAvailable = Code("not-available")
  }

  /// The kind of the error.
  public var code: Code
  /// The error and the allowed values, without the position; ends with a full stop.
  public var message: String
  /// The path from the effect's (or record's) object to the value.
  public var path: [PathElement]
  /// The misspelt word, if `candidates` may contain the correct one.
  public var word: String?
  /// The words allowed in place of `word`.
  public var candidates: [String]

  /// Creates an error at `path`.
  public init(
    _ code: Code, _ message: String, path: [PathElement] = [], word: String? = nil,
    candidates: [String] = []
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.word = word
    self.candidates = candidates
  }

  /// Creates an error in the value of the parameter `name`, for `Effect.validate()`.
  public init(_ code: Code, _ message: String, at name: String) {
    self.init(code, message, path: [.key(name)])
  }
}

/// The current position of a decoder and the errors found so far.
public struct ParameterDecoding {
  /// The path from the outermost object to the value being decoded.
  public private(set) var path: [PathElement]
  /// The errors so far, in document order.
  public private(set) var diagnostics: [ParameterDiagnostic] = []
  /// The allowed numbers of the parameter being decoded, in words; empty if unlimited.
  var numbers = ""
  /// What numbers with units are.
  @_spi(Host) public var units: LengthUnits
  /// The text of the number at a path, as the document has it; `nil` if that is not known.
  private let numberText: ([PathElement]) -> String?

  /// Creates a decoder at `path`.
  public init(path: [PathElement] = []) {
    self.init(path: path) { _ in nil }
  }

  /// Creates a decoder whose messages show numbers as they are written.
  ///
  /// - Parameters:
  ///   - path: The path from the outermost object.
  ///   - units: What numbers with units are.
  ///   - numberText: The text of the number at a path; `nil` if that is not known.
  @_spi(Host) public init(
    path: [PathElement] = [], units: LengthUnits = LengthUnits(),
    numberText: @escaping ([PathElement]) -> String?
  ) {
    self.path = path
    self.units = units
    self.numberText = numberText
  }

  /// Reports an error in the value being decoded.
  public mutating func report(
    _ code: ParameterDiagnostic.Code, _ message: String, word: String? = nil,
    candidates: [String] = []
  ) {
    diagnostics.append(
      ParameterDiagnostic(code, message, path: path, word: word, candidates: candidates))
  }

  /// Reports that `json` is not of the expected type, such as "a number".
  public mutating func reportType(_ json: JSON, expected: String) {
    reportType(json, expected: expected, meant: nil)
  }

  /// Reports that `json` is not of the expected type and suggests the probably intended value.
  mutating func reportType(_ json: JSON, expected: String, meant: String?) {
    let suggestion = meant.map { " Did you mean \($0)?" } ?? ""
    report(.wrongType, "expected \(expected), found \(found(json)).\(suggestion)")
  }

  /// The value being decoded, for messages: a number as it is written.
  func found(_ json: JSON) -> String {
    json.number.map { written($0) } ?? json.description
  }

  /// A number of the value being decoded as it is written.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - inner: Its path within the value.
  /// - Returns: Its text in the document; the shortest form if that is not known or long.
  func written(_ number: Double, at inner: [PathElement] = []) -> String {
    guard let text = numberText(path + inner), text.utf8.count <= 40 else { return number.plain }
    return text
  }

  /// Reports that `json` is not a number, with the allowed range.
  mutating func reportNoNumber(_ json: JSON, expected: String) {
    let range = numbers.isEmpty ? "" : " (\(numbers))"
    reportType(json, expected: expected + range, meant: json.meantNumber(of: path.last))
  }

  /// Reports a string with invalid syntax.
  mutating func report(_ diagnostic: ValueDiagnostic) {
    report(
      .invalidValue, diagnostic.message, word: diagnostic.word, candidates: diagnostic.candidates)
  }

  /// Reports an error whose path is relative to the value being decoded.
  public mutating func report(_ diagnostic: ParameterDiagnostic) {
    var diagnostic = diagnostic
    diagnostic.path = path + diagnostic.path
    diagnostics.append(diagnostic)
  }

  /// Decodes the current value as a parameter's type.
  ///
  /// - Parameters:
  ///   - type: The parameter's type.
  ///   - json: The value in the job.
  ///   - range: The allowed numbers in words; `nil` if unlimited.
  /// - Returns: The value; `nil` if there was an error.
  mutating func decode<Value: ParameterValue>(
    _ type: Value.Type, from json: JSON, numbers range: String?
  ) -> Value? {
    let outer = numbers
    numbers = range ?? ""
    defer { numbers = outer }
    return Value(from: json, &self)
  }

  /// Decodes a value nested in the current one.
  ///
  /// - Parameters:
  ///   - element: The path element of the nested value.
  ///   - body: Decodes it.
  /// - Returns: The result of `body`.
  public mutating func at<R>(
    _ element: PathElement, _ body: (inout ParameterDecoding) -> R
  ) -> R {
    path.append(element)
    defer { path.removeLast() }
    return body(&self)
  }
}

/// An error in a value, independent of its position: in a job or in a markup attribute.
struct ValueDiagnostic: Hashable {
  /// The error and the allowed values; ends with a full stop.
  let message: String
  /// The misspelt word, if `candidates` may contain the correct one.
  let word: String?
  let candidates: [String]

  init(_ message: String, word: String? = nil, candidates: [String] = []) {
    self.message = message
    self.word = word
    self.candidates = candidates
  }
}
