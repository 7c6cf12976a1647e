/// An error in the value of a parameter. The host adds the place in the job's document.
public struct ParameterDiagnostic: Error, Hashable, Sendable {
  /// What kind of error.
  public struct Code: Hashable, Sendable {
    /// The kebab-case name that reports carry.
    public let name: String

    private init(_ name: String) { self.name = name }

    /// The value is of another JSON type.
    public static let wrongType = Code("wrong-type")
    /// A number outside its range, or a list of a wrong length.
    public static let outOfRange = Code("out-of-range")
    /// A key that is not declared.
    public static let unknownKey = Code("unknown-key")
    /// A required key is not there.
    public static let missingKey = Code("missing-key")
    /// A text that is none of those allowed, or not of the form that is needed.
    public static let invalidValue = Code("invalid-value")
    /// Keys that cannot stand together.
    public static let conflict = Code("conflict")
    /// Specified, but not drawn yet.
    public static let notAvailable = Code("not-available")
  }

  /// What kind of error.
  public var code: Code
  /// What is wrong and what is allowed, without the place; ends with a full stop.
  public var message: String
  /// From the effect's (or record's) object to the value.
  public var path: [PathElement]
  /// The misspelt word, where `candidates` may hold the right one.
  public var word: String?
  /// The words that are allowed in place of `word`.
  public var candidates: [String]

  /// An error at `path`.
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

  /// An error in the value of the parameter `name`; for `Effect.validate()`.
  public init(_ code: Code, _ message: String, at name: String) {
    self.init(code, message, path: [.key(name)])
  }
}

/// Where a decoder stands, and the errors that it has found.
public struct ParameterDecoding {
  /// From the outermost object to the value being decoded.
  public private(set) var path: [PathElement]
  /// The errors so far, in the order of the document.
  public private(set) var diagnostics: [ParameterDiagnostic] = []
  /// What the numbers of the parameter being decoded may be, in words; empty if anything.
  var numbers = ""

  /// A decoder at `path`.
  public init(path: [PathElement] = []) {
    self.path = path
  }

  /// Notes an error in the value being decoded.
  public mutating func report(
    _ code: ParameterDiagnostic.Code, _ message: String, word: String? = nil,
    candidates: [String] = []
  ) {
    diagnostics.append(
      ParameterDiagnostic(code, message, path: path, word: word, candidates: candidates))
  }

  /// Notes that `json` is not what was expected, such as "a number".
  public mutating func reportType(_ json: JSON, expected: String) {
    reportType(json, expected: expected, meant: nil)
  }

  /// Notes that `json` is not what was expected, but looks like a slip of something that is.
  mutating func reportType(_ json: JSON, expected: String, meant: String?) {
    let suggestion = meant.map { " Did you mean \($0)?" } ?? ""
    report(.wrongType, "expected \(expected), found \(json.description).\(suggestion)")
  }

  /// Notes that `json` is no number, and what the number may be.
  mutating func reportNoNumber(_ json: JSON, expected: String) {
    let range = numbers.isEmpty ? "" : " (\(numbers))"
    reportType(json, expected: expected + range, meant: json.meantNumber)
  }

  /// Notes that a text is not written as it must be.
  mutating func report(_ diagnostic: ValueDiagnostic) {
    report(
      .invalidValue, diagnostic.message, word: diagnostic.word, candidates: diagnostic.candidates)
  }

  /// Notes an error that names its own place below the value being decoded.
  public mutating func report(_ diagnostic: ParameterDiagnostic) {
    var diagnostic = diagnostic
    diagnostic.path = path + diagnostic.path
    diagnostics.append(diagnostic)
  }

  /// Decodes the present value as one of a parameter's type.
  ///
  /// - Parameters:
  ///   - type: The parameter's type.
  ///   - json: What the job says.
  ///   - range: What the parameter's numbers may be, in words; `nil` if anything.
  /// - Returns: The value; `nil` if there was an error.
  mutating func decode<Value: ParameterValue>(
    _ type: Value.Type, from json: JSON, numbers range: String?
  ) -> Value? {
    let outer = numbers
    numbers = range ?? ""
    defer { numbers = outer }
    return Value(from: json, &self)
  }

  /// Decodes something inside the present value.
  ///
  /// - Parameters:
  ///   - element: The step to it.
  ///   - body: Decodes it.
  /// - Returns: What `body` returns.
  public mutating func at<R>(
    _ element: PathElement, _ body: (inout ParameterDecoding) -> R
  ) -> R {
    path.append(element)
    defer { path.removeLast() }
    return body(&self)
  }
}

/// What is wrong with a value, wherever it stands: in a job or in an attribute of markup.
struct ValueDiagnostic: Hashable {
  /// What is wrong and what is allowed; ends with a full stop.
  let message: String
  /// The misspelt word, where `candidates` may hold the right one.
  let word: String?
  let candidates: [String]

  init(_ message: String, word: String? = nil, candidates: [String] = []) {
    self.message = message
    self.word = word
    self.candidates = candidates
  }
}
