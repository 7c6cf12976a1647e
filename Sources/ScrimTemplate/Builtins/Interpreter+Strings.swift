extension Interpreter {
  mutating func convert(_ call: Call) throws(TemplateError) -> Value {
    switch call.builtin {
    case .split: return try split(call)
    case .join: return try join(call)
    case .str:
      try call.expect(1)
      guard let text = call.arguments[0].text else {
        throw call.mismatch(0, "a string, a number, a boolean or null")
      }
      note(call.arguments[0])
      return try string(text)
    default:
      try call.expect(1)
      let text = try call.string(0)
      // One character becomes at most three, of at most twice the bytes.
      try budget.spend(steps: text.utf8.count / 16)
      switch call.builtin {
      case .lowercase: return try string(text.lowercased())
      case .uppercase: return try string(text.uppercased())
      case .lstrip: return try string(Self.trimmed(text, start: true, end: false))
      case .rstrip: return try string(Self.trimmed(text, start: false, end: true))
      default: return try string(Self.trimmed(text, start: true, end: true))
      }
    }
  }

  private mutating func note(_ value: Value) {
    if case .number(let number) = value { artefact = Value.artefact(of: number) ?? artefact }
  }

  private mutating func string(_ text: String) throws(TemplateError) -> Value {
    try budget.spend(bytes: Value.scalarSize + text.utf8.count)
    return .string(text)
  }

  static func trimmed(_ text: String, start: Bool, end: Bool) -> String {
    let scalars = text.unicodeScalars
    var first = scalars.startIndex
    var last = scalars.endIndex
    while start, first < last, UnicodeSpace.contains(scalars[first]) {
      scalars.formIndex(after: &first)
    }
    while end, first < last, case let before = scalars.index(before: last),
      UnicodeSpace.contains(scalars[before])
    {
      last = before
    }
    return String(scalars[first..<last])
  }

  /// The parts between separators; an empty separator splits into code points.
  private mutating func split(_ call: Call) throws(TemplateError) -> Value {
    try call.expect(2)
    let text = try call.string(0)
    let separator = try separator(call)
    try budget.spend(steps: text.utf8.count / 64)
    if separator.utf8.isEmpty {
      let scalars = text.unicodeScalars
      try budget.spend(steps: scalars.count)
      try budget.spend(bytes: scalars.count * Value.scalarSize + text.utf8.count)
      return try array(scalars.map { .string(String($0)) })
    }
    let search = TextSearch(separator)
    let bytes = Array(text.utf8)
    var parts: [Value] = []
    var start = 0
    while let match = search.firstMatch(in: bytes, from: start) {
      try budget.spend()
      try budget.spend(bytes: Value.scalarSize + match - start)
      parts.append(.string(String(decoding: bytes[start..<match], as: UTF8.self)))
      start = match + separator.utf8.count
    }
    parts.append(.string(String(decoding: bytes[start...], as: UTF8.self)))
    return try array(parts)
  }

  private mutating func join(_ call: Call) throws(TemplateError) -> Value {
    try call.expect(2)
    guard case .array(let array) = call.arguments[0] else { throw call.mismatch(0, "an array") }
    let separator = try separator(call)
    try budget.spend(steps: array.items.count)
    let separators = max(0, array.items.count - 1).multipliedReportingOverflow(
      by: separator.utf8.count)
    try budget.spend(bytes: separators.overflow ? .max : separators.partialValue)
    var result = ""
    for (index, item) in array.items.enumerated() {
      guard let text = item.text else {
        throw call.error(
          "join expects an array of strings, numbers, booleans and null; item \(index) is \(item.kind)."
        )
      }
      note(item)
      try budget.spend(bytes: text.utf8.count)
      if index > 0 { result += separator }
      result += text
    }
    return .string(result)
  }

  private func separator(_ call: Call) throws(TemplateError) -> String {
    switch call.arguments[1] {
    case .string, .number: call.arguments[1].text ?? ""
    default: throw call.mismatch(1, "a string or a number")
    }
  }
}
