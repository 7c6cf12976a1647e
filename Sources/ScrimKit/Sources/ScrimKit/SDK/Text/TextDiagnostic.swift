/// The reason why a text cannot be laid out.
public struct TextDiagnostic: Error, Hashable, Sendable {
  /// The kind of an error, kebab-case.
  public enum Code: String, Sendable {
    /// No installed font has a character.
    case missingGlyph = "missing-glyph"
    /// None of the families is installed.
    case missingFont = "missing-font"
    /// No dictionary divides the words of the text's language.
    case missingDictionary = "missing-dictionary"
    /// The font does not have a variation axis, or not that value of it.
    case fontVariation = "font-variation"
    /// The markup is invalid or requests an unsupported feature.
    case markup
    /// The text does not contain the words or characters of a key.
    case emptyReference = "empty-reference"
    /// The text does not fit its frame at any allowed size.
    case textOverflow = "text-overflow"
    /// The text has too many lines, bytes or combining marks to be laid out in time.
    case textTooLong = "text-too-long"
  }

  /// The kind of the error.
  public let code: Code
  /// The error and a suggested fix; ends with a full stop.
  public let message: String
  /// The key in the text object that caused the error.
  public let key: String
  /// The path to the text object if it is inside an effect's object.
  public private(set) var path: [PathElement] = []
  /// A misspelt name, if `candidates` may contain the correct one.
  public let word: String?
  /// The allowed names.
  public let candidates: [String]
  /// The position of the error, as a UTF-8 offset into the job's string or markup.
  @_spi(Host) public let offset: Int?
  /// Further errors of the same text.
  private var others: [TextDiagnostic] = []

  init(
    _ code: Code, at key: String, _ message: String, word: String? = nil,
    candidates: [String] = [], offset: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.key = key
    self.word = word
    self.candidates = candidates
    self.offset = offset
  }

  /// Combines all errors of a text; `nil` if there are none.
  init?(_ diagnostics: [TextDiagnostic]) {
    guard let first = diagnostics.first else { return nil }
    self = first
    others = Array(diagnostics.dropFirst())
  }

  /// This error and all others of the same text.
  @_spi(Host) public var all: [TextDiagnostic] {
    var first = self
    first.others = []
    return [first] + others
  }

  /// The same error for a text nested in another object.
  func inside(_ outer: [PathElement]) -> TextDiagnostic {
    var copy = self
    copy.path = outer + path
    copy.others = others.map { $0.inside(outer) }
    return copy
  }
}
