/// Which lines of its layer's text an effect conceals, and the words that stand in their place.
///
/// The host asks before it lays the text out. The concealed part is then made of decoys from the start,
/// so that frame, size, effects, references and reports follow from them and not from the hidden words.
public struct Concealment {
  /// What of the text can be read.
  public enum Visible: Hashable, Sendable {
    /// The first lines; soft wraps count.
    case lines(Int)
    /// The lines that end within this height from the frame's top, px at scale 1.
    case height(Double)
  }

  /// The words of one line.
  ///
  /// - Parameters:
  ///   - script: ISO 15924, such as `Latn`; `nil` for text without letters.
  ///   - letters: How many letters are needed, spaces not counted. A line takes the first ones that fit.
  ///   - generator: Seeded for the line.
  public typealias Words = (
    _ script: String?, _ letters: Int, _ generator: inout SeededGenerator
  ) -> String

  /// What of the text can be read.
  public let visible: Visible
  /// How many concealed lines are shown; `nil` for as many as the hidden words take.
  public let lines: Int?
  /// The script of the decoys, ISO 15924; `nil` for the one that most hidden letters are in.
  public let script: String?
  /// Makes the words of a line.
  public let words: Words

  /// A concealment of everything but `visible`.
  public init(
    allBut visible: Visible, lines: Int? = nil, script: String? = nil, words: @escaping Words
  ) {
    self.visible = visible
    self.lines = lines
    self.script = script
    self.words = words
  }
}
