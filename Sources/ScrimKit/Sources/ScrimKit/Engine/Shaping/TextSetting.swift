internal import CCairo
internal import CPango

extension FontLibrary {
  /// Lays out a text of any height; see `layOut(_:in:)`.
  ///
  /// - Parameters:
  ///   - spec: The text and its settings.
  ///   - width: The length at which lines wrap, px; `nil` wraps only at newlines.
  /// - Returns: The text, not yet positioned in a frame.
  /// - Throws: `TextDiagnostic` with all missing fonts and glyphs; `DrawingError`.
  @_spi(Host) public func layOut(_ spec: TextSpec, width: Double?) throws -> TextLayout {
    try layOut(spec, in: AvailableSize(width: width).inLineSpace(of: spec))
  }

  /// Lays out a text with its block's top left corner at the origin and each line at the left.
  ///
  /// The text shrinks or gets an ellipsis if `spec` requests it; otherwise it may overflow.
  ///
  /// - Parameters:
  ///   - spec: The text and its settings.
  ///   - available: The size that it has to fit in; lines wrap at its width.
  /// - Returns: The text, not yet positioned in a frame. Its `spec` has the final font size.
  /// - Throws: `TextDiagnostic` with the errors in markup or all missing fonts and glyphs, or if the text does not fit
  ///   at its smallest size; `DrawingError`.
  @_spi(Host) public func layOut(_ spec: TextSpec, in available: AvailableSize) throws -> TextLayout
  {
    try layOutLines(spec, in: available.inLineSpace(of: spec))
  }

  /// Lays out a text in a size in line space; see `layOut(_:in:)`.
  func layOutLines(_ spec: TextSpec, in available: AvailableSize) throws -> TextLayout {
    let text = try cached(spec, in: available) {
      try layOutUncached(spec, in: available).text
    }
    return TextLayout(text, library: self)
  }

  private func layOutUncached(_ spec: TextSpec, in available: AvailableSize) throws -> TextLayout {
    let text = try StyledString(of: spec)
    let spec = try resolvingVariations(of: spec)
    let whole = try set(text, spec, width: available.width)
    // Font fallback searches every font, so a missing glyph is an error regardless of the family.
    if let diagnostic = TextDiagnostic(
      missingFamilies(of: spec, text) + missingGlyphs(whole.missing, of: spec, text))
    {
      throw diagnostic
    }
    var fitted = whole.layout
    var words = text
    if available.fits(fitted, of: spec) {
      if spec.fit.grows { fitted = try grown(text, spec, in: available, from: fitted) }
    } else if spec.fit.shrinks {
      fitted = try shrunk(text, spec, in: available, from: fitted)
    }
    if spec.ellipsis != .none, !available.fits(fitted, of: spec) {
      (words, fitted) = try shortened(text, fitted.spec, in: available, from: fitted)
    }
    if spec.textWrap != .wrap, spec.wrap != .none, let width = available.width {
      fitted = try filled(fitted, words, width: width)
    }
    if spec.align == .justify, spec.wrap != .none, let width = available.width {
      fitted.justify(to: width)
    }
    return fitted
  }

  /// Lays out words as they are, without shrinking or an ellipsis.
  ///
  /// - Throws: `DrawingError`.
  func set(
    _ text: StyledString, _ spec: TextSpec, width: Double?
  ) throws -> (layout: TextLayout, missing: [(scalar: Unicode.Scalar, offset: Int)]) {
    let styles = InkStyles(text, spec)
    var words = SetWords(text: text, spec: spec, styles: styles)
    var missing: [(scalar: Unicode.Scalar, offset: Int)] = []
    var known: [TextUnit.Contents: TextUnit] = [:]
    for place in VerticalRuns(text, spec, styles, rotated: []).units {
      let contents = TextUnit.Contents(place, of: text)
      if known[contents] == nil {
        let found = try set(contents, spec)
        known[contents] = found.unit
        missing += found.missing.map { ($0.scalar, $0.offset + place.range.lowerBound) }
      }
      words.units[place.range.lowerBound] = known[contents]?.placed(at: place)
    }
    var pass = SettingPass()
    var found = try setTrimmed(words, width: width, pass)
    // Characters whose fonts have no glyphs for columns.
    if !found.rotated.isEmpty {
      pass.rotated = found.rotated
      found = try setTrimmed(words, width: width, pass)
    }
    while pass.keepsAnnotations(of: words, inside: found.layout.lines) {
      found = try setTrimmed(words, width: width, pass)
    }
    // What has ended a line in an earlier pass only may hang again.
    if let other = pass.without(endsOutside: found.layout.lines) {
      var pass = other
      let loose = try setTrimmed(words, width: width, pass)
      if !pass.keepsAnnotations(of: words, inside: loose.layout.lines) { found = loose }
    }
    missing.removeAll { other in found.missing.contains { $0.scalar == other.scalar } }
    return (found.layout, found.missing + missing)
  }

