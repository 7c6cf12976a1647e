internal import CPango

/// What a text's block leaves out above its first and below its last line (CSS Inline 3 §5, `text-box-trim`), px.
struct BoxTrim: Hashable {
  var top = 0.0
  var bottom = 0.0

  init(top: Double = 0, bottom: Double = 0) {
    self.top = top
    self.bottom = bottom
  }

  /// The trim that a text's settings ask for.
  init(_ layout: TextLayout) {
    guard let first = layout.lines.first, let last = layout.lines.last else { return }
    switch layout.spec.textBoxTrim {
    case .none: return
    case .cap:
      top = first.baseline - layout.capHeight - first.rectangle.top
      bottom = last.rectangle.bottom - last.baseline
    case .ink:
      let ink = layout.ink
      guard !ink.isEmpty else { return }
      top = ink.top - first.rectangle.top
      bottom = last.rectangle.bottom - ink.bottom
    }
  }
}

extension FontMetrics {
  /// The height of capital letters that a font declares, or else that of its letter H, px.
  static func capHeight(of font: UnsafeMutablePointer<PangoFont>) -> Double {
    guard let face = pango_font_get_hb_font(font) else { return 0 }
    var position: hb_position_t = 0
    if hb_ot_metrics_get_position(face, HB_OT_METRICS_TAG_CAP_HEIGHT, &position) != 0, position > 0
    {
      return Double(position) / Double(PANGO_SCALE)
    }
    var glyph: hb_codepoint_t = 0
    var extents = hb_glyph_extents_t()
    guard hb_font_get_nominal_glyph(face, 0x48, &glyph) != 0,
      hb_font_get_glyph_extents(face, glyph, &extents) != 0
    else { return 0 }
    return Double(extents.y_bearing) / Double(PANGO_SCALE)
  }
}
