import ScrimDocument
import ScrimJSON
import ScrimKit

extension JobReader {
  /// Reads `fonts`: names of files, or objects.
  func readFonts(_ place: Place) -> [FontSpec] {
    guard let items = place.items else {
      place.reportType(expected: "a list of font files")
      return []
    }
    if items.count > limits.fonts {
      items[limits.fonts].report(
        code: "too-many", "the job has more than \(limits.fonts) fonts.")
    }
    return items.prefix(limits.fonts).compactMap(readFont)
  }

  private func readFont(_ place: Place) -> FontSpec? {
    if let name = place.node.string {
      return FontSpec(source: name, family: nil, path: place.path)
    }
    guard place.node.object != nil else {
      place.reportType(
        expected: "a file name such as \"brand.ttf\", or an object such as "
          + (ObjectKind.font.example ?? ""))
      return nil
    }
    guard let fields = Fields(place, FontFormat.object) else { return nil }
    let source = fields[FontFormat.source]
    let family = fields[FontFormat.family]
    if let family, let value = place.at(FontFormat.family.name), !FontFormat.isFamily(family) {
      value.report(
        .invalidValue,
        "\(value.found) is not a family name: one without commas, and without spaces around it.")
      return nil
    }
    return source.map {
      FontSpec(
        source: $0, family: family, path: place.path + [.key(FontFormat.source.name)])
    }
  }
}
