internal import CPango

extension TextLayout {
  /// The most frequent script among the letters of some words.
  ///
  /// - Parameter words: The words.
  /// - Returns: The ISO 15924 code, such as `Latn`; `Jpan` if the letters include kana, also with Han; `nil` for only
  ///   digits, signs or emoji.
  static func script(of words: some StringProtocol) -> String? {
    var counts: [UInt32: Int] = [:]
    for scalar in words.unicodeScalars {
      let script = g_unichar_get_script(scalar.value)
      guard script != G_UNICODE_SCRIPT_COMMON, script != G_UNICODE_SCRIPT_INHERITED,
        script != G_UNICODE_SCRIPT_UNKNOWN
      else { continue }
      counts[g_unicode_script_to_iso15924(script), default: 0] += 1
    }
    let codes = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { Self.name($0.key) }
    let isJapanese = codes.contains("Hira") || codes.contains("Kana")
    guard let first = codes.first else { return nil }
    return isJapanese && ["Hani", "Hira", "Kana"].contains(first) ? "Jpan" : first
  }

  /// The four letters that GLib packs into a number.
  private static func name(_ code: UInt32) -> String {
    String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self)
  }
}
