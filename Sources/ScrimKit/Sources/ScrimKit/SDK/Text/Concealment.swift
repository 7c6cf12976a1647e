/// The lines of a layer's text that an effect conceals, and the words that replace them.
///
/// The host requests it before layout. The concealed part consists of decoys from the start, so that frame, size,
/// effects, references and reports depend on the decoys and not on the hidden words.
public struct Concealment {
  /// The readable part of a text.
  public enum Visible: Hashable, Sendable {
    /// The first lines; soft wraps count.
    case lines(Int)
    /// The lines that end within this height from the frame's top, px at scale 1.
    case height(Double)
  }

  /// Generates the words of one line.
  ///
  /// - Parameters:
  ///   - script: ISO 15924 code, such as `Latn`; `nil` for text without letters.
  ///   - letters: The number of letters needed, not counting spaces. A line takes the first ones that fit.
  ///   - generator: A generator seeded for the line.
  public typealias Words = (
    _ script: String?, _ letters: Int, _ generator: inout SeededGenerator
  ) -> String

  /// The readable part of the text.
  public let visible: Visible
  /// The number of concealed lines shown; `nil` for as many as the hidden words take.
  public let lines: Int?
  /// The script of the decoys, ISO 15924; `nil` for the most frequent one among the hidden letters.
  public let script: String?
  /// Generates the words of a line.
  public let words: Words

  /// Creates a concealment of everything but `visible`.
  public init(
    allBut visible: Visible, lines: Int? = nil, script: String? = nil, words: @escaping Words
  ) {
    self.visible = visible
    self.lines = lines
    self.script = script
    self.words = words
  }
}