  private func setTrimmed(
    _ words: SetWords, width: Double?, _ pass: SettingPass
  ) throws -> Setting {
    let isConcerned = SpacingTrim.concerns(words.text.string, words.spec)
    let whole = try set(words, width: width, pass, needsBreaks: isConcerned)
    guard isConcerned, var trim = SpacingTrim(whole.layout) else { return whole }
    var pass = pass
    pass.trimmed = trim.trimmed(at: width)
    guard !pass.trimmed.isEmpty else { return whole }
    let first = try set(words, width: width, pass)
    let corrected = trim.trimmed(in: first.layout.lines)
    if width == nil || corrected == pass.trimmed { return first }
    pass.trimmed = corrected
    return try set(words, width: width, pass)
  }

  private typealias Setting = (
    layout: TextLayout, missing: [(scalar: Unicode.Scalar, offset: Int)], rotated: Set<Int>
  )

  /// Lays out words in one pass.
  ///
  /// - Parameters:
  ///   - words: The words with what does not change from pass to pass.
  ///   - width: The width at which lines wrap, px.
  ///   - pass: What does.
  ///   - needsBreaks: Whether the layout tells where its lines may break.
  /// - Returns: The layout, the characters that no font has, each with its first position, and those that are to be
  ///   rotated.
  /// - Throws: `DrawingError`.
  private func set(
    _ words: SetWords, width: Double?, _ pass: SettingPass, needsBreaks: Bool = false
  ) throws -> Setting {
    let (text, spec, styles) = (words.text, words.spec, words.styles)
    guard let context = makeContext() else { throw DrawingError(CAIRO_STATUS_NO_MEMORY) }
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    // Never use the language of the environment.
    pango_context_set_language(context, pango_language_from_string(spec.language?.tag ?? "und"))
    guard let layout = pango_layout_new(context) else {
      throw DrawingError(CAIRO_STATUS_NO_MEMORY)
    }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    let description = description(of: spec)
    defer { pango_font_description_free(description) }
    pango_layout_set_font_description(layout, description)
    let hyphenation = try Hyphenation(text, spec)
    let runs = VerticalRuns(text, spec, styles, rotated: pass.rotated)
    let drawn = try DrawnString(text, spec, hyphenation, runs)
    let choice = FamilyChoice(text.string, styles) { self.traits(of: $0, in: context) }
    let units = words.units(in: pass)
    var missing: [(scalar: Unicode.Scalar, offset: Int)] = []
    let attributes = PangoAttributes(
      spec, text, drawn, choice, trimmed: pass.trimmed, vertical: runs, units: units, families: own)
    pango_layout_set_attributes(layout, attributes.list)
    configure(layout, context, spec, width: width, isCursive: attributes.areCursive)
    pango_layout_set_text(layout, drawn.string, Int32(drawn.string.utf8.count))
    var marks: [Int: EmphasisMark] = [:]
    for (index, style) in styles.styles.enumerated() where !style.emphasis.isEmpty {
      let found = try mark(of: style, spec)
      marks[index] = found.mark
      if let scalar = found.missing { missing.append((scalar, 0)) }
    }
    var collector = try GlyphCollector(
      library: self, spec: spec, text: text, drawn: drawn, styles: styles, vertical: runs,
      units: units, marks: marks
    ) {
      style throws(DrawingError) in
      try self.letterFont(of: spec, style, in: context)
    }
    try collector.collect(layout)
    if width == nil || needsBreaks, spec.wrap != .none { collector.collectBreaks(of: layout) }
    textsShaped += 1
    var set = collector.layout
    set.trim = BoxTrim(set)
    missing.removeAll { other in collector.missing.contains { $0.scalar == other.scalar } }
    return (set, collector.missing + missing, collector.rotated)
  }

