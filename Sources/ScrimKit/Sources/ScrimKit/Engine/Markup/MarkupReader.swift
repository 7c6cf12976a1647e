/// Reads Pango markup: tags, entities and comments, with the syntax of GLib's markup parser.
///
/// A reader of its own, rather than Pango's, gives errors a position and clear messages, and ignores nothing that a tag
/// requests.
struct MarkupReader {
  private let bytes: [UInt8]
  private var index = 0
  private var text = StyledString.Builder()
  private var open: [OpenTag] = []
  /// Where the base of ruby begins that is read.
  private var base: Int?
  /// The annotation that is read, or what is left out in <rp>.
  private var annotation: [UInt8]?

  private struct OpenTag {
    let name: String
    let place: Int
    let changes: [Int]
    let sizes: MarkupSizes
  }

  private init(_ markup: String) { bytes = Array(markup.utf8) }

  /// Reads the words and styles of a text with markup.
  ///
  /// - Throws: `TextDiagnostic` with the position of the error.
  static func read(_ markup: String) throws(TextDiagnostic) -> StyledString {
    var reader = MarkupReader(markup)
    return try reader.document()
  }

  private mutating func document() throws(TextDiagnostic) -> StyledString {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"): try tag()
      case UInt8(ascii: "&"):
        let place = index
        append(try entity()[...], at: place)
      default:
        let start = index
        index =
          bytes[index...].firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
          ?? bytes.count
        append(bytes[start..<index], at: start)
      }
    }
    if let tag = open.last {
      throw diagnostic("<\(tag.name)> is not closed: write </\(tag.name)>.", at: tag.place)
    }
    return text.finish()
  }

  private mutating func append(_ words: ArraySlice<UInt8>, at place: Int) {
    if annotation != nil { annotation? += words } else { text.append(words, at: place) }
  }

  private mutating func tag() throws(TextDiagnostic) {
    let place = index
    if skip("<!--") {
      guard let end = find("-->") else { throw diagnostic("the comment is not closed.", at: place) }
      index = end
    } else if skip("<?") {
      guard let end = find("?>") else { throw diagnostic("\"<?\" has no \"?>\".", at: place) }
      index = end
    } else if skip("<!") {
      throw diagnostic(
        "\"<!\" does not start a comment or a tag; write &lt; for \"<\".", at: place)
    } else if skip("</") {
      try closingTag(at: place)
    } else {
      index += 1
      try openingTag(at: place)
    }
  }

  private mutating func openingTag(at place: Int) throws(TextDiagnostic) {
    let name = name()
    guard !name.isEmpty else {
      throw diagnostic("\"<\" does not start a tag here; write &lt; for the character.", at: place)
    }
    guard MarkupTag.names.contains(name) else {
      throw diagnostic(
        "unknown tag <\(unquoted(name))>; the tags are \(MarkupTag.names.joined(separator: ", ")).",
        at: place + 1, word: name, candidates: MarkupTag.names)
    }
    try checkRuby(name, at: place)
    var attributes: [MarkupAttribute] = []
    skipSpaces()
    while index < bytes.count, bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "/")
    {
      attributes.append(try attribute(of: name))
      skipSpaces()
    }
    let isEmpty = skip("/")
    guard skip(">") else { throw diagnostic("<\(name)> has no \">\".", at: place) }
    var tag = MarkupTag(name, sizes: open.last?.sizes ?? MarkupSizes())
    for attribute in SpanAttribute.inOrder(attributes) {
      try tag.take(attribute, among: attributes)
    }
    guard !isEmpty else { return }
    if name == "ruby" { base = text.count }
    if name == "rt" || name == "rp" { annotation = [] }
    open.append(
      OpenTag(
        name: name, place: place, changes: tag.changes.map { text.begin($0) }, sizes: tag.sizes))
  }

  private mutating func closingTag(at place: Int) throws(TextDiagnostic) {
    let name = name()
    skipSpaces()
    guard skip(">") else { throw diagnostic("</\(unquoted(name)) has no \">\".", at: place) }
    guard let tag = open.popLast() else {
      throw diagnostic("</\(unquoted(name))> closes a tag that is not open.", at: place)
    }
    guard tag.name == name else {
      throw diagnostic("</\(unquoted(name))> found where </\(tag.name)> was expected.", at: place)
    }
    for change in tag.changes { text.end(change) }
    try closeRuby(tag)
  }

  /// HTML's ruby: <ruby>base<rt>annotation</rt>…</ruby>, with <rp> for programs that do not know it.
  private func checkRuby(_ name: String, at place: Int) throws(TextDiagnostic) {
    let parent = open.last?.name
    if let parent, ["rt", "rp"].contains(parent) {
      throw diagnostic("<\(parent)> has words only, found <\(name)>.", at: place)
    }
    if name == "ruby", base != nil {
      throw diagnostic("<ruby> cannot be in <ruby>.", at: place)
    }
    if ["rt", "rp"].contains(name), parent != "ruby" {
      throw diagnostic(
        "<\(name)> must be in <ruby>: write <ruby>base<rt>annotation</rt></ruby>.", at: place)
    }
  }

  private mutating func closeRuby(_ tag: OpenTag) throws(TextDiagnostic) {
    if tag.name == "ruby" { base = nil }
    guard tag.name == "rt" || tag.name == "rp", let words = annotation else { return }
    annotation = nil
    guard tag.name == "rt", let start = base else { return }
    guard start < text.count else {
      throw diagnostic("<rt> has no base before it.", at: tag.place)
    }
    // All kinds of newlines are "\n" in it.
    let annotation = StyledString(plain: String(decoding: words, as: UTF8.self)).string
    guard !text.hasNewline(from: start), !annotation.contains("\n") else {
      throw diagnostic("a base of <ruby> and its <rt> have no newline.", at: tag.place)
    }
    if !annotation.isEmpty { text.apply(.ruby(Annotation(words: annotation)), from: start) }
    base = text.count
  }

  private mutating func attribute(of tag: String) throws(TextDiagnostic) -> MarkupAttribute {
    let place = index
    let name = name()
    guard !name.isEmpty else {
      throw diagnostic("<\(tag)> has a character that cannot start an attribute.", at: place)
    }
    skipSpaces()
    guard skip("=") else {
      throw diagnostic("\(quoted(name)) has no value: write \(unquoted(name))=\"…\".", at: place)
    }
    skipSpaces()
    let valuePlace = index
    guard index < bytes.count,
      bytes[index] == UInt8(ascii: "'") || bytes[index] == UInt8(ascii: "\"")
    else { throw diagnostic("the value of \(quoted(name)) needs quotes: '…'.", at: valuePlace) }
    let quote = bytes[index]
    index += 1
    var value: [UInt8] = []
    while index < bytes.count, bytes[index] != quote {
      switch bytes[index] {
      case UInt8(ascii: "&"): value += try entity()
      case UInt8(ascii: "<"):
        throw diagnostic("the value of \(quoted(name)) has a \"<\"; write &lt;.", at: index)
      default:
        value.append(bytes[index])
        index += 1
      }
    }
    guard index < bytes.count else {
      throw diagnostic("the value of \(quoted(name)) has no closing quote.", at: valuePlace)
    }
    index += 1
    return MarkupAttribute(
      tag: tag, name: name, value: String(decoding: value, as: UTF8.self), place: place,
      valuePlace: valuePlace + 1)
  }

  private mutating func entity() throws(TextDiagnostic) -> [UInt8] {
    let place = index
    let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
    guard let end else { throw diagnostic("write &amp; for \"&\".", at: place) }
    let name = String(decoding: bytes[index + 1..<end], as: UTF8.self)
    let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    var character = named[name]
    if character == nil, name.hasPrefix("#") {
      let isHex = name.hasPrefix("#x")
      character = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
        .flatMap { $0 > 0 ? Unicode.Scalar($0) : nil }.map { String($0) }
    }
    guard let character else {
      throw diagnostic(
        "unknown entity &\(unquoted(name));: the entities are &lt; &gt; &amp; &quot; &apos; and numbers such as "
          + "&#8217;.", at: place)
    }
    index = end + 1
    return Array(character.utf8)
  }

  private mutating func name() -> String {
    let start = index
    while index < bytes.count, Self.isNameByte(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
      true
    default: false
    }
  }

  private mutating func skipSpaces() {
    while index < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[index]) { index += 1 }
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[index...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  /// - Returns: The index after the next occurrence of the word.
  private func find(_ word: String) -> Int? {
    let wanted = Array(word.utf8)
    var place = index
    while place + wanted.count <= bytes.count {
      if bytes[place..<place + wanted.count].elementsEqual(wanted) { return place + wanted.count }
      place += 1
    }
    return nil
  }

  private func diagnostic(
    _ message: String, at place: Int, word: String? = nil, candidates: [String] = []
  ) -> TextDiagnostic {
    TextDiagnostic(
      .markup, at: "markup", message, word: word, candidates: candidates, offset: place)
  }
}
