/// CSS as far as the scan of an SVG needs it: the URLs of its declarations, and which elements they may be of.
enum StyleText {
  /// The text without comments and with characters in place of escapes, by which `url` may be hidden.
  static func plain(_ css: String) -> String {
    guard css.contains("\\") || css.contains("/*") else { return css }
    var (result, rest) = ([UInt8](), Array(css.utf8)[...])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "/"), rest.first == UInt8(ascii: "*") {
        rest = rest.dropFirst()
        while let inside = rest.popFirst() {
          if inside == UInt8(ascii: "*"), rest.first == UInt8(ascii: "/") { break }
        }
        rest = rest.dropFirst()
      } else if byte == UInt8(ascii: "\\") {
        let digits = rest.prefix(6).prefix { Character(UnicodeScalar($0)).isHexDigit }
        rest = rest.dropFirst(digits.count)
        guard !digits.isEmpty else { continue }
        if let space = rest.first, XMLReader.isSpace(space) { rest = rest.dropFirst() }
        let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        let scalar = number.flatMap(UnicodeScalar.init) ?? "\u{FFFD}"
        result.append(contentsOf: String(Character(scalar)).utf8)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// What is in the parentheses of each `url(…)`, without quotes.
  static func urls(in plain: Substring) -> [String] {
    functions("url", in: plain).map { inside in
      let trimmed = inside.trimmed
      guard let quote = trimmed.first, quote == "\"" || quote == "'" else { return String(trimmed) }
      return String(trimmed.dropFirst().prefix { $0 != quote }.trimmed)
    }
  }

  /// What is in the parentheses of each function of a name.
  static func functions(_ name: String, in plain: Substring) -> [Substring] {
    let bytes = plain.utf8
    let word = Array("\(name)(".utf8)
    var (found, at) = ([Substring](), bytes.startIndex)
    while let open = bytes[at...].firstIndex(of: UInt8(ascii: "(")) {
      at = bytes.index(after: open)
      guard let start = bytes.index(at, offsetBy: -word.count, limitedBy: bytes.startIndex),
        zip(bytes[start..<at], word).allSatisfy({ ($0 | 0x20) == ($1 | 0x20) })
      else { continue }
      let quote = bytes[at...].first { !XMLReader.isSpace($0) }
      var end = at
      if let quote, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let first = bytes[at...].firstIndex(of: quote),
        let second = bytes[bytes.index(after: first)...].firstIndex(of: quote)
      {
        end = second
      }
      end = bytes[end...].firstIndex(of: UInt8(ascii: ")")) ?? bytes.endIndex
      found.append(plain[at..<end])
      at = end
    }
    return found
  }

  /// A rule: its selectors, and its declarations.
  struct Rule {
    let selectors: [Substring]
    let declarations: Substring
  }

  /// The rules of a style sheet; those in `@media` and the like among them.
  static func rules(of plain: String) -> [Rule] {
    var rules: [Rule] = []
    for part in plain.split(separator: "}") {
      guard let open = part.lastIndex(of: "{") else { continue }
      let before = part[..<open]
      // After the "{" of an @media, or after an @import.
      let start = before.lastIndex { "{;".contains($0) }.map { before.index(after: $0) }
      rules.append(
        Rule(
          selectors: before[(start ?? before.startIndex)...].split(separator: ","),
          declarations: part[part.index(after: open)...]))
    }
    return rules
  }

  /// The properties that declarations set, in lower case, with their values.
  static func properties(of declarations: Substring) -> [(name: String, value: Substring)] {
    declarations.split(separator: ";").compactMap { declaration in
      guard let colon = declaration.firstIndex(of: ":") else { return nil }
      return (
        declaration[..<colon].trimmed.lowercased(),
        declaration[declaration.index(after: colon)...].trimmed
      )
    }
  }

  /// The value of a property among declarations.
  static func value(of property: String, in declarations: Substring) -> Substring? {
    properties(of: declarations).last { $0.name == property }?.value
  }

  /// The number of elements that a selector compares.
  static func parts(of selector: Substring) -> Int {
    selector.utf8.split { " >+~\t\r\n".utf8.contains($0) }.count
  }

  /// What all elements have that a selector matches: an id, else a class, else a name; `nil` if any may match.
  enum Target: Hashable {
    case id(String), `class`(String), name(String), any

    init(of selector: Substring) {
      let last = selector.trimmed.split { " >+~\t\r\n".contains($0) }.last ?? ""
      func word(after mark: Character) -> String? {
        last.firstIndex(of: mark).map {
          String(last[last.index(after: $0)...].prefix { !".#:[*".contains($0) })
        }
      }
      let simple = last.firstIndex(of: "[").map { last[..<$0] } ?? last
      if let id = word(after: "#"), simple.contains("#") {
        self = .id(id)
      } else if let name = word(after: "."), simple.contains(".") {
        self = .class(name)
      } else {
        let name = simple.prefix { !":*".contains($0) }
        self = name.isEmpty ? .any : .name(String(name))
      }
    }
  }
}

extension Substring {
  /// Without white space around it.
  var trimmed: Substring {
    let isSpace: (Character) -> Bool = { " \t\r\n\r\n\u{c}".contains($0) }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return "" }
    return self[first...last]
  }
}
