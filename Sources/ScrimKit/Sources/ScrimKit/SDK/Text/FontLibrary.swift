internal import CCairo
internal import CPango

/// The installed fonts, and the layout of text with them.
///
/// It is expensive to create because fontconfig reads its caches: a process creates one and passes it on. Not
/// thread-safe.
public final class FontLibrary {
  private let map: OpaquePointer
  /// Family names as the fonts spell them, by their lowercase form.
  let families: [String: String]
  /// The families of the job's own fonts.
  let own: PrivateFamilies
  /// Font files besides the installed ones.
  let files: [String]
  private var fonts: [FontKey: GlyphFont] = [:]
  /// What families cannot set, by their names in lower case.
  var traits: [String: FamilyTraits] = [:]
  /// The number of times that a text was shaped so far.
  @_spi(Host) public internal(set) var textsShaped = 0
  /// Texts by all that their layout depends on.
  private var cachedTexts = ContentCache<TextCacheKey, ShapedText>(limit: 0)
  /// The masks of glyphs, shared by all libraries made from one.
  let masks: GlyphMasks

  private struct FontKey: Hashable {
    let font: UnsafeMutablePointer<PangoFont>
    let isNeverSlanted: Bool
  }

  /// Maximum number of cached fonts. Each size of a font is one entry with its glyph outlines; a job uses a few.
  private static let maxFonts = 128

  /// Creates a library of the fonts that fontconfig knows.
  public convenience init() { self.init(files: []) }

  /// Creates a library of the fonts that fontconfig knows and of further files, for the entire process.
  ///
  /// - Parameter files: The paths of these files; those that fontconfig cannot read are ignored.
  @_spi(Host) public convenience init(files: [String]) {
    if !files.isEmpty, FcInit() != 0 {
      for file in files { FcConfigAppFontAddFile(nil, file) }
    }
    let map: OpaquePointer = OpaquePointer(pango_cairo_font_map_new())
    var list: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_font_map_list_families(UnsafeMutablePointer(map), &list, &count)
    var families: [String: String] = [:]
    for i in 0..<Int(count) {
      guard let family = list?[i], let name = pango_font_family_get_name(family) else { continue }
      let spelt = String(cString: name)
      families[spelt.lowercased()] = spelt
    }
    g_free(list)
    self.init(
      map: map, families: families, own: PrivateFamilies(), files: files,
      masks: GlyphMasks())
  }

  /// Whether fonts and fontconfig's configuration are as they were when they were read. Compares the times of files
  /// and folders, in about 0.1 ms.
  @_spi(Host) public static var isUpToDate: Bool { FcConfigUptoDate(nil) != 0 }

  /// Has fontconfig read its configuration and find the fonts again, for libraries that are created from now on.
  @_spi(Host) public static func rescan() { FcInitReinitialize() }

  /// Creates a library that owns a font map.
  init(
    map: OpaquePointer, families: [String: String], own: PrivateFamilies, files: [String],
    masks: GlyphMasks
  ) {
    self.map = map
    self.masks = masks
    self.files = files
    self.families = families
    self.own = own
  }

  deinit {
    forgetFonts()
    g_object_unref(UnsafeMutableRawPointer(map))
  }

  /// Clears the cache; texts that are still in use keep their fonts.
  private func forgetFonts() {
    for key in fonts.keys { g_object_unref(key.font) }
    fonts = [:]
  }

  /// Removes all cached texts, and sets the limit of those that are cached from now on.
  ///
  /// - Parameter bytes: The limit; with 0, which is the default, no text is cached.
  @_spi(Host) public func setTextCacheLimit(bytes: Int) {
    cachedTexts = ContentCache(limit: bytes)
  }

  /// Removes all cached masks of glyphs, and sets the limit of those that are cached from now on.
  ///
  /// - Parameter bytes: The limit; with 0, which is the default, no mask is cached.
  @_spi(Host) public func setGlyphCacheLimit(bytes: Int) { masks.setLimit(bytes: bytes) }

  /// Caches texts and glyphs from now on for an owner's jobs only, and finds only those that were cached for them.
  ///
  /// - Parameter owner: An id that no other owner has.
  @_spi(Host) public func serve(_ owner: String) {
    cachedTexts.owner = owner
    masks.serve(owner)
  }

  /// The number of texts that were found in the cache so far.
  @_spi(Host) public var textsFound: Int { cachedTexts.hits }

  /// The number of masks of glyphs that were found in the cache so far.
  @_spi(Host) public var glyphsFound: Int { masks.found }

  /// A text, laid out unless it is cached.
  ///
  /// - Throws: What `layOut` throws; nothing is cached then.
  func cached(
    _ spec: TextSpec, in available: AvailableSize, layOut: () throws -> ShapedText
  ) rethrows -> ShapedText {
    guard cachedTexts.limit > 0 else { return try layOut() }
    let key = TextCacheKey(spec: spec, available: available)
    if let text = cachedTexts.value(for: key) { return text }
    let text = try layOut()
    if cachedTexts.isRepeated(key.hashValue) {
      cachedTexts.insert(text, for: key, cost: text.byteCount)
    }
    return text
  }

  /// The installed families and the job's own, sorted.
  public var familyNames: [String] { Set(families.values).union(own.names).sorted() }

  /// A Pango context whose layout is the same at every scale, without hinting or rounding.
  func makeContext() -> OpaquePointer? {
    let context = pango_font_map_create_context(UnsafeMutablePointer(map))
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_cairo_context_set_resolution(context, 96)
    pango_context_set_round_glyph_positions(context, 0)
    return context
  }

  /// Runs code that has Pango's default font map of its thread, with the fonts of this library in place of it.
  func asDefault<R, E>(_ body: () throws(E) -> R) throws(E) -> R {
    pango_cairo_font_map_set_default(map)
    defer { pango_cairo_font_map_set_default(nil) }
    return try body()
  }

  /// The cached glyphs of a font that Pango chose.
  ///
  /// - Parameters:
  ///   - font: The font.
  ///   - isNeverSlanted: Whether its glyphs stay upright if the font has no italics of its own.
  /// - Returns: The glyphs.
  /// - Throws: `DrawingError` if Cairo cannot open the font.
  func glyphs(
    of font: UnsafeMutablePointer<PangoFont>, isNeverSlanted: Bool = false
  ) throws(DrawingError) -> GlyphFont {
    let key = FontKey(font: font, isNeverSlanted: isNeverSlanted)
    if let known = fonts[key] { return known }
    let glyphs = try GlyphFont(font, families: own, isNeverSlanted: isNeverSlanted)
    if fonts.count >= Self.maxFonts { forgetFonts() }
    // The pointer is the key, so the font must outlive the entry.
    g_object_ref(font)
    fonts[key] = glyphs
    return glyphs
  }
}

/// What the layout of a text depends on.
struct TextCacheKey: Hashable {
  let spec: TextSpec
  let available: AvailableSize
}
