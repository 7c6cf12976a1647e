extension SVGScan {
  /// The SVG as librsvg reads it: with each `systemLanguage` decided, which it would compare with the language of the
  /// process, and with URLs that it understands.
  ///
  /// - Parameters:
  ///   - bytes: The SVG that was scanned.
  ///   - language: A BCP 47 tag; `nil` matches nothing.
  /// - Returns: The bytes for librsvg.
  func prepared(_ bytes: [UInt8], for language: String?) -> [UInt8] {
    var bytes = bytes
    for attribute in languages {
      let (name, value) = (attribute.name, attribute.written)
      let isMatch = attribute.value.split(separator: ",").contains { Self.matches($0, language) }
      // Without the attribute an element is drawn; an empty one is of no language.
      let quote = bytes[value.lowerBound - 1]
      let blank = isMatch ? name..<value.upperBound + 1 : value.lowerBound..<value.upperBound + 1
      bytes.replaceSubrange(blank, with: repeatElement(UInt8(ascii: " "), count: blank.count))
      if !isMatch { bytes[value.lowerBound] = quote }
    }
    // From the last on, since the lengths differ.
    for correction in corrections.reversed() {
      bytes.replaceSubrange(correction.place, with: correction.text.utf8)
    }
    return bytes
  }

  /// SVG 1.1 §5.8.5; and "en" is the language of those who ask for "en-GB".
  private static func matches(_ tag: Substring, _ language: String?) -> Bool {
    guard let language = language?.lowercased() else { return false }
    let tag = tag.trimmed.lowercased()
    return tag == language || tag.hasPrefix(language + "-") || language.hasPrefix(tag + "-")
  }
}
