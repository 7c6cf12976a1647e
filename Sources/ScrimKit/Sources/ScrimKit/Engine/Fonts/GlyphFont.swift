internal import CCairo
internal import CPango

/// A font at one size, with the outlines and images of its glyphs.
final class GlyphFont {
  /// Whether glyphs are images, as in colour emoji fonts; of a font with coloured layers, those that have any.
  let isColor: Bool
  /// The font's family.
  let family: String
  /// 100…1000.
  let weight: Int
  let style: TextStyle
  let stretch: FontStretch
  /// Font size, px.
  let size: Double
  /// The font's vertical metrics.
  let metrics: FontMetrics
  /// Whether it sets fullwidth punctuation in half the width on request (OpenType's `halt`, in columns `vhal`).
  let hasHalfWidths: Bool

  /// Whether its glyphs are set from top to bottom, in columns.
  let isUpright: Bool
  /// Where the origin of its glyphs is below the top of their boxes in columns, px, if the font does not say so.
  let topOrigin: Double?
  /// Whether its images are layers of outlines, which not every glyph has.
  private let isLayered: Bool
  private let face: ScaledFont
  /// px of the text per px of the face.
  private let unit: Double
  private var outlines: [UInt32: Path] = [:]
  /// The outlines of glyphs that are not drawn as in horizontal text.
  var formed: [FormKey: Path] = [:]
  private var inks: [UInt32: Rect] = [:]
  private var images: [UInt32: GlyphImage?] = [:]

  /// Creates the font that Pango chose.
  ///
  /// - Parameters:
  ///   - font: The font.
  ///   - families: The families of the job's own fonts.
  ///   - isNeverSlanted: Whether glyphs that fontconfig slants, for lack of italics, stay upright.
  /// - Throws: `DrawingError` if Cairo cannot open it.
  init(
    _ font: UnsafeMutablePointer<PangoFont>, families: PrivateFamilies, isNeverSlanted: Bool
  ) throws(DrawingError) {
    let description = pango_font_describe(font)
    family =
      pango_font_description_get_family(description).map {
        families.publicName(of: String(cString: $0))
      } ?? "?"
    weight = Int(pango_font_description_get_weight(description).rawValue)
    style = pango_font_description_get_style(description) == PANGO_STYLE_NORMAL ? .normal : .italic
    stretch = FontStretch(
      number: Int(pango_font_description_get_stretch(description).rawValue))
    isUpright = pango_font_description_get_gravity(description) == PANGO_GRAVITY_EAST
    pango_font_description_free(description)
    metrics = FontMetrics(font)
    hasHalfWidths = Self.positions(font, by: isUpright ? "vhal" : "halt")
    topOrigin = isUpright ? Self.topOrigin(of: font, metrics) : nil
    let chosen = OpaquePointer(font)
    guard let small = pango_cairo_font_get_scaled_font(chosen) else {
      throw DrawingError.noFont
    }
    var matrix = cairo_matrix_t()
    cairo_scaled_font_get_font_matrix(small, &matrix)
    size = (matrix.xx * matrix.xx + matrix.yx * matrix.yx).squareRoot()
    let info = ScaledFont.information(small)
    isColor = info.isColor
    isLayered = info.isLayered
    // FreeType rounds outlines to 1/64 px, which would be visible at large scales: they are loaded from a face
    // 1,024 px high. Bitmaps are loaded at their stored size and scaled once, when drawn.
    let large = isColor ? info.strike : 1024
    unit = size / large
    // For bold text fontconfig asks for bolder glyphs: FreeType leaves images as they are, but 2.13 raises them.
    let plain = isColor && !isLayered ? Self.neverBolder(font) : nil
    defer { cairo_font_face_destroy(plain) }
    face = try ScaledFont(
      small, face: plain ?? cairo_scaled_font_get_font_face(small), scaledBy: large / size,
      isUnslanted: isNeverSlanted, isUpright: isUpright)
  }

  /// The ascent of a font without vertical metrics, in place of which HarfBuzz centres each glyph's ink.
  private static func topOrigin(
    of font: UnsafeMutablePointer<PangoFont>, _ metrics: FontMetrics
  ) -> Double? {
    let face = pango_font_get_hb_font(font)
    // 'vmtx'
    let table = hb_face_reference_table(hb_font_get_face(face), 0x766d_7478)
    defer { hb_blob_destroy(table) }
    var extents = hb_font_extents_t()
    guard hb_blob_get_length(table) == 0, hb_font_get_h_extents(face, &extents) != 0,
      extents.ascender > extents.descender
    else { return nil }
    let share = Double(extents.ascender) / Double(extents.ascender - extents.descender)
    return (metrics.ascent + metrics.descent) * share
  }

