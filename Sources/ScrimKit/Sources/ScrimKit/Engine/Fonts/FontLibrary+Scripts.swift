internal import CCairo
internal import CPango

/// Which installed families can set a text, for messages.
extension FontLibrary {
  /// Letters that are looked for: a script's are in a font together.
  private static let maxLetters = 64
  private static let maxFamilies = 5

  /// The end of a message about a missing family: those that have the text's letters, `nil` if there are none or nearly
  /// all fonts have them, as they have Latin ones.
  ///
  /// - Parameter text: The text.
  /// - Returns: As in `Installed families with its letters: "Noto Naskh Arabic", "Noto Sans Arabic" and 2 more.`
  static func familiesHint(for text: String) -> String? {
    let letters = Set(
      text.unicodeScalars.lazy.filter { $0.properties.isAlphabetic && !isLatin($0) }
    )
    .sorted().prefix(maxLetters)
    guard !letters.isEmpty else { return nil }
    let families = families(having: letters)
    guard !families.isEmpty else { return nil }
    let shown = families.prefix(maxFamilies).map(quoted).joined(separator: ", ")
    let rest = families.count - maxFamilies
    return "Installed families with its letters: \(shown)\(rest > 0 ? " and \(rest) more" : "")."
  }

  private static func families(having letters: some Sequence<Unicode.Scalar>) -> [String] {
    guard let set = FcCharSetCreate(), let pattern = FcPatternCreate(),
      let wanted = FcObjectSetCreate()
    else { return [] }
    defer {
      FcObjectSetDestroy(wanted)
      FcPatternDestroy(pattern)
      FcCharSetDestroy(set)
    }
    for letter in letters { FcCharSetAddChar(set, letter.value) }
    FcPatternAddCharSet(pattern, FC_CHARSET, set)
    FcObjectSetAdd(wanted, FC_FAMILY)
    // Fonts whose characters include those of the pattern.
    guard let found = FcFontList(nil, pattern, wanted) else { return [] }
    defer { FcFontSetDestroy(found) }
    var names: Set<String> = []
    for index in 0..<Int(found.pointee.nfont) {
      var name: UnsafeMutablePointer<FcChar8>?
      guard FcPatternGetString(found.pointee.fonts[index], FC_FAMILY, 0, &name) == FcResultMatch,
        let name
      else { continue }
      names.insert(String(cString: name))
    }
    return names.sorted()
  }

  /// Whether a letter is in one of Unicode's Latin blocks.
  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F,
      0xFB00...0xFB06, 0xFF21...0xFF5A:
      true
    default: false
    }
  }
}
