/// Reads XML 1.0 with namespaces, in one pass: elements with their attributes, and text.
///
/// It is stricter than libxml2, which reads the same bytes after it: UTF-8 only, no document type with declarations,
/// and therefore no entities but XML's own.
struct XMLReader {
  enum Event {
    case start(Element)
    case end
    case text(ArraySlice<UInt8>, at: Int)
  }

  struct Element {
    /// The URI of its namespace; empty without one.
    let namespace: String
    let name: String
    var attributes: [Attribute]
    /// The byte of its "<".
    let offset: Int
  }

  struct Attribute {
    let prefix: String
    let name: String
    /// Without entities.
    let value: ArraySlice<UInt8>
    /// The bytes of the value as written.
    let written: Range<Int>
    /// The byte of its name.
    let offset: Int

    var text: String { XMLReader.text(value) }
  }

  /// The maximum nesting of elements.
  static let maxDepth = 200
  private static let maxAttributes = 1000

  private let bytes: [UInt8]
  private var index = 0
  private var open: [ArraySlice<UInt8>] = []
  private var namespaces: [(prefix: String, uri: String, depth: Int)] = []
  private var hasRoot = false
  /// An empty element ends without a tag of its own.
  private var endsElement = false

  /// - Throws: `SVGError` if the bytes are not in UTF-8.
  init(_ bytes: [UInt8]) throws(SVGError) {
    self.bytes = bytes
    if bytes.starts(with: [0x1F, 0x8B]) {
      throw SVGError("the file is compressed (svgz): decompress it first, as by gunzip.")
    }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw SVGError("the file is in UTF-16; only UTF-8 is read.")
    }
    if let wrong = Self.invalidUTF8(bytes) {
      throw SVGError("this is not UTF-8, the only encoding that is read.", at: wrong)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    try skipDeclaration()
  }

