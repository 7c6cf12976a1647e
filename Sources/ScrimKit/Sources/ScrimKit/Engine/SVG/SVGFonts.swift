internal import CCairo
internal import CPango

/// The fonts of texts in SVGs.
enum SVGFonts {
  private static let generic: Set<String> = [
    "serif", "sans-serif", "sans", "monospace", "cursive", "fantasy", "system-ui", "ui-serif",
    "ui-sans-serif", "ui-monospace", "ui-rounded", "inherit", "initial", "unset",
  ]

  /// The families that declarations set.
  static func families(in declarations: Substring) -> String? {
    if let list = StyleText.value(of: "font-family", in: declarations) { return String(list) }
    guard let font = StyleText.value(of: "font", in: declarations) else { return nil }
    // They follow the size: "bold 12px/1.5 Inter, sans-serif".
    let words = font.split(separator: " ")
    guard let size = words.lastIndex(where: { $0.first?.isNumber == true }) else { return nil }
    return words[(size + 1)...].joined(separator: " ")
  }

  /// Checks that a family of each list that texts have is installed: otherwise another one would be drawn silently.
  ///
  /// - Throws: `SVGError` that names a list of families that are not.
  static func check(_ scan: SVGScan) throws(SVGError) {
    var known: [String: Bool] = [:]
    for (list, offset) in used(in: scan) {
      let names = list.split(separator: ",").map { name -> String in
        let bare = name.prefix { $0 != "!" }.trimmed
        return String(bare.drop { "\"'".contains($0) }.prefix { !"\"'".contains($0) })
      }
      let isKnown = names.contains { name in
        if generic.contains(name.lowercased()) || name.isEmpty { return true }
        if let known = known[name] { return known }
        // (Each takes fontconfig up to a millisecond.)
        guard known.count < 100 else { return false }
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

  /// The lists of the elements with characters, each once.
  private static func used(in scan: SVGScan) -> [(list: String, offset: Int)] {
    var lists: [String: Int] = [:]
    for node in scan.nodes where node.hasCharacters {
      guard ["text", "tspan", "tref", "a"].contains(node.name) else { continue }
      var (at, family): (SVGScan.Node?, (list: String, offset: Int)?) = (node, nil)
      while let this = at, family == nil {
        family = this.family
        at = this.parent.map { scan.nodes[$0] }
      }
      if let family { lists[family.list] = min(lists[family.list] ?? .max, family.offset) }
    }
    return lists.map { ($0.key, $0.value) }.sorted { $0.offset < $1.offset }
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
