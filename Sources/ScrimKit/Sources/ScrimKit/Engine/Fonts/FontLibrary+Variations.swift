internal import CPango

/// An axis of a variable font.
private struct VariationAxis {
  let tag: String
  let range: ClosedRange<Double>

  var words: String {
    "\(quoted(tag)) (\(range.lowerBound.plain)…\(range.upperBound.plain))"
  }
}

/// A font with its axes, none if it is not variable.
private struct VariableFont {
  let family: String
  let axes: [VariationAxis]
  /// The positions of the instances that it names, on the axes in their order.
  let instances: [(name: String, positions: [Double])]
}

extension FontLibrary {
  /// The settings of a text with positions on its font's axes for the instance that they name.
  ///
  /// - Throws: `TextDiagnostic` for an instance or axes that the font does not have, and for values outside of them:
  ///   HarfBuzz ignores the former and clamps the latter.
  func resolvingVariations(of spec: TextSpec) throws -> TextSpec {
    guard let variations = spec.variations, variations != FontVariations(axes: []),
      spec.fontFallback == .allow || missingFamilies(of: spec, StyledString(plain: "")).isEmpty,
      let font = variableFont(of: spec)
    else { return spec }
    if let name = variations.instance {
      var spec = spec
      spec.variations = FontVariations(axes: try Self.axes(ofInstance: name, of: font))
      return spec
    }
    let errors = variations.axes.compactMap { Self.diagnostic(for: $0, of: font) }
    if let diagnostic = TextDiagnostic(errors) { throw diagnostic }
    return spec
  }

  private static func axes(
    ofInstance name: String, of font: VariableFont
  ) throws(TextDiagnostic) -> [FontVariations.Axis] {
    guard let found = font.instances.first(where: { plain($0.name) == plain(name) }) else {
      let list = font.instances.map { quoted($0.name) }.joined(separator: ", ")
      throw TextDiagnostic(
        .fontVariation, at: "variations",
        font.axes.isEmpty
          ? "\(quoted(font.family)) is not a variable font."
          : font.instances.isEmpty
            ? "\(quoted(font.family)) names no instances; set its axes instead."
            : "\(quoted(font.family)) has no instance \(quoted(name)); its instances are \(list).")
    }
    return zip(font.axes, found.positions).map { .init(tag: $0.tag, value: $1) }
  }

  /// Releases of one font differ in "Semi Bold" and "SemiBold".
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != " " && $0 != "-" }
  }

  private static func diagnostic(
    for wanted: FontVariations.Axis, of font: VariableFont
  ) -> TextDiagnostic? {
    let family = quoted(font.family)
    guard let axis = font.axes.first(where: { $0.tag == wanted.tag }) else {
      let list = font.axes.map(\.words).joined(separator: ", ")
      return TextDiagnostic(
        .fontVariation, at: "variations",
        font.axes.isEmpty
          ? "\(family) is not a variable font."
          : "\(family) has no axis \(quoted(wanted.tag)); its axes are \(list).")
    }
    guard !axis.range.contains(wanted.value) else { return nil }
    return TextDiagnostic(
      .fontVariation, at: "variations",
      "\(quoted(wanted.tag)) \(wanted.value.plain) is outside "
        + "\(axis.range.lowerBound.plain)…\(axis.range.upperBound.plain), the range of \(family).")
  }

  /// The font that a text's first letters have.
  private func variableFont(of spec: TextSpec) -> VariableFont? {
    guard let context = makeContext() else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    let description = description(of: spec)
    defer { pango_font_description_free(description) }
    guard let font = pango_context_load_font(context, description) else { return nil }
    defer { g_object_unref(font) }
    let loaded = pango_font_describe(font)
    defer { pango_font_description_free(loaded) }
    let family = pango_font_description_get_family(loaded).map { String(cString: $0) } ?? "?"
    let face = hb_font_get_face(pango_font_get_hb_font(font))
    var count = hb_ot_var_get_axis_count(face)
    var found = Array(repeating: hb_ot_var_axis_info_t(), count: Int(count))
    _ = hb_ot_var_get_axis_infos(face, 0, &count, &found)
    let axes = found.map { axis in
      let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: axis.tag >> $0) }
      return VariationAxis(
        tag: String(decoding: bytes, as: UTF8.self),
        range: Double(min(axis.min_value, axis.max_value))...Double(axis.max_value))
    }
    let instances = (0..<hb_ot_var_get_named_instance_count(face)).map { index in
      var count = UInt32(axes.count)
      var positions = [Float](repeating: 0, count: axes.count)
      _ = hb_ot_var_named_instance_get_design_coords(face, index, &count, &positions)
      let name = hb_ot_var_named_instance_get_subfamily_name_id(face, index)
      return (name: Self.name(name, in: face), positions: positions.map(Double.init))
    }
    return VariableFont(
      family: own.publicName(of: family), axes: axes,
      instances: instances.filter { !$0.name.isEmpty })
  }

  private static let maxNameBytes = 256

  /// A name of a font, in English.
  private static func name(_ id: hb_ot_name_id_t, in face: OpaquePointer?) -> String {
    var count = UInt32(maxNameBytes)
    var bytes = [CChar](repeating: 0, count: maxNameBytes)
    _ = hb_ot_name_get_utf8(face, id, hb_language_from_string("en", -1), &count, &bytes)
    return String(
      decoding: bytes.prefix(Int(count)).map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self)
  }
}
