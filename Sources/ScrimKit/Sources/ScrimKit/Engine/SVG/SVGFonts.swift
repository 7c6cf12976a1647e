internal import CPango

/// The fonts of texts in SVGs.
enum SVGFonts {
  private static let generic: Set<String> = [
    "serif", "sans-serif", "sans", "monospace", "cursive", "fantasy", "system-ui", "ui-serif",
    "ui-sans-serif", "ui-monospace", "ui-rounded", "inherit", "initial", "unset",
  ]

  /// Checks that a family of each list is installed: otherwise another font would be drawn without a word.
  ///
  /// - Throws: `SVGError` that names a list of families that are not.
  static func check(_ scan: SVGScan) throws(SVGError) {
    guard scan.hasText else { return }
    var known: [String: Bool] = [:]
    for (list, offset) in scan.families {
      let names = list.split(separator: ",").map { name -> String in
        let bare = name.split(separator: "!")[0].trimmed
        return String(bare.drop { "\"'".contains($0) }.prefix { !"\"'".contains($0) })
      }
      let isKnown = names.contains { name in
        if generic.contains(name.lowercased()) || name.isEmpty { return true }
        if let known = known[name] { return known }
        let found = isInstalled(name)
        known[name] = found
        return found
      }
      guard isKnown else {
        throw SVGError(
          "no font of \(quoted(String(list.prefix(80)))) is installed: install one, name another, or convert the "
            + "text to paths.", at: offset)
      }
    }
  }

  /// Whether fontconfig has a family, or one that it takes for it, such as Liberation Sans for Arial.
  private static func isInstalled(_ name: String) -> Bool {
    guard let found = match(name) else { return false }
    if found.lowercased() == name.lowercased() { return true }
    return found != match("ScrimNoSuchFamily")
  }

  private static func match(_ name: String) -> String? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, name)
    FcConfigSubstitute(nil, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    guard let found = FcFontMatch(nil, pattern, &result) else { return nil }
    defer { FcPatternDestroy(found) }
    // A font has its family in several languages.
    var family: UnsafeMutablePointer<FcChar8>?
    var names: [String] = []
    while FcPatternGetString(found, FC_FAMILY, Int32(names.count), &family) == FcResultMatch,
      let family
    {
      names.append(String(cString: family))
    }
    return names.first { $0.lowercased() == name.lowercased() } ?? names.first
  }
}
