internal import CPango

/// The keywords of Pango's enumerations. Case and "-" are ignored, as in Pango.
enum PangoWords {
  static let styles = ["normal": 0, "oblique": 1, "italic": 2]
  static let variants = [
    "normal": 0, "small-caps": 1, "all-small-caps": 2, "petite-caps": 3, "all-petite-caps": 4,
    "unicase": 5, "title-caps": 6,
  ]
  static let stretches = [
    "ultra-condensed": 0, "extra-condensed": 1, "condensed": 2, "semi-condensed": 3, "normal": 4,
    "semi-expanded": 5, "expanded": 6, "extra-expanded": 7, "ultra-expanded": 8,
  ]
  static let weights = [
    "thin": 100, "ultra-light": 200, "extra-light": 200, "light": 300, "semi-light": 350,
    "demi-light": 350, "book": 380, "regular": 400, "normal": 400, "medium": 500,
    "semi-bold": 600, "demi-bold": 600, "bold": 700, "ultra-bold": 800, "extra-bold": 800,
    "heavy": 900, "black": 900, "ultra-heavy": 1000, "extra-heavy": 1000, "ultra-black": 1000,
    "extra-black": 1000,
  ]
  static let fontScales = ["none": 0, "superscript": 1, "subscript": 2, "small-caps": 3]
  static let shifts = ["none": 0, "superscript": 1, "subscript": 2]
  static let transforms = ["none": 0, "lowercase": 1, "uppercase": 2, "capitalize": 3]
  static let truths = [
    "true": 1, "yes": 1, "t": 1, "y": 1, "false": 0, "no": 0, "f": 0, "n": 0,
  ]
  static let sizes = [
    "xx-small": -3, "x-small": -2, "small": -1, "medium": 0, "large": 1, "x-large": 2,
    "xx-large": 3,
  ]

  /// The size of a description such as "Serif Bold 20", 1/1024 of a point; `nil` if it has none. Sizes in px are
  /// converted.
  static func size(ofDescription words: String) -> Int? {
    guard let description = pango_font_description_from_string(words) else { return nil }
    defer { pango_font_description_free(description) }
    let size = Int(pango_font_description_get_size(description))
    guard size > 0 else { return nil }
    let isInPixels = pango_font_description_get_size_is_absolute(description) != 0
    return isInPixels ? size * 72 / 96 : size
  }

  /// Whether a description sets a gravity, which rotates glyphs, as one with "East" does.
  static func turnsLetters(description words: String) -> Bool {
    guard let description = pango_font_description_from_string(words) else { return false }
    defer { pango_font_description_free(description) }
    let fields = pango_font_description_get_set_fields(description)
    return fields.rawValue & PANGO_FONT_MASK_GRAVITY.rawValue != 0
  }

  /// The families of a description; `nil` if it has none.
  static func families(ofDescription words: String) -> String? {
    guard let description = pango_font_description_from_string(words) else { return nil }
    defer { pango_font_description_free(description) }
    guard let names = pango_font_description_get_family(description) else { return nil }
    let list = String(cString: names)
    return list.isEmpty ? nil : list
  }

  static func plain(_ word: String) -> String {
    word.lowercased().filter { $0 != "-" }
  }
}

extension MarkupAttribute {
  /// The value of a keyword.
  func word(of words: [String: Int]) throws(TextDiagnostic) -> Int {
    let wanted = PangoWords.plain(value)
    if let found = words.first(where: { PangoWords.plain($0.key) == wanted }) { return found.value }
    let names = words.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    throw diagnostic(
      "\(written) is not one of \(names.joined(separator: ", ")).", word: value,
      candidates: names)
  }

  func underline() throws(TextDiagnostic) -> StyleChange.Underline {
    let kinds = StyleChange.Underline.allCases
    let words = Dictionary(
      uniqueKeysWithValues: kinds.enumerated().map { ($1.rawValue, $0) })
    return kinds[try word(of: words)]
  }

  func emphasis() throws(TextDiagnostic) -> TextEmphasis? {
    if value == "none" { return nil }
    guard let found = TextEmphasis(value) else {
      throw diagnostic("\(written) \(TextEmphasis.expected) or \"none\".", word: value)
    }
    return found
  }

  func truth() throws(TextDiagnostic) -> Bool {
    guard let found = PangoWords.truths[value] else {
      throw diagnostic("\(written) must be \"true\" or \"false\".")
    }
    return found == 1
  }

  func weight() throws(TextDiagnostic) -> Int {
    if let number = Int(value) {
      guard (1...1000).contains(number) else {
        throw diagnostic("\(written) is outside 1…1000.")
      }
      return number
    }
    return try word(of: PangoWords.weights)
  }