  private static func invalidUTF8(_ bytes: [UInt8]) -> Int? {
    var (decoder, count) = (UTF8.ForwardParser(), 0)
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): count += scalar.count
      case .error: return count
      case .emptyInput: return nil
      }
    }
  }

  private mutating func skipDeclaration() throws(SVGError) {
    guard startsDeclaration else { return }
    let start = index
    guard let end = find("?>", from: index) else {
      throw SVGError("\"<?xml\" has no \"?>\".", at: start)
    }
    let words = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
    if let encoding = words.firstRange(of: "encoding") {
      let name = words[encoding.upperBound...].drop { " \t\r\n=\"'".contains($0) }
        .prefix { $0.isLetter || $0.isNumber || "-_.:".contains($0) }
      guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(name) else {
        throw SVGError("the encoding is \(name); only UTF-8 is read.", at: start)
      }
    }
    index = end
  }

  /// The next event; `nil` after the root element.
  ///
  /// - Throws: `SVGError` if the XML is not well-formed.
  mutating func next() throws(SVGError) -> Event? {
    if endsElement {
      endsElement = false
      close()
      return .end
    }
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        let start = index
        index = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        let text = try XMLText.decoded(bytes[start..<index])
        guard open.isEmpty else { return .text(text, at: start) }
        guard text.allSatisfy(Self.isSpace) else {
          throw SVGError("there is text outside of the <svg> element.", at: start)
        }
        continue
      }
      if starts("<!--") {
        try skip(to: "-->", from: index + 4, "the comment is not closed.")
      } else if starts("<![CDATA[") {
        let start = index + 9
        try skip(to: "]]>", from: start, "\"<![CDATA[\" has no \"]]>\".")
        guard !open.isEmpty else {
          throw SVGError("there is text outside of the <svg> element.", at: start)
        }
        return .text(bytes[start..<index - 3], at: start)
      } else if starts("<!") {
        try skipDocumentType()
      } else if starts("<?") {
        try skipInstruction()
      } else if starts("</") {
        try readEnd()
        return .end
      } else {
        return .start(try readStart())
      }
    }
    if let last = open.last {
      throw SVGError("the file ends inside of \(Self.tag(last)).", at: bytes.count)
    }
    guard hasRoot else { throw SVGError("there is no <svg> element.") }
    return nil
  }

  private mutating func skipInstruction() throws(SVGError) {
    let start = index
    if starts("<?xml-stylesheet") {
      throw SVGError(
        "style sheets in other files are not read: put the rules into a <style> element.",
        at: start)
    }
    if startsDeclaration {
      throw SVGError("\"<?xml\" must be at the beginning.", at: start)
    }
    try skip(to: "?>", from: index + 2, "\"<?\" has no \"?>\".")
  }

  /// A document type may name a DTD, which is not read, but declare nothing.
  private mutating func skipDocumentType() throws(SVGError) {
    let start = index
    guard starts("<!DOCTYPE"), !hasRoot else {
      throw SVGError("\"<!\" does not start a comment or a document type.", at: start)
    }
    index += 9
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = String(UnicodeScalar(bytes[index]))
        try skip(to: quote, from: index + 1, "the document type is not closed.", at: start)
      case UInt8(ascii: "["):
        let subset = index + 1
        try skip(to: "]", from: subset, "the document type is not closed.", at: start)
        guard bytes[subset..<index - 1].allSatisfy(Self.isSpace) else {
          throw SVGError(
            "declarations such as <!ENTITY> are not allowed in the document type: write the "
              + "text itself in place of entities.", at: start)
        }
      case UInt8(ascii: ">"):
        index += 1
        return
      default: index += 1
      }
    }
    throw SVGError("the document type is not closed.", at: start)
  }

  private mutating func readEnd() throws(SVGError) {
    let start = index
    index += 2
    let name = readName()
    skipSpace()
    guard skip(">") else { throw SVGError("the closing tag has no \">\".", at: start) }
    guard let last = open.last else {
      throw SVGError("</\(Self.text(name))> closes nothing.", at: start)
    }
    guard last == name else {
      throw SVGError("</\(Self.text(name))> closes \(Self.tag(last)).", at: start)
    }
    close()
  }

  private mutating func close() {
    let depth = open.count
    while let last = namespaces.last, last.depth == depth { namespaces.removeLast() }
    open.removeLast()
  }

  private mutating func readStart() throws(SVGError) -> Element {
    let start = index
    index += 1
    let name = readName()
    guard !name.isEmpty else {
      throw SVGError("\"<\" does not start a tag; write &lt;.", at: start)
    }
    guard !open.isEmpty || !hasRoot else {
      throw SVGError("there is more than one root element.", at: start)
    }
    hasRoot = true
    guard open.count < Self.maxDepth else {
      throw SVGError("elements are nested more than \(Self.maxDepth) deep.", at: start)
    }
    open.append(name)
    var attributes: [Attribute] = []
    while true {
      let hasSpace = skipSpace()
      guard index < bytes.count else {
        throw SVGError("the tag \(Self.tag(name)) is not closed.", at: start)
      }
      if skip(">") { break }
      if skip("/>") {
        endsElement = true
        break
      }
      guard hasSpace else {
        throw SVGError("expected a space before an attribute of \(Self.tag(name)).", at: index)
      }
      guard attributes.count < Self.maxAttributes else {
        throw SVGError(
          "\(Self.tag(name)) has more than \(Self.maxAttributes) attributes.", at: start)
      }
      attributes.append(try readAttribute(of: name))
    }
    return try element(name, attributes, at: start)
  }

  private mutating func readAttribute(of element: ArraySlice<UInt8>) throws(SVGError) -> Attribute {
    let start = index
    let name = readName()
    skipSpace()
    guard !name.isEmpty, skip("=") else {
      throw SVGError("an attribute of \(Self.tag(element)) has no value.", at: start)
    }
    skipSpace()
    guard starts("\"") || starts("'") else {
      throw SVGError("the value of \(quoted(Self.text(name))) is not in quotes.", at: start)
    }
    let first = index + 1
    guard let end = bytes[first...].firstIndex(of: bytes[index]) else {
      throw SVGError("the value of \(quoted(Self.text(name))) is not closed.", at: start)
    }
    if let wrong = bytes[first..<end].firstIndex(of: UInt8(ascii: "<")) {
      throw SVGError("there is a \"<\" in the value of an attribute; write &lt;.", at: wrong)
    }
    index = end + 1
    let (prefix, local) = try parts(name, at: start)
    return Attribute(
      prefix: prefix, name: local, value: try XMLText.decoded(bytes[first..<end]),
      written: first..<end,
      offset: start)
  }

  private mutating func element(
    _ name: ArraySlice<UInt8>, _ attributes: [Attribute], at start: Int
  ) throws(SVGError) -> Element {
    var names = Set<String>()
    for attribute in attributes {
      guard names.insert("\(attribute.prefix):\(attribute.name)").inserted else {
        throw SVGError(
          "\(Self.tag(name)) has the attribute \(quoted(attribute.name)) twice.",
          at: attribute.offset)
      }
      let declared: String? =
        attribute.prefix == "xmlns"
        ? attribute.name : attribute.prefix.isEmpty && attribute.name == "xmlns" ? "" : nil
      if let declared { namespaces.append((declared, attribute.text, open.count)) }
    }
    let (prefix, local) = try parts(name, at: start)
    func uri(_ prefix: String) throws(SVGError) -> String {
      if let known = namespaces.last(where: { $0.prefix == prefix })?.uri { return known }
      guard prefix.isEmpty || prefix == "xml" else {
        throw SVGError("the prefix \(quoted(prefix)) is not declared by an xmlns.", at: start)
      }
      return ""
    }
    return Element(
      namespace: try uri(prefix), name: local,
      attributes: attributes.filter { $0.prefix != "xmlns" && $0.name != "xmlns" }, offset: start)
  }

  private func parts(
    _ name: ArraySlice<UInt8>, at offset: Int
  ) throws(SVGError) -> (prefix: String, local: String) {
    guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else {
      return ("", Self.text(name))
    }
    let local = name[(colon + 1)...]
    guard colon > name.startIndex, !local.isEmpty, !local.contains(UInt8(ascii: ":")) else {
      throw SVGError("this is not a name of XML.", at: offset)
    }
    return (Self.text(name[..<colon]), Self.text(local))
  }

  private mutating func readName() -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.count, Self.isOfName(bytes[index]) { index += 1 }
    return bytes[start..<index]
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  private func starts(_ word: String) -> Bool { bytes[index...].starts(with: word.utf8) }

  private var startsDeclaration: Bool {
    starts("<?xml") && index + 5 < bytes.count && Self.isSpace(bytes[index + 5])
  }

  /// - Returns: Whether it is there.
  private mutating func skip(_ word: String) -> Bool {
    guard starts(word) else { return false }
    index += word.utf8.count
    return true
  }

  private func find(_ word: String, from start: Int) -> Int? {
    let word = Array(word.utf8)
    var at = start
    while at + word.count <= bytes.count {
      guard let next = bytes[at...].firstIndex(of: word[0]) else { return nil }
      if bytes[next...].starts(with: word) { return next + word.count }
      at = next + 1
    }
    return nil
  }

  private mutating func skip(
    to word: String, from start: Int, _ message: String, at offset: Int? = nil
  ) throws(SVGError) {
    guard let end = find(word, from: start) else {
      throw SVGError(message, at: offset ?? index)
    }
    index = end
  }

  @discardableResult private mutating func skipSpace() -> Bool {
    let start = index
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    return index > start
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 9 || byte == 10 || byte == 13
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func tag(_ name: ArraySlice<UInt8>) -> String { "<\(text(name.prefix(40)))>" }
}