  /// Whether a font has a feature that moves glyphs.
  private static func positions(_ font: UnsafeMutablePointer<PangoFont>, by name: String) -> Bool {
    let face = hb_font_get_face(pango_font_get_hb_font(font))
    // 'GPOS'
    let table: hb_tag_t = 0x4750_4f53
    let wanted = hb_tag_from_string(name, -1)
    var count = hb_ot_layout_table_get_feature_tags(face, table, 0, nil, nil)
    var tags = [hb_tag_t](repeating: 0, count: Int(count))
    _ = hb_ot_layout_table_get_feature_tags(face, table, 0, &count, &tags)
    return tags.contains(wanted)
  }

  /// The font's face without synthetic boldness, to be destroyed; `nil` if it has none.
  private static func neverBolder(_ font: UnsafeMutablePointer<PangoFont>) -> OpaquePointer? {
    let font = UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self)
    guard let pattern = FcPatternDuplicate(pango_fc_font_get_pattern(font)) else { return nil }
    defer { FcPatternDestroy(pattern) }
    guard FcPatternDel(pattern, FC_EMBOLDEN) != 0 else { return nil }
    return cairo_ft_font_face_create_for_pattern(pattern)
  }

  /// Whether a glyph is an image.
  func isImage(_ glyph: UInt32) -> Bool { isColor && (!isLayered || face.hasLayers(glyph)) }

  /// The glyph's outline relative to its origin, px; empty for glyphs that are images.
  func outline(_ glyph: UInt32) -> Path {
    if let known = outlines[glyph] { return known }
    var path = Path()
    if !isImage(glyph) { path.append(face.outline(glyph).clockwise, scale: unit) }
    outlines[glyph] = path
    return path
  }

  /// The bounds of the glyph's ink relative to its origin, px.
  func ink(_ glyph: UInt32) -> Rect {
    if let known = inks[glyph] { return known }
    let image = try? image(glyph)
    let ink = image?.ink ?? outline(glyph).bounds
    inks[glyph] = ink
    return ink
  }

  /// The glyph's image; `nil` for glyphs that are outlines or empty.
  ///
  /// - Throws: `DrawingError` if out of memory.
  func image(_ glyph: UInt32) throws(DrawingError) -> GlyphImage? {
    if let known = images[glyph] { return known }
    let image = isImage(glyph) ? try face.image(glyph, unit: unit) : nil
    images[glyph] = image
    return image
  }
}

/// Owns one `cairo_scaled_font_t`.
private final class ScaledFont {
  private let pointer: OpaquePointer

  /// Creates `face` at another size than `font`, without hinting and, if `isUnslanted`, without a synthetic slant.
  /// Pango rotates fonts for upright glyphs in columns, which is undone.
  init(
    _ font: OpaquePointer, face: OpaquePointer?, scaledBy factor: Double, isUnslanted: Bool,
    isUpright: Bool
  ) throws(DrawingError) {
    var matrix = cairo_matrix_t()
    cairo_scaled_font_get_font_matrix(font, &matrix)
    if isUpright { matrix.turnBack() }
    if isUnslanted { matrix.xy = 0 }
    cairo_matrix_scale(&matrix, factor, factor)
    var identity = cairo_matrix_t()
    cairo_matrix_init_identity(&identity)
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_scaled_font_get_font_options(font, options)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    let scaled = cairo_scaled_font_create(face, &matrix, &identity, options)
    let status = cairo_scaled_font_status(scaled)
    guard let scaled, status == CAIRO_STATUS_SUCCESS else {
      cairo_scaled_font_destroy(scaled)
      throw DrawingError(status)
    }
    pointer = scaled
  }

  deinit { cairo_scaled_font_destroy(pointer) }

  /// Whether the font has colour glyphs, whether these are layers of outlines, and its largest bitmap size.
  static func information(
    _ font: OpaquePointer
  ) -> (isColor: Bool, isLayered: Bool, strike: Double) {
    guard let face = cairo_ft_scaled_font_lock_face(font) else { return (false, false, 1024) }
    defer { cairo_ft_scaled_font_unlock_face(font) }
    let isColor = face.pointee.face_flags & (1 << 14) != 0
    var strike = 0.0
    for i in 0..<Int(face.pointee.num_fixed_sizes) {
      strike = max(strike, Double(face.pointee.available_sizes[i].y_ppem) / 64)
    }
    // Layered colour outlines have no stored size.
    return (isColor, isColor && strike == 0, strike > 0 ? strike : 256)
  }

