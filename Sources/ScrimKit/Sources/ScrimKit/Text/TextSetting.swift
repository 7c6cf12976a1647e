internal import CCairo
internal import CPango

extension FontLibrary {
  /// Sets a text, its block's top left corner at the origin, each line at the left.
  ///
  /// - Parameters:
  ///   - spec: What it says and how it is set.
  ///   - width: Where lines wrap, px; `nil` wraps at newlines only.
  /// - Returns: The text, not yet placed in a frame.
  /// - Throws: `TextProblem` with all fonts and glyphs that are not there; `DrawingError`.
  @_spi(Host) public func layOut(_ spec: TextSpec, width: Double?) throws -> TextLayout {
    if spec.markup != nil { throw Self.notAvailable("markup", at: "markup") }
    if spec.ellipsis != .none { throw Self.notAvailable("an ellipsis", at: "ellipsis") }
    if spec.fit != .none { throw Self.notAvailable("\"fit\": \"shrink\"", at: "fit") }
    guard let context = makeContext() else { throw DrawingError(CAIRO_STATUS_NO_MEMORY) }
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    if let language = spec.language {
      pango_context_set_language(context, pango_language_from_string(language))
    } else {
      // Never the environment's.
      pango_context_set_language(context, pango_language_from_string("und"))
    }
    guard let layout = pango_layout_new(context) else {
      throw DrawingError(CAIRO_STATUS_NO_MEMORY)
    }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    let string = Self.normalized(spec.string ?? "")
    configure(layout, context, spec, string: string, width: width)
    pango_layout_set_text(layout, string, Int32(string.utf8.count))
    var collector = GlyphCollector(library: self, spec: spec, string: string)
    try collector.collect(layout)
    // Fallback looks at every font, so a glyph is missing whatever becomes of the family.
    if let problem = TextProblem(
      [missingFamily(of: spec)].compactMap(\.self) + missingGlyphs(collector.missing, of: spec))
    {
      throw problem
    }
    return TextLayout(
      spec: spec, string: string, lines: collector.lines, clusters: collector.clusters,
      glyphs: collector.glyphs, fonts: collector.fonts, library: self)
  }

  private static func notAvailable(_ what: String, at key: String) -> TextProblem {
    TextProblem(.notAvailable, at: key, "\(what) is not available in this version.")
  }

  /// One newline for each of the ways to write it; a final one adds no line.
  static func normalized(_ string: String) -> String {
    var scalars = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in string.unicodeScalars {
      if ["\r", "\u{2028}", "\u{2029}"].contains(scalar) {
        scalars.append("\n")
      } else if !(scalar == "\n" && last == "\r") {
        scalars.append(scalar)
      }
      last = scalar
    }
    if scalars.last == "\n" { scalars.removeLast() }
    return String(scalars)
  }

  /// Pango draws a hyphen where it breaks a word between letters. The text has none there: only a
  /// soft hyphen asks for one.
  private static func keepHyphensOut(of attributes: OpaquePointer?, for string: String) {
    var start = 0
    var end = 0
    func keepOut() {
      guard end > start, let attribute = pango_attr_insert_hyphens_new(0) else { return }
      attribute.pointee.start_index = UInt32(start)
      attribute.pointee.end_index = UInt32(end)
      pango_attr_list_insert(attributes, attribute)
    }
    for scalar in string.unicodeScalars {
      let width = UTF8.width(scalar)
      if scalar == "\u{ad}" {
        keepOut()
        start = end + width
      }
      end += width
    }
    keepOut()
  }

  private func configure(
    _ layout: OpaquePointer, _ context: OpaquePointer, _ spec: TextSpec, string: String,
    width: Double?
  ) {
    let description = pango_font_description_new()
    defer { pango_font_description_free(description) }
    pango_font_description_set_family(description, spec.font.names.joined(separator: ","))
    pango_font_description_set_absolute_size(description, spec.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(description, PangoWeight(UInt32(spec.weight)))
    pango_font_description_set_style(
      description, spec.style == .italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_layout_set_font_description(layout, description)

    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    if spec.letterSpacing != 0 {
      let spacing = Int32((spec.letterSpacing * Double(PANGO_SCALE)).rounded())
      pango_attr_list_insert(attributes, pango_attr_letter_spacing_new(spacing))
    }
    if let features = spec.features {
      pango_attr_list_insert(attributes, pango_attr_font_features_new(features))
    }
    Self.keepHyphensOut(of: attributes, for: string)
    pango_layout_set_attributes(layout, attributes)

    switch spec.direction {
    case .auto: pango_layout_set_auto_dir(layout, 1)
    case .ltr, .rtl:
      pango_layout_set_auto_dir(layout, 0)
      pango_context_set_base_dir(
        context, spec.direction == .rtl ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    }
    if let width, spec.wrap != .none {
      // Rounded up: a line that just fits must not wrap for a 1,024th of a pixel.
      let units = min((width * Double(PANGO_SCALE)).rounded(.up), Double(Int32.max / 2))
      pango_layout_set_width(layout, Int32(units))
      pango_layout_set_justify(layout, spec.align == .justify ? 1 : 0)
      switch spec.wrap {
      case .word, .none: pango_layout_set_wrap(layout, PANGO_WRAP_WORD)
      case .character: pango_layout_set_wrap(layout, PANGO_WRAP_CHAR)
      case .wordCharacter: pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      }
    }
    pango_layout_context_changed(layout)
  }
}