  /// The metrics of the font that letters of a style have: that of the first family with letters, which a font for
  /// emoji does not have.
  private func letterFont(
    of spec: TextSpec, _ style: InkStyle, in context: OpaquePointer
  ) throws(DrawingError) -> FontMetrics {
    let description = description(of: spec)
    defer { pango_font_description_free(description) }
    let request = style.request
    pango_font_description_set_absolute_size(description, style.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(description, PangoWeight(UInt32(request.weight)))
    pango_font_description_set_style(
      description, request.style == .italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_font_description_set_stretch(
      description, PangoStretch(UInt32(request.stretch.number)))
    let all = request.families.map(own.privateName).joined(separator: ",")
    // Each alone, as the first font of a list; then the list, from which fontconfig chooses.
    let alone = request.families.count > 1 ? request.families.filter(isKnown) : []
    let letters = alone.first { !traits(of: $0, in: context).isForEmoji }
    pango_font_description_set_family(description, letters.map(own.privateName) ?? all)
    guard let font = pango_context_load_font(context, description) else {
      throw DrawingError.noFont
    }
    defer { g_object_unref(font) }
    return try glyphs(of: font).metrics
  }

  /// What a family cannot set; of one that is not installed nothing is known.
  private func traits(of family: String, in context: OpaquePointer) -> FamilyTraits {
    let key = family.lowercased()
    if let known = traits[key] { return known }
    // Names that are not installed are not kept: there is no end of them.
    guard isKnown(family) else { return FamilyTraits() }
    var found = FamilyTraits()
    if let description = pango_font_description_new() {
      defer { pango_font_description_free(description) }
      pango_font_description_set_family(description, own.privateName(of: family))
      if let font = pango_context_load_font(context, description) {
        found = FamilyTraits(font)
        g_object_unref(font)
      }
    }
    traits[key] = found
    return found
  }

  func description(of spec: TextSpec) -> OpaquePointer? {
    let description = pango_font_description_new()
    pango_font_description_set_family(
      description, spec.font.names.map(own.privateName).joined(separator: ","))
    pango_font_description_set_absolute_size(description, spec.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(description, PangoWeight(UInt32(spec.weight)))
    pango_font_description_set_style(
      description, spec.style == .italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_font_description_set_stretch(description, PangoStretch(UInt32(spec.stretch.number)))
    if let variations = spec.variations {
      pango_font_description_set_variations(description, variations.list)
    }
    return description
  }

  private func configure(
    _ layout: OpaquePointer, _ context: OpaquePointer, _ spec: TextSpec, width: Double?,
    isCursive: Bool
  ) {
    switch spec.direction {
    case .auto: pango_layout_set_auto_dir(layout, 1)
    case .ltr, .rtl:
      pango_layout_set_auto_dir(layout, 0)
      pango_context_set_base_dir(
        context, spec.direction == .rtl ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    }
    if let width, spec.wrap != .none {
      // Rounded up, so that a line that just fits does not wrap because of 1/1024 px. Pango includes letter spacing at
      // line ends when it breaks lines, and removes it afterwards; cursive letters have none, and hyphens get it later.
      let spacing = isCursive || spec.hyphens == .auto ? 0 : spec.letterSpacing
      let units = ((width + spacing) * Double(PANGO_SCALE)).rounded(.up)
      pango_layout_set_width(layout, Int32(max(0, min(units, Double(Int32.max / 2)))))
      switch spec.wrap {
      case .word, .none: pango_layout_set_wrap(layout, PANGO_WRAP_WORD)
      case .character: pango_layout_set_wrap(layout, PANGO_WRAP_CHAR)
      case .wordCharacter: pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      }
      // Pango breaks lines by it; they are indented when they are placed.
      pango_layout_set_indent(layout, Int32((spec.textIndent * Double(PANGO_SCALE)).rounded()))
    }
    pango_layout_context_changed(layout)
  }
}