  /// Whether a glyph has coloured layers.
  func hasLayers(_ glyph: UInt32) -> Bool {
    guard let face = cairo_ft_scaled_font_lock_face(pointer) else { return false }
    defer { cairo_ft_scaled_font_unlock_face(pointer) }
    var (layer, color): (FT_UInt, FT_UInt) = (0, 0)
    var layers = FT_LayerIterator()
    return FT_Get_Color_Glyph_Layer(face, glyph, &layer, &color, &layers) != 0
  }

  func outline(_ glyph: UInt32) -> Path {
    guard let surface = try? CairoSurface(recording: Rect(x: 0, y: 0, width: 1, height: 1)) else {
      return Path()
    }
    let cairo = cairo_create(surface.pointer)
    defer { cairo_destroy(cairo) }
    cairo_set_scaled_font(cairo, pointer)
    var glyph = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
    cairo_glyph_path(cairo, &glyph, 1)
    guard let copy = cairo_copy_path(cairo) else { return Path() }
    defer { cairo_path_destroy(copy) }
    return Path(copy.pointee)
  }

  func image(_ glyph: UInt32, unit: Double) throws(DrawingError) -> GlyphImage? {
    var extents = cairo_text_extents_t()
    var glyph = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
    cairo_scaled_font_glyph_extents(pointer, &glyph, 1, &extents)
    guard extents.width > 0, extents.height > 0 else { return nil }
    // A margin of one transparent pixel lets the edge fade when the image is resampled.
    let left = extents.x_bearing.rounded(.down) - 1
    let top = extents.y_bearing.rounded(.down) - 1
    let width = (extents.x_bearing + extents.width).rounded(.up) + 1 - left
    let height = (extents.y_bearing + extents.height).rounded(.up) + 1 - top
    let surface = try CairoSurface(
      taking: cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)))
    let canvas = Canvas(surface)
    cairo_set_scaled_font(canvas.cairo, pointer)
    glyph.x = -left
    glyph.y = -top
    cairo_show_glyphs(canvas.cairo, &glyph, 1)
    try canvas.finish()
    // Enlarged, a pixel fades out over half of the next one; reduced, over one pixel of the output.
    let ink = surface.inkBounds.offset(dx: left, dy: top)
    return GlyphImage(
      surface: surface,
      rect: Rect(x: left * unit, y: top * unit, width: width * unit, height: height * unit),
      ink: Rect(
        x: ink.x * unit, y: ink.y * unit, width: ink.width * unit, height: ink.height * unit
      ).grown(by: max(0.5 * unit, 1)),
      unit: unit)
  }
}

extension cairo_matrix_t {
  /// Undoes a rotation by 90° counterclockwise, and the rounding errors that it made.
  fileprivate mutating func turnBack() {
    (xx, xy) = (xy, -xx)
    (yx, yy) = (yy, -yx)
    yx = 0
    if abs(xy) < 1e-9 * xx { xy = 0 }
  }
}

extension CairoSurface {
  /// The bounds of the non-transparent pixels of an ARGB32 image.
  fileprivate var inkBounds: Rect {
    guard let bytes = cairo_image_surface_get_data(pointer) else { return .empty }
    let stride = Int(cairo_image_surface_get_stride(pointer))
    var (left, top, right, bottom) = (Int.max, Int.max, 0, 0)
    for y in 0..<Int(cairo_image_surface_get_height(pointer)) {
      for x in 0..<Int(cairo_image_surface_get_width(pointer))
      where bytes[y * stride + x * 4 + 3] != 0 {
        (left, top) = (min(left, x), min(top, y))
        (right, bottom) = (max(right, x + 1), max(bottom, y + 1))
      }
    }
    guard right > left else { return .empty }
    return Rect(
      left: Double(left), top: Double(top), right: Double(right), bottom: Double(bottom))
  }
}

extension Path {
  fileprivate init(_ path: cairo_path_t) {
    self.init()
    var i = 0
    while i < Int(path.num_data), let data = path.data {
      let header = data[i].header
      func point(_ n: Int) -> Point { Point(x: data[i + n].point.x, y: data[i + n].point.y) }
      switch header.type {
      case CAIRO_PATH_MOVE_TO: move(to: point(1))
      case CAIRO_PATH_LINE_TO: line(to: point(1))
      case CAIRO_PATH_CURVE_TO: curve(point(1), point(2), to: point(3))
      default: close()
      }
      i += max(1, Int(header.length))
    }
  }
}

/// The image of a glyph.
struct GlyphImage {
  let surface: CairoSurface
  /// The image's rectangle relative to the glyph's origin, px of the text.
  let rect: Rect
  /// The part of `rect` that is not transparent when drawn.
  let ink: Rect
  /// px of the text per pixel of the surface.
  let unit: Double
}
