internal import CCairo
internal import CPango

/// A font file of a job, where fontconfig, HarfBuzz and Cairo can read it.
@_spi(Host) public struct JobFont: Sendable, Hashable {
  /// A path that no other font of this process ever has: Cairo 1.16 caches faces by path, beyond the font's life.
  public let path: String
  /// The family's name in the job; `nil` for the names in the font.
  public let family: String?

  public init(path: String, family: String?) {
    self.path = path
    self.family = family
  }
}

extension FontLibrary {
  /// Creates a library of the installed fonts and a job's own, which take precedence.
  ///
  /// Its fontconfig configuration is its own: no other library sees the job's fonts. The files must remain until it is
  /// released.
  ///
  /// - Parameters:
  ///   - installed: The library of the installed fonts.
  ///   - fonts: The job's fonts.
  ///   - failed: Called for each font that fontconfig does not accept, with its index.
  @_spi(Host) public convenience init(
    _ installed: FontLibrary, adding fonts: [JobFont], failed: (Int, FontFileError) -> Void
  ) {
    let map: OpaquePointer = OpaquePointer(pango_cairo_font_map_new())
    var own = PrivateFamilies()
    if let configuration = FcConfigCreate() {
      for (index, font) in fonts.enumerated() {
        if let error = Self.add(font, to: configuration, &own) { failed(index, error) }
      }
      // Before the rules of the system, which may list these families in place of others.
      FcConfigParseAndLoadFromMemory(configuration, own.rules, FcBool(FcTrue))
      FcConfigParseAndLoad(configuration, nil, FcBool(FcTrue))
      FcConfigBuildFonts(configuration)
      for file in installed.files { FcConfigAppFontAddFile(configuration, file) }
      pango_fc_font_map_set_config(map, configuration)
      // The map has a reference of its own.
      FcConfigDestroy(configuration)
    }
    self.init(
      map: map, families: installed.families, own: own, files: installed.files,
      masks: installed.masks)
  }

  private static func add(
    _ font: JobFont, to configuration: OpaquePointer, _ own: inout PrivateFamilies
  ) -> FontFileError? {
    let before = faceCount(in: configuration)
    guard FcConfigAppFontAddFile(configuration, font.path) != 0,
      let set = FcConfigGetFonts(configuration, FcSetApplication),
      faceCount(in: configuration) > before
    else { return FontFileError("The font cannot be opened.") }
    for number in before..<faceCount(in: configuration) {
      guard let face = set.pointee.fonts[number] else { continue }
      var characters: OpaquePointer?
      FcPatternGetCharSet(face, FC_CHARSET, 0, &characters)
      guard let characters, FcCharSetCount(characters) > 0 else {
        return FontFileError("The font has no characters.")
      }
      let names = font.family.map { [$0] } ?? familyNames(of: face)
      guard !names.isEmpty else {
        return FontFileError("The font has no family name; set \"family\".")
      }
      for key in [FC_FAMILY, FC_FAMILYLANG, FC_FULLNAME, FC_FULLNAMELANG, FC_POSTSCRIPT_NAME] {
        FcPatternDel(face, key)
      }
      for name in names { FcPatternAddString(face, FC_FAMILY, own.insert(name)) }
    }
    return nil
  }

  private static func faceCount(in configuration: OpaquePointer) -> Int {
    FcConfigGetFonts(configuration, FcSetApplication).map { Int($0.pointee.nfont) } ?? 0
  }

  private static func familyNames(of face: OpaquePointer) -> [String] {
    var names: [String] = []
    var name: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(face, FC_FAMILY, Int32(names.count), &name) == FcResultMatch, let name
    {
      names.append(String(cString: name))
    }
    return names
  }
}
