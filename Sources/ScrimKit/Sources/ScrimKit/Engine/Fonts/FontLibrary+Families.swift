internal import CPango

extension FontLibrary {
  /// Generic families, which fontconfig maps to installed ones.
  private static let generic: Set<String> = [
    "serif", "sans-serif", "sans", "monospace", "cursive", "fantasy", "system-ui", "emoji", "math",
  ]

  func isGeneric(_ family: String) -> Bool {
    Self.generic.contains(family.lowercased()) && !own.contains(family)
  }

  /// Whether a family is installed, generic, or one of the job's own.
  func isKnown(_ family: String) -> Bool {
    Self.generic.contains(family.lowercased()) || own.contains(family)
      || families[family.lowercased()] != nil
  }

  /// The installed family that fontconfig takes for a generic one in a language.
  func family(ofGeneric name: String, language: LanguageTag?) -> String? {
    guard let context = makeContext(), let description = pango_font_description_new() else {
      return nil
    }
    defer {
      pango_font_description_free(description)
      g_object_unref(UnsafeMutableRawPointer(context))
    }
    pango_context_set_language(context, pango_language_from_string(language?.tag ?? "und"))
    pango_font_description_set_family(description, name)
    guard let font = pango_context_load_font(context, description) else { return nil }
    defer { g_object_unref(font) }
    let loaded = pango_font_describe(font)
    defer { pango_font_description_free(loaded) }
    return pango_font_description_get_family(loaded).map {
      own.publicName(of: String(cString: $0))
    }
  }

  /// Errors for font lists without any installed or generic family: that of the text and those in markup. The installed
  /// families are the candidates.
  func missingFamilies(of spec: TextSpec, _ text: StyledString) -> [TextDiagnostic] {
    guard spec.fontFallback == .error else { return [] }
    let own = missingFamily(of: spec.font.names, in: text, at: "font", offset: nil)
    let inMarkup = text.spans.map { span -> TextDiagnostic? in
      let list: String?
      switch span.change {
      case .family(let families): list = families
      case .font(let description): list = PangoWords.families(ofDescription: description)
      default: list = nil
      }
      let names = FontFamilies.names(inList: list ?? "")
      return missingFamily(
        of: names, in: text, at: "markup", offset: text.source(of: span.range.lowerBound))
    }
    return ([own] + inMarkup).compactMap(\.self)
  }

  private func missingFamily(
    of names: [String], in text: StyledString, at key: String, offset: Int?
  ) -> TextDiagnostic? {
    guard !names.contains(where: isKnown), let first = names.first else { return nil }
    let list = names.map(quoted).joined(separator: ", ")
    let message =
      names.count == 1
      ? "no font family \(list) is installed."
      : "none of the font families \(list) is installed."
    return TextDiagnostic(
      .missingFont, at: key,
      [message, Self.familiesHint(for: text.string)].compactMap(\.self).joined(separator: " "),
      word: first, candidates: familyNames, offset: offset)
  }
}
