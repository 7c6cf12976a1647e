internal import CCairo
internal import CPango

/// The fonts of texts in SVGs.
struct SVGFonts {
  /// Texts of one list of families.
  private struct Text {
    /// As it is written; that of librsvg where the SVG names none.
    let families: String
    /// Where the list is written; `nil` if the SVG names none.
    let offset: Int?
    var pieces: [(text: ArraySlice<UInt8>, offset: Int)]
  }

  private static let generic: Set<String> = [
    "serif", "sans-serif", "sans", "monospace", "cursive", "fantasy", "system-ui", "ui-serif",
    "ui-sans-serif", "ui-monospace", "ui-rounded", "inherit", "initial", "unset",
  ]

  /// In the order of the file.
  private let texts: [Text]

  /// The texts of the elements that draw characters.
  init(_ scan: SVGScan) {
    var texts: [String: Text] = [:]
    for node in scan.nodes where !node.characters.isEmpty {
      guard ["text", "tspan", "tref", "a"].contains(node.name) else { continue }
      var (at, family): (SVGScan.Node?, (list: String, offset: Int)?) = (node, nil)
      while let this = at, family == nil {
        family = this.family
        at = this.parent.map { scan.nodes[$0] }
      }
      let list = family?.list ?? "Times New Roman"
      texts[list, default: Text(families: list, offset: family?.offset, pieces: [])].pieces +=
        node.characters
    }
    self.texts = texts.values.sorted {
      ($0.offset ?? 0, $0.families) < ($1.offset ?? 0, $1.families)
    }
  }

  /// The families that declarations set.
  static func families(in declarations: Substring) -> String? {
    if let list = StyleText.value(of: "font-family", in: declarations) { return String(list) }
    guard let font = StyleText.value(of: "font", in: declarations) else { return nil }
    // They follow the size: "bold 12px/1.5 Inter, sans-serif".
    let words = font.split(separator: " ")
    guard let size = words.lastIndex(where: { $0.first?.isNumber == true }) else { return nil }
    return words[(size + 1)...].joined(separator: " ")
  }

  /// Checks that there is a family of each list that texts have, and a glyph for each character: otherwise another font
  /// or a box would be drawn silently.
  ///
  /// - Parameter library: The installed fonts and those of the job.
  /// - Throws: `SVGError` that names a list of families, or a character.
  func check(in library: FontLibrary) throws(SVGError) {
    var known: [String: Bool] = [:]
    for text in texts {
      let names = Self.names(inList: text.families)
      let isKnown = names.contains { name in
        if Self.generic.contains(name.lowercased()) || name.isEmpty { return true }
        if let known = known[name] { return known }
        // (Each takes fontconfig up to a millisecond.)
        guard known.count < 100 else { return false }
        let found = library.own.contains(name) || Self.isInstalled(name)
        known[name] = found
        return found
      }
      guard isKnown || text.offset == nil else {
        throw SVGError(
          "no font of \(quoted(String(text.families.prefix(80)))) is installed, nor among the job's \"fonts\": "
            + "install or add one, name another, or convert the text to paths.", at: text.offset)
      }
      try check(text, names, in: library)
    }
  }

  private func check(
    _ text: Text, _ names: [String], in library: FontLibrary
  ) throws(SVGError) {
    let characters = text.pieces.map { String(decoding: $0.text, as: UTF8.self) }
    let missing = library.missingCharacters(
      of: characters.joined(separator: " "), families: names.joined(separator: ","))
    guard let first = missing.first else { return }
    let place = characters.firstIndex { $0.unicodeScalars.contains(first) } ?? 0
    throw SVGError(
      "no installed font, and none of the job, has \(FontLibrary.named(first)): install or add one that has it, or "
        + "convert the text to paths.", at: text.pieces[place].offset)
  }

  private static func names(inList list: String) -> [String] {
    list.split(separator: ",").map { name in
      let bare = name.prefix { $0 != "!" }.trimmed
      return String(bare.drop { "\"'".contains($0) }.prefix { !"\"'".contains($0) })
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

extension FontLibrary {
  /// The characters of a string for which Pango finds no font, each once.
  ///
  /// - Parameters:
  ///   - text: The string.
  ///   - families: Families, separated by commas.
  /// - Returns: The characters, in the order of the text.
  fileprivate func missingCharacters(of text: String, families: String) -> [Unicode.Scalar] {
    guard let context = makeContext() else { return [] }
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    guard let layout: OpaquePointer = pango_layout_new(context) else { return [] }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    let font = pango_font_description_new()
    pango_font_description_set_family(font, families)
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress, Int32($0.count))
      }
    }
    guard pango_layout_get_unknown_glyphs_count(layout) > 0,
      let iterator = pango_layout_get_iter(layout)
    else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var missing: [Unicode.Scalar] = []
    repeat {
      guard let run = pango_layout_iter_get_run_readonly(iterator), let string = run.pointee.glyphs,
        let glyphs = string.pointee.glyphs
      else { continue }
      for index in 0..<Int(string.pointee.num_glyphs) {
        // PANGO_GLYPH_EMPTY and PANGO_GLYPH_UNKNOWN_FLAG: casts in macros are not imported.
        let glyph = glyphs[index].glyph
        guard glyph != 0x0fff_ffff, glyph & 0x1000_0000 != 0,
          let scalar = Unicode.Scalar(glyph & 0x0fff_ffff), !missing.contains(scalar)
        else { continue }
        missing.append(scalar)
      }
    } while pango_layout_iter_next_run(iterator) != 0
    return missing
  }
}
