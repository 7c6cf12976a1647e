internal import CPango

/// What a font family cannot set, although it has the characters or Pango believes that it does.
struct FamilyTraits {
  /// Whether it has emoji but no letters. Such a font also has digits, to combine them with keycaps, and wide spaces.
  let isForEmoji: Bool
  /// Whether it has no space, as fonts of icons: Pango sets spaces in the font of the word before them.
  let lacksSpace: Bool

  init(_ font: UnsafeMutablePointer<PangoFont>) {
    func has(_ scalar: Unicode.Scalar) -> Bool { pango_font_has_char(font, scalar.value) != 0 }
    isForEmoji = has("😀") && !has("a")
    lacksSpace = !has(" ")
  }

  init() { (isForEmoji, lacksSpace) = (false, false) }
}

/// Where words have fewer families to choose from than their style lists: a font for emoji sets emoji alone, not what
/// is text by default (UTS #51, "default text presentation"; CSS Fonts 4 §5.3), such as digits, # and ©, and a font
/// without a space no spaces.
struct FamilyChoice {
  /// The families that remain for some words; never empty.
  private(set) var choices: [(range: Range<Int>, families: [String])] = []

  /// - Parameters:
  ///   - string: The words.
  ///   - styles: Their styles.
  ///   - traits: What a family cannot set.
  init(_ string: String, _ styles: InkStyles, traits: (String) -> FamilyTraits) {
    let lists = styles.styles.map { Families($0.request.families, traits) }
    guard lists.contains(where: \.areLimited) else { return }
    var offset = 0
    for character in string {
      let end = offset + character.utf8.count
      let families = lists[styles.index(at: offset)]
      if let left = character.isWhitespace ? families.forSpaces : families.forText,
        !character.isEmoji
      {
        add(offset..<end, left)
      }
      offset = end
    }
  }

  private mutating func add(_ range: Range<Int>, _ families: [String]) {
    guard let last = choices.last, last.range.upperBound == range.lowerBound,
      last.families == families
    else { return choices.append((range, families)) }
    choices[choices.count - 1].range = last.range.lowerBound..<range.upperBound
  }

  /// The families that a style's list leaves to text and to spaces; `nil` is all.
  private struct Families {
    let forText: [String]?
    let forSpaces: [String]?

    init(_ all: [String], _ traits: (String) -> FamilyTraits) {
      let known = all.map { (name: $0, traits: traits($0)) }
      func left(_ suits: (FamilyTraits) -> Bool) -> [String]? {
        let left = known.filter { suits($0.traits) }.map(\.name)
        if left.count == all.count { return nil }
        return left.isEmpty ? ["sans-serif"] : left
      }
      forText = left { !$0.isForEmoji }
      forSpaces = left { !$0.isForEmoji && !$0.lacksSpace }
    }

    var areLimited: Bool { forSpaces != nil }
  }
}

extension Character {
  /// Whether it is drawn as a picture unless told otherwise: an emoji with emoji presentation, by default or because of
  /// a variation selector, a skin tone or what it is joined with (UTS #51 §1.4.3 and §4).
  var isEmoji: Bool {
    guard let first = unicodeScalars.first, first.properties.isEmoji else { return false }
    let rest = unicodeScalars.dropFirst()
    if rest.first == "\u{fe0e}" { return false }
    return first.properties.isEmojiPresentation
      || rest.contains { $0 == "\u{fe0f}" || $0.properties.isEmojiModifier }
      || rest.contains("\u{200d}") && rest.last?.properties.isEmoji == true
  }
}
