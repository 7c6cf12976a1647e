/// The characters of text and of attributes in XML.
enum XMLText {
  /// Text with its references to characters replaced.
  ///
  /// - Throws: `SVGError` for control characters, and entities that are not XML's own.
  static func decoded(_ raw: ArraySlice<UInt8>) throws(SVGError) -> ArraySlice<UInt8> {
    if let wrong = raw.firstIndex(where: { $0 < 32 && !XMLReader.isSpace($0) }) {
      throw SVGError("there is a control character.", at: wrong)
    }
    guard raw.contains(UInt8(ascii: "&")) else { return raw }
    var (result, at) = ([UInt8](), raw.startIndex)
    while at < raw.endIndex {
      guard raw[at] == UInt8(ascii: "&") else {
        result.append(raw[at])
        at += 1
        continue
      }
      guard let end = raw[at...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
        throw SVGError("\"&\" does not start an entity; write &amp;.", at: at)
      }
      let name = String(decoding: raw[(at + 1)..<end], as: UTF8.self)
      guard let scalar = Self.character(name) else {
        throw SVGError(
          "the entity &\(name); is not known; allowed are &lt; &gt; &amp; &quot; &apos; and "
            + "numbers such as &#160;.", at: at)
      }
      result.append(contentsOf: String(Character(scalar)).utf8)
      at = end + 1
    }
    return result[...]
  }

  private static func character(_ name: String) -> UnicodeScalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, number >= 32 || [9, 10, 13].contains(number) else { return nil }
    return UnicodeScalar(number)
  }
}
