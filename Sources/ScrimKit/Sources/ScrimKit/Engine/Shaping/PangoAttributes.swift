internal import CPango

/// Owns the attributes of a text for Pango.
final class PangoAttributes {
  let list: OpaquePointer?
  private let families: PrivateFamilies
  private let drawn: DrawnString
  /// What gets no letter spacing, as offsets into the drawn string.
  private let unspaced: [Range<Int>]

  /// - Parameters:
  ///   - spec: The settings of the entire text.
  ///   - text: The words, with the markup styles of their parts.
  ///   - drawn: The string that is shaped, to which the attributes belong.
  ///   - choice: The families of words that may not have all of their style's.
  ///   - trimmed: The punctuation that loses its empty half, as offsets into the text.
  ///   - vertical: How its characters are set.
  ///   - units: Those that are one, by the offset of the first.
  ///   - families: The families of the job's own fonts.
  init(
    _ spec: TextSpec, _ text: StyledString, _ drawn: DrawnString, _ choice: FamilyChoice,
    trimmed: Set<Int>, vertical: VerticalRuns, units: [Int: TextUnit],
    families: PrivateFamilies
  ) {
    self.families = families
    self.drawn = drawn
    let isSpaced =
      spec.letterSpacing != 0
      || text.spans.contains { if case .letterSpacing = $0.change { true } else { false } }
    let cursive = isSpaced ? text.string.cursiveRanges : []
    areCursive = !cursive.isEmpty
    unspaced = (cursive.map(drawn.drawn) + drawn.additions).sorted { $0.lowerBound < $1.lowerBound }
    list = pango_attr_list_new()
    let all = 0..<text.string.utf8.count
    if spec.letterSpacing != 0 {
      insert(spacing: Int32((spec.letterSpacing * Double(PANGO_SCALE)).rounded()), all)
    }
    // Features of the job come last, so that they take precedence.
    let features = [spec.fontVariantNumeric?.features, spec.features?.list].compactMap(\.self)
    if !features.isEmpty {
      insert(pango_attr_font_features_new(features.joined(separator: ",")), all)
    }
    keepHyphensOut(of: drawn.string)
    for span in text.spans { insert(span) }
    for (range, names) in choice.choices {
      let list = names.map(families.privateName).joined(separator: ",")
      insert(pango_attr_family_new(list), range)
    }
    for offset in trimmed.sorted() {
      // All are three bytes long. Pango hands at most 32 features of a run to HarfBuzz: the rise makes it a run of its
      // own.
      insert(pango_attr_rise_new(0), offset..<offset + 3)
      let feature = spec.hasCentralBaselines ? "vhal" : "halt"
      insert(pango_attr_font_features_new(feature), offset..<offset + 3)
    }
    for unit in vertical.units {
      var box = PangoRectangle()
      box.width = Int32(
        ((units[unit.range.lowerBound]?.advance ?? 0) * Double(PANGO_SCALE)).rounded())
      insert(pango_attr_shape_new(&box, &box), unit.range)
    }
    for range in vertical.upright {
      // Its glyphs are set from top to bottom. A font's gravity takes precedence over what Pango finds for scripts.
      let description = pango_font_description_new()
      pango_font_description_set_gravity(description, PANGO_GRAVITY_EAST)
      insert(pango_attr_font_desc_new(description), range)
      pango_font_description_free(description)
    }
    for range in text.unbreakable + drawn.unbreakable {
      insert(pango_attr_allow_breaks_new(0), range)
    }
  }

  deinit { pango_attr_list_unref(list) }

  /// Whether any letters get no letter spacing because they join.
  let areCursive: Bool

