internal import CPango

/// The font requested for a run of text.
struct FontRequest: Hashable {
  var families: [String]
  var weight: Int
  var style: TextStyle
  var stretch: FontStretch

  init(_ spec: TextSpec) {
    families = spec.font.names
    weight = spec.weight
    style = spec.style
    stretch = spec.stretch
  }

  /// Applies a font description such as "Serif Bold 20".
  mutating func take(_ description: String) {
    guard let font = pango_font_description_from_string(description) else { return }
    defer { pango_font_description_free(font) }
    let fields = pango_font_description_get_set_fields(font).rawValue
    if fields & PANGO_FONT_MASK_WEIGHT.rawValue != 0 {
      weight = Int(pango_font_description_get_weight(font).rawValue)
    }
    if fields & PANGO_FONT_MASK_STYLE.rawValue != 0 {
      style = pango_font_description_get_style(font) == PANGO_STYLE_NORMAL ? .normal : .italic
    }
    if fields & PANGO_FONT_MASK_STRETCH.rawValue != 0 {
      stretch = FontStretch(number: Int(pango_font_description_get_stretch(font).rawValue))
    }
    if let list = pango_font_description_get_family(font) {
      families = FontFamilies.names(inList: String(cString: list))
    }
  }

  func names(_ family: String) -> Bool {
    families.contains { $0.lowercased() == family.lowercased() }
  }
}
