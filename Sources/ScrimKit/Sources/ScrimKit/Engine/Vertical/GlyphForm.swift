/// How a glyph of a vertical text is drawn.
struct GlyphForm: Hashable {
  /// As in horizontal text.
  static let plain = GlyphForm()

  /// Clockwise rotations by 90° about the glyph's origin, 0…3.
  private(set) var quarterTurns = 0
  /// Factor of its width, before it is rotated.
  var squeeze = 1.0

  /// Turned by further multiples of 90° clockwise.
  func turned(by quarters: Int) -> GlyphForm {
    var form = self
    form.quarterTurns = (quarterTurns + quarters) & 3
    return form
  }

  /// The transform about the glyph's origin.
  var transform: Transform {
    Transform(degrees: Double(90 * quarterTurns), scale: (squeeze, 1), about: .zero)
  }
}

extension GlyphFont {
  /// The outline of a glyph relative to its origin, px; empty for glyphs that are images.
  func outline(_ glyph: TextLayout.Glyph) -> Path {
    guard glyph.form != .plain else { return outline(glyph.id) }
    let key = FormKey(id: glyph.id, form: glyph.form)
    if let known = formed[key] { return known }
    let path = outline(glyph.id).transformed(by: glyph.form.transform)
    formed[key] = path
    return path
  }

  /// The bounds of a glyph's ink relative to its origin, px.
  func ink(_ glyph: TextLayout.Glyph) -> Rect {
    let plain = ink(glyph.id)
    guard glyph.form != .plain, !plain.isEmpty else { return plain }
    return glyph.form.transform.bounds(of: plain)
  }

  struct FormKey: Hashable {
    let id: UInt32
    let form: GlyphForm
  }
}
