import ScrimJSON

/// The arguments of a call.
struct ToolArguments {
  private let node: Node?

  /// - Throws: ``ToolError`` for an argument that the tool does not have.
  init(_ node: Node?, of tool: Tool) throws(ToolError) {
    self.node = node
    let names = tool.argumentNames
    for member in node?.object ?? [] where !names.contains(member.key) {
      let hint = nearest(to: member.key, in: names).map { "Did you mean \(quoted($0))?" }
      let list = names.isEmpty ? "It has none." : "It has \(names.joined(separator: ", "))."
      throw ToolError(
        "\(tool.rawValue) has no argument \(quoted(member.key)). \(hint ?? list)")
    }
  }

  /// - Returns: `nil` without the argument.
  func node(_ name: String) -> Node? { node?[name] }

  /// - Throws: ``ToolError`` if it is not a string.
  func string(_ name: String) throws(ToolError) -> String? {
    guard let value = node?[name] else { return nil }
    guard let string = value.string else {
      throw ToolError("\(name): expected a string, found \(value.kind).")
    }
    return string
  }

  /// - Throws: ``ToolError`` if it is not one of the values.
  func string(_ name: String, among values: [String]) throws(ToolError) -> String? {
    guard let string = try string(name) else { return nil }
    guard values.contains(string) else {
      let hint = nearest(to: string, in: values).map { " Did you mean \(quoted($0))?" } ?? ""
      throw ToolError(
        "\(name): unknown value \(quoted(string)). Expected \(values.joined(separator: ", ")).\(hint)"
      )
    }
    return string
  }

  /// - Throws: ``ToolError`` if it is not a number in the range.
  func number(_ name: String, in range: ClosedRange<Double>) throws(ToolError) -> Double? {
    guard let value = node?[name] else { return nil }
    guard let number = value.number, range.contains(number) else {
      let found = value.number.map(\.plain) ?? value.kind
      throw ToolError(
        "\(name): expected a number in \(range.lowerBound.plain)…\(range.upperBound.plain), found \(found)."
      )
    }
    return number
  }
}

/// Why a tool cannot do what it was called for: a sentence for the model.
struct ToolError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