  /// A colour by one of Pango's names, which are X11's, or as "#rgb", "#rgba", "#rrggbb" and so on.
  func color() throws(TextDiagnostic) -> Color {
    var color = PangoColor()
    var alpha = UInt16(0)
    guard pango_color_parse_with_alpha(&color, &alpha, value) != 0 else {
      throw diagnostic(
        "\(written) is not a colour that Pango knows; write it as #rrggbb.")
    }
    return Color(
      red: Double(color.red) / 65535, green: Double(color.green) / 65535,
      blue: Double(color.blue) / 65535, alpha: Double(alpha) / 65535)
  }

  /// The colour of a decoration line, which has no alpha of its own in Pango.
  func opaqueColor() throws(TextDiagnostic) -> Color {
    let color = try color()
    guard color.alpha >= 1 else {
      throw diagnostic(
        "\(written): line colours must be opaque; \"alpha\" applies to text and lines.")
    }
    return color
  }

  /// 1…65535, or a percentage.
  func alpha() throws(TextDiagnostic) -> Double {
    if value.hasSuffix("%"), let percent = Int(value.dropLast()), (1...100).contains(percent) {
      return Double(percent) / 100
    }
    if let number = Int(value), (1...65535).contains(number) { return Double(number) / 65535 }
    throw diagnostic("\(written) must be 1%…100%, or 1…65535.")
  }

  /// 1/1024 of a point: an integer in that unit, or points such as "5.5pt".
  func length() throws(TextDiagnostic) -> Int {
    guard let number = points else {
      throw diagnostic("\(written) must be points such as \"5.5pt\" (1 px is 0.75pt).")
    }
    guard abs(number) <= 9000 * 1024 else {
      throw diagnostic("\(written) is more than 9000pt (12000 px).")
    }
    return Int(number)
  }

  private var points: Double? {
    let isInPoints = value.hasSuffix("pt")
    let digits = isInPoints ? value.dropLast(2) : value[...]
    guard let number = Double(digits), number.isFinite else { return nil }
    if isInPoints { return number * 1024 }
    return number == number.rounded() ? number : nil
  }

  func readSize(into tag: inout MarkupTag) throws(TextDiagnostic) {
    if let size = points, size > 0 {
      try checkSize(size)
      tag.setSize(Int(size))
    } else if value == "larger" || value == "smaller" {
      tag.step(value == "larger" ? 1 : -1)
    } else if value.hasSuffix("%"), let percent = Double(value.dropLast()), percent > 0,
      percent <= 1000
    {
      tag.setFactor(percent / 100)
    } else if let steps = PangoWords.sizes[value] {
      var factor = 1.0
      for _ in 0..<abs(steps) { factor = steps > 0 ? factor * 1.2 : factor / 1.2 }
      tag.setFactor(factor)
    } else {
      throw diagnostic(
        "\(written) must be points such as \"20pt\" (1 px is 0.75pt), a percentage up to "
          + "1000%, \"smaller\", \"larger\", or one of xx-small … xx-large.")
    }
  }

  /// Checks a size against the maximum font size of a text.
  func checkSize(_ size: Double) throws(TextDiagnostic) {
    guard size <= 1500 * 1024 else {
      throw diagnostic("\(written) is more than 1500pt (2000 px).")
    }
  }

  func baselineShift() throws(TextDiagnostic) -> Int {
    if points != nil {
      let number = try length()
      // Pango interprets small numbers as its own keywords.
      guard abs(number) > 1024 else {
        throw diagnostic(
          "\(written) must be more than 1pt or less than -1pt; use \"rise\" for smaller shifts.")
      }
      return number
    }
    return try word(of: PangoWords.shifts)
  }

  /// A multiple of the fonts' own height; integers above 1024 are in 1/1024 of a point.
  func lineHeight() throws(TextDiagnostic) -> StyleChange {
    guard let number = Double(value), (0.1...10).contains(number) || isAbsolute(number) else {
      throw diagnostic("\(written) must be a factor from 0.1 to 10, such as \"1.2\".")
    }
    return isAbsolute(number) ? .absoluteLineHeight(Int(number)) : .lineHeight(number)
  }

  private func isAbsolute(_ number: Double) -> Bool {
    number > 1024 && number <= 9000 * 1024 && !value.contains(".")
  }
}

extension Color {
  func withAlpha(_ alpha: Double) -> Color {
    var color = self
    color.alpha = alpha
    return color
  }
}
