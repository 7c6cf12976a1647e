import ScrimDocument
import ScrimJSON
import ScrimLinux

/// A key of `submission.json` with its value, and the values that keys may have.
struct SubmittedOption {
  let key: String
  let value: Node

  func error(_ message: String) -> Diagnostic {
    Diagnostic(
      code: "invalid-value", message: message, path: [.key(key)], position: value.position)
  }

  private func required<Value>(_ value: Value?, _ words: String) throws(Diagnostic) -> Value {
    guard let value else { throw error("expected \(words), not \(self.value.kind).") }
    return value
  }

  func string() throws(Diagnostic) -> String { try required(value.string, "a string") }

  func flag() throws(Diagnostic) -> Bool { try required(value.boolean, "true or false") }

  func number(in range: ClosedRange<Int>) throws(Diagnostic) -> Int {
    let number = try required(value.number, "a number")
    guard let whole = Int(exactly: number), range.contains(whole) else {
      throw error(
        "\(JSON.number(number).text()) is not a whole number in \(range.lowerBound)…\(range.upperBound)."
      )
    }
    return whole
  }

  func choice(_ first: String, _ second: String) throws(Diagnostic) -> String {
    let name = try string()
    guard name == first || name == second else {
      throw error("\(quoted(name)) is not \(quoted(first)) or \(quoted(second)).")
    }
    return name
  }

  func tenant() throws(Diagnostic) -> String {
    let name = try string()
    guard Owner(user: 0, tenant: name) != nil else {
      throw error("\(quoted(name)) does not consist of 1 to 32 of a–z, 0–9 and _.")
    }
    return name
  }

  /// UTC, milliseconds since 1970.
  func time() throws(Diagnostic) -> Int {
    let text = try string()
    guard let time = Timestamp.milliseconds(of: text) else {
      throw error("\(quoted(text)) is not a time such as \"2026-11-24T09:00:00Z\" (RFC 3339).")
    }
    return time
  }

  func rows() throws(Diagnostic) -> [RowRange] {
    let text = try string()
    guard let ranges = RowRange.list(text) else {
      throw error("\(quoted(text)) are not rows in ascending order, as in \"1-20,37\".")
    }
    return ranges
  }

  func settings() throws(Diagnostic) -> [InputSetting] {
    try required(value.object.map(Array.init), "an object").map { member throws(Diagnostic) in
      guard let text = member.value.string else {
        throw error("\(quoted(member.key)): expected a string, not \(member.value.kind).")
      }
      return InputSetting(input: member.key, text: text)
    }
  }
}
