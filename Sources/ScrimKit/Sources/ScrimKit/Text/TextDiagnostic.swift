/// Why a text cannot be set as it was asked.
public struct TextDiagnostic: Error, Hashable, Sendable {
  /// What kind of error, kebab-case.
  public enum Code: String, Sendable {
    /// No installed font has a character.
    case missingGlyph = "missing-glyph"
    /// None of the families is installed.
    case missingFont = "missing-font"
    /// The markup cannot be read, or asks for what is not drawn.
    case markup
    /// The text does not fit its frame at any size that it may have.
    case textOverflow = "text-overflow"
    /// The text has more lines, bytes or combining marks than can be laid out in time.
    case textTooLong = "text-too-long"
  }

  /// What kind of error.
  public let code: Code
  /// What is wrong and the way out; ends with a full stop.
  public let message: String
  /// The key of the text object that is to blame.
  public let key: String
  /// The way to the text object, where it is inside an effect's.
  public private(set) var path: [PathElement] = []
  /// A misspelt name, where `candidates` may hold the right one.
  public let word: String?
  /// Names that would be right.
  public let candidates: [String]
  /// The character that is to blame, as a UTF-8 offset into the text's string or markup as the job
  /// says it.
  @_spi(Host) public let offset: Int?
  /// What else is wrong with the text.
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

  /// All that is wrong with a text; `nil` if nothing is.
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

  /// The same error in a text that is inside something else.
  func inside(_ outer: [PathElement]) -> TextDiagnostic {
    var copy = self
    copy.path = outer + path
    copy.others = others.map { $0.inside(outer) }
    return copy
  }
}