  /// Adds an attribute of words as written.
  private func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>) {
    insert(attribute, drawn: drawn.drawn(range))
  }

  private func insert(
    _ attribute: UnsafeMutablePointer<PangoAttribute>?, drawn range: Range<Int>
  ) {
    guard let attribute else { return }
    attribute.pointee.start_index = UInt32(range.lowerBound)
    attribute.pointee.end_index = UInt32(range.upperBound)
    pango_attr_list_insert(list, attribute)
  }

  /// Adds letter spacing outside of cursive scripts. Of these not even 0: any such attribute turns ligatures off.
  private func insert(spacing: Int32, _ words: Range<Int>) {
    let range = drawn.drawn(words)
    var start = range.lowerBound
    let left = unspaced.map { $0.clamped(to: range) }.filter { !$0.isEmpty }
    for part in left + [range.upperBound..<range.upperBound] {
      if start < part.lowerBound {
        insert(pango_attr_letter_spacing_new(spacing), drawn: start..<part.lowerBound)
      }
      start = part.upperBound
    }
  }

  /// Stops Pango from drawing a hyphen where it breaks a word between letters: only soft hyphens request one.
  private func keepHyphensOut(of string: String) {
    var start = 0
    var end = 0
    func keepOut() {
      guard end > start else { return }
      insert(pango_attr_insert_hyphens_new(0), drawn: start..<end)
    }
    for scalar in string.unicodeScalars {
      let width = UTF8.width(scalar)
      if scalar == softHyphen {
        keepOut()
        start = end + width
      }
      end += width
    }
    keepOut()
  }

  private func insert(_ span: StyledString.Span) {
    let attribute: UnsafeMutablePointer<PangoAttribute>?
    switch span.change {
    case .font(let words):
      let description = pango_font_description_from_string(words)
      if let list = pango_font_description_get_family(description) {
        let names = families.privateNames(inList: String(cString: list))
        pango_font_description_set_family(description, names)
      }
      attribute = pango_attr_font_desc_new(description)
      pango_font_description_free(description)
    case .family(let list):
      attribute = pango_attr_family_new(families.privateNames(inList: list))
    case .size(let size): attribute = pango_attr_size_new(Int32(clamping: size))
    case .scale(let factor): attribute = pango_attr_scale_new(factor)
    case .slant(let kind): attribute = pango_attr_style_new(PangoStyle(UInt32(kind)))
    case .weight(let weight): attribute = pango_attr_weight_new(PangoWeight(UInt32(weight)))
    case .variant(let kind): attribute = pango_attr_variant_new(PangoVariant(UInt32(kind)))
    case .stretch(let kind): attribute = pango_attr_stretch_new(PangoStretch(UInt32(kind)))
    case .features(let features): attribute = pango_attr_font_features_new(features)
    case .language(let name):
      attribute = pango_attr_language_new(pango_language_from_string(name))
    case .smallCapsScale: attribute = pango_attr_font_scale_new(PANGO_FONT_SCALE_SMALL_CAPS)
    case .fallback(let isOn): attribute = pango_attr_fallback_new(isOn ? 1 : 0)
    case .allowBreaks(let isOn): attribute = pango_attr_allow_breaks_new(isOn ? 1 : 0)
    case .insertHyphens(let isOn): attribute = pango_attr_insert_hyphens_new(isOn ? 1 : 0)
    case .wordSegment: attribute = pango_attr_word_new()
    case .sentenceSegment: attribute = pango_attr_sentence_new()
    case .rise, .baselineShift, .lineHeight, .absoluteLineHeight:
      // Positioned by ScrimKit: Pango also shifts words of other scripts, so that Latin words would be too high in a
      // line that begins with an ideograph.
      attribute = nil
    case .color, .alpha, .background, .backgroundAlpha, .underline, .underlineColor, .overline,
      .overlineColor, .strikethrough, .strikethroughColor, .textTransform, .textCombine, .ruby,
      .emphasis:
      // Drawn by ScrimKit, and among the cased string's changes.
      attribute = nil
    case .letterSpacing(let size):
      return insert(spacing: Self.scaled(size), span.range)
    }
    insert(attribute, span.range)
  }

  /// Pango scales the points of font sizes to the resolution, but no others.
  private static func scaled(_ size: Int) -> Int32 {
    Int32(clamping: Int((Double(size) * 96 / 72).rounded()))
  }
}
