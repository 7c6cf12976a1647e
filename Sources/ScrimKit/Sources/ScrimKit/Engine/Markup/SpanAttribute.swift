/// The attributes of `<span>`, with all of Pango's names for each.
enum SpanAttribute: String, CaseIterable {
  case font, face, size, style, weight, variant, stretch, features, lang
  case foreground, alpha, background, backgroundAlpha
  case underline, underlineColor, overline, overlineColor, strikethrough, strikethroughColor
  case rise, baselineShift, fontScale, letterSpacing, lineHeight, textTransform, textCombine,
    textEmphasis
  case fallback, allowBreaks, insertHyphens, segment, gravity, gravityHint, show

  var names: [String] {
    switch self {
    case .font: ["font", "font_desc"]
    case .face: ["face", "font_family"]
    case .size: ["size", "font_size"]
    case .style: ["style", "font_style"]
    case .weight: ["weight", "font_weight"]
    case .variant: ["variant", "font_variant"]
    case .stretch: ["stretch", "font_stretch"]
    case .features: ["font_features"]
    case .foreground: ["foreground", "fgcolor", "color"]
    case .alpha: ["alpha", "fgalpha"]
    case .background: ["background", "bgcolor"]
    case .backgroundAlpha: ["background_alpha", "bgalpha"]
    case .underlineColor: ["underline_color"]
    case .overlineColor: ["overline_color"]
    case .strikethroughColor: ["strikethrough_color"]
    case .baselineShift: ["baseline_shift"]
    case .fontScale: ["font_scale"]
    case .letterSpacing: ["letter_spacing"]
    case .lineHeight: ["line_height"]
    case .textTransform: ["text_transform"]
    case .textCombine: ["text_combine"]
    case .textEmphasis: ["text_emphasis"]
    case .allowBreaks: ["allow_breaks"]
    case .insertHyphens: ["insert_hyphens"]
    case .gravityHint: ["gravity_hint"]
    default: [rawValue]
    }
  }

  private static let byName: [String: SpanAttribute] = allCases.reduce(into: [:]) { known, kind in
    for name in kind.names { known[name] = kind }
  }

  /// Applies an attribute of `<span>`.
  ///
  /// - Throws: `TextDiagnostic` if it is unknown, duplicate, invalid or not supported.
  static func take(
    _ attribute: MarkupAttribute, among others: [MarkupAttribute], into tag: inout MarkupTag
  ) throws(TextDiagnostic) {
    let kind = try kind(of: attribute)
    for other in others.prefix(while: { $0.place < attribute.place })
    where byName[spelt(other.name)] == kind {
      throw attribute.diagnostic(
        "\(quoted(attribute.name)) duplicates \(quoted(other.name)).",
        word: attribute.name)
    }
    try kind.read(attribute, into: &tag)
  }

  private static func kind(of attribute: MarkupAttribute) throws(TextDiagnostic) -> SpanAttribute {
    if let kind = byName[spelt(attribute.name)] { return kind }
    throw attribute.diagnostic(
      "<span> has no attribute \(quoted(attribute.name)).", word: attribute.name,
      candidates: byName.keys.sorted())
  }

  /// Treats "-" and "_" as equal.
  private static func spelt(_ name: String) -> String {
    String(name.map { $0 == "-" ? "_" : $0 })
  }

