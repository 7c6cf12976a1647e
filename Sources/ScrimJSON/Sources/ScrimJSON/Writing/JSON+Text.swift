extension JSON {
  /// Encodes the value as a JSON document; equal values give equal bytes.
  ///
  /// - Parameter pretty: Whether to write one member per line, indented by two spaces per level. Arrays that contain
  ///   only plain values stay on one line.
  /// - Returns: The text, without a trailing newline.
  public func text(pretty: Bool = false) -> String {
    var writer = Writer(pretty: pretty)
    writer.write(self)
    return writer.text
  }

  /// The UTF-8 bytes of ``text(pretty:)``.
  ///
  /// - Parameter pretty: Whether to write one member per line.
  /// - Returns: The bytes, without a trailing newline.
  public func bytes(pretty: Bool = false) -> [UInt8] {
    Array(text(pretty: pretty).utf8)
  }

  fileprivate var isPlain: Bool {
    switch self {
    case .null, .boolean, .number, .integer, .string: true
    case .array, .object: false
    }
  }
}

private struct Writer {
  let pretty: Bool
  private(set) var text = ""
  private var level = 0

  init(pretty: Bool) {
    self.pretty = pretty
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: text += "null"
    case .boolean(let boolean): text += boolean ? "true" : "false"
    case .integer(let integer): text += String(integer)
    case .number(let number): write(number)
    case .string(let string): write(string)
    case .array(let items):
      let inOneLine = !pretty || items.allSatisfy(\.isPlain)
      list(items, "[", "]", inOneLine: inOneLine) { writer, item in writer.write(item) }
    case .object(let members):
      list(members, "{", "}", inOneLine: !pretty) { writer, member in
        writer.write(member.key)
        writer.text += writer.pretty ? ": " : ":"
        writer.write(member.value)
      }
    }
  }

  private mutating func list<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, inOneLine: Bool,
    write: (inout Writer, Element) -> Void
  ) {
    text += opening
    level += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { text += pretty && inOneLine ? ", " : "," }
      if !inOneLine { startLine() }
      write(&self, element)
    }
    level -= 1
    if !inOneLine, !elements.isEmpty { startLine() }
    text += closing
  }

  private mutating func startLine() {
    text += "\n"
    for _ in 0..<level { text += "  " }
  }

  /// Infinities and NaN, which JSON does not support, become `null`.
  private mutating func write(_ number: Double) {
    guard number.isFinite else {
      text += "null"
      return
    }
    // Swift's description is the shortest text that parses to the same double.
    text +=
      whole(number).flatMap { $0.magnitude < 1 << 53 ? String($0) : nil }
      ?? number.description
  }

  private mutating func write(_ string: String) {
    text += "\""
    // 0xC2 starts the control characters from U+0080 on, which also affect terminals.
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F && $0 != 0xC2 }
    ) {
      text += string
    } else {
      for scalar in string.unicodeScalars { write(scalar) }
    }
    text += "\""
  }

  private mutating func write(_ scalar: UnicodeScalar) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
      text += "\\u" + hex(scalar.value)
    default: text.unicodeScalars.append(scalar)
    }
  }
}

extension JSON: CustomStringConvertible {
  /// The value for messages; arrays and objects are named by their kind.
  public var description: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): value.plain
    case .string(let text): quoted(text)
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension Double {
  /// The number as in a JSON document, for messages: the shortest decimal form, 5 and not 5.0.
  public var plain: String {
    if let integer = whole(self), integer.magnitude < 1_000_000_000_000_000 {
      return String(integer)
    }
    // "1e300"; Swift's description is "1e+300".
    return String(String(self).filter { $0 != "+" })
  }
}
