/// Why a text cannot be set as it was asked.
public struct TextProblem: Error, Hashable, Sendable {
  /// What kind of mistake, kebab-case.
  public enum Code: String, Sendable {
    /// No installed font has a character.
    case missingGlyph = "missing-glyph"
    /// None of the families is installed.
    case missingFont = "missing-font"
    /// Specified, but not drawn yet.
    case notAvailable = "not-available"
  }

  /// What kind of mistake.
  public let code: Code
  /// What is wrong and the way out; ends with a full stop.
  public let message: String
  /// The key of the text object that is to blame.
  public let key: String
  /// The way to the text object, where it is inside an effect's.
  public private(set) var path: [ParameterProblem.PathElement] = []
  /// A misspelt name, where `candidates` may hold the right one.
  public let word: String?
  /// Names that would be right.
  public let candidates: [String]

  init(
    _ code: Code, at key: String, _ message: String, word: String? = nil,
    candidates: [String] = []
  ) {
    self.code = code
    self.message = message
    self.key = key
    self.word = word
    self.candidates = candidates
  }

  /// The same mistake in a text that is inside something else.
  func inside(_ outer: [ParameterProblem.PathElement]) -> TextProblem {
    var copy = self
    copy.path = outer + path
    return copy
  }
}
