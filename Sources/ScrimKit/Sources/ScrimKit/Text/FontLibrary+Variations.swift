internal import CPango

/// An axis of a variable font.
private struct VariationAxis {
  let tag: String
  let range: ClosedRange<Double>

  var words: String {
    "\(quoted(tag)) (\(range.lowerBound.plain)…\(range.upperBound.plain))"
  }
}

extension FontLibrary {
  /// Errors for axes that the text's font does not have, and for values outside of them: HarfBuzz ignores the former
  /// and clamps the latter.
  func invalidVariations(of spec: TextSpec) -> [TextDiagnostic] {
    guard let variations = spec.variations, !variations.axes.isEmpty,
      spec.fontFallback == .allow || missingFamilies(of: spec, StyledString(plain: "")).isEmpty,
      let (family, axes) = axes(of: spec)
    else { return [] }
    return variations.axes.compactMap { wanted -> TextDiagnostic? in
      guard let axis = axes.first(where: { $0.tag == wanted.tag }) else {
        let list = axes.map(\.words).joined(separator: ", ")
        return TextDiagnostic(
          .fontVariation, at: "variations",
          axes.isEmpty
            ? "\(quoted(family)) is not a variable font."
            : "\(quoted(family)) has no axis \(quoted(wanted.tag)); its axes are \(list).")
      }
      guard !axis.range.contains(wanted.value) else { return nil }
      return TextDiagnostic(
        .fontVariation, at: "variations",
        "\(quoted(wanted.tag)) \(wanted.value.plain) is outside "
          + "\(axis.range.lowerBound.plain)…\(axis.range.upperBound.plain), the range of \(quoted(family))."
      )
    }
  }

  /// The axes of the font that a text's first letters have, and its family.
  private func axes(of spec: TextSpec) -> (family: String, axes: [VariationAxis])? {
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
    return (own.publicName(of: family), axes)
  }
}