  /// The attributes in the order in which Pango applies them: a font description before the attributes that change it,
  /// a colour before its alpha.
  static func inOrder(_ attributes: [MarkupAttribute]) -> [MarkupAttribute] {
    func rank(_ attribute: MarkupAttribute) -> Int {
      byName[spelt(attribute.name)].flatMap { allCases.firstIndex(of: $0) } ?? 0
    }
    return attributes.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }.map(\.element)
  }

  private func read(
    _ attribute: MarkupAttribute, into tag: inout MarkupTag
  ) throws(TextDiagnostic) {
    switch self {
    case .font:
      guard !PangoWords.turnsLetters(description: attribute.value) else {
        throw attribute.diagnostic(
          "\(attribute.written) turns letters; \"writingMode\" and \"textOrientation\" set a text in columns."
        )
      }
      tag.add(.font(attribute.value))
      if let size = PangoWords.size(ofDescription: attribute.value) {
        try attribute.checkSize(Double(size))
        tag.noteSize(size)
      }
    case .face: tag.add(.family(attribute.value))
    case .size: try attribute.readSize(into: &tag)
    case .style: tag.add(.slant(try attribute.word(of: PangoWords.styles)))
    case .weight: tag.add(.weight(try attribute.weight()))
    case .variant: tag.add(.variant(try attribute.word(of: PangoWords.variants)))
    case .stretch: tag.add(.stretch(try attribute.word(of: PangoWords.stretches)))
    case .features:
      try attribute.check(FontFeatures.diagnostic(in: attribute.value))
      tag.add(.features(attribute.value))
    case .lang:
      try attribute.check(LanguageTag.diagnostic(in: attribute.value))
      tag.add(.language(attribute.value))
    case .foreground:
      let color = try attribute.color()
      tag.add(.color(color.withAlpha(1)))
      if color.alpha < 1 { tag.add(.alpha(color.alpha)) }
    case .alpha: tag.add(.alpha(try attribute.alpha()))
    case .background:
      let color = try attribute.color()
      tag.add(.background(color.withAlpha(1)))
      if color.alpha < 1 { tag.add(.backgroundAlpha(color.alpha)) }
    case .backgroundAlpha: tag.add(.backgroundAlpha(try attribute.alpha()))
    case .underline: tag.add(.underline(try attribute.underline()))
    case .underlineColor: tag.add(.underlineColor(try attribute.opaqueColor()))
    case .overline: tag.add(.overline(try attribute.word(of: ["none": 0, "single": 1]) == 1))
    case .overlineColor: tag.add(.overlineColor(try attribute.opaqueColor()))
    case .strikethrough: tag.add(.strikethrough(try attribute.truth()))
    case .strikethroughColor: tag.add(.strikethroughColor(try attribute.opaqueColor()))
    case .rise: tag.add(.rise(try attribute.length()))
    case .baselineShift: tag.add(.baselineShift(try attribute.baselineShift()))
    case .fontScale:
      switch try attribute.word(of: PangoWords.fontScales) {
      case 1, 2: tag.shrinkForScript()
      case 3: tag.add(.smallCapsScale)
      default: break
      }
    case .letterSpacing: tag.add(.letterSpacing(try attribute.length()))
    case .lineHeight: tag.add(try attribute.lineHeight())
    case .textTransform:
      tag.add(.textTransform(try attribute.word(of: PangoWords.transforms)))
    case .textCombine:
      tag.add(.textCombine(try attribute.word(of: ["none": 0, "all": 1]) == 1))
    case .textEmphasis: tag.add(.emphasis(try attribute.emphasis()))
    case .fallback: tag.add(.fallback(try attribute.truth()))
    case .allowBreaks: tag.add(.allowBreaks(try attribute.truth()))
    case .insertHyphens: tag.add(.insertHyphens(try attribute.truth()))
    case .segment:
      tag.add(
        try attribute.word(of: ["word": 0, "sentence": 1]) == 0 ? .wordSegment : .sentenceSegment)
    case .gravity, .gravityHint, .show:
      throw attribute.diagnostic(refusal ?? "", word: attribute.name)
    }
  }

  /// The reason why an attribute of Pango is not supported.
  private var refusal: String? {
    switch self {
    case .gravity, .gravityHint:
      "\"\(names[0])\" turns letters; \"writingMode\" and \"textOrientation\" set a text in columns."
    case .show: "\"show\" shows invisible characters for debugging; remove it."
    default: nil
    }
  }
}
