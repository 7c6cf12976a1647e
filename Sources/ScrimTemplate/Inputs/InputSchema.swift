/// What a value of an input must be: the part of JSON Schema that templates use.
package struct InputSchema: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case string, number, integer, boolean, array, object
    /// A colour as in a job; only the job's own check reads it.
    case color
    /// The name of an image file.
    case source

    /// The kind with its article, for messages.
    var words: String {
      switch self {
      case .integer: "a whole number"
      case .array: "an array"
      case .object: "an object"
      case .source: "a file name"
      default: "a \(rawValue)"
      }
    }
  }

  package var kind: Kind
  package var defaultValue: Value?
  package var allowedValues: [Value]?
  package var minimum: Double?
  package var maximum: Double?
  /// In code points.
  package var minimumLength: Int?
  package var maximumLength: Int?
  package var minimumItems: Int?
  package var maximumItems: Int?
  /// What the items of an array must be.
  package var items: [InputSchema] = []
  package var properties: [(name: String, schema: InputSchema)] = []
  package var requiredProperties: [String] = []
  package var description: String?
  package var examples: [Value] = []
  /// The column of the data, if it is not named like the input.
  package var column: String?

  package init(_ kind: Kind) {
    self.kind = kind
  }
}

extension InputSchema {
  /// Why a value does not fit, as in `"big" is not a number.`; `nil` if it fits.
  package func violation(of value: Value) -> String? {
    guard accepts(value) else { return "\(value.shortText) is not \(kind.words)." }
    var steps = 0
    if let allowedValues, !allowedValues.contains(where: { $0.isEqual(to: value, steps: &steps) }) {
      let list = allowedValues.prefix(20).map(\.shortText).joined(separator: ", ")
      return "\(value.shortText) is not one of \(list)."
    }
    switch value {
    case .number(let number): return violation(ofNumber: number)
    case .string(let string): return violation(ofString: string)
    case .array(let array): return violation(ofItems: array)
    case .object(let object): return violation(ofMembers: object)
    default: return nil
    }
  }

  private func accepts(_ value: Value) -> Bool {
    switch (kind, value) {
    case (.string, .string), (.number, .number), (.boolean, .boolean), (.array, .array),
      (.object, .object):
      true
    case (.integer, .number): value.integer != nil
    case (.color, .string(let string)), (.source, .string(let string)): !string.utf8.isEmpty
    default: false
    }
  }

  private func violation(ofNumber number: Double) -> String? {
    let text = Value.text(of: number)
    if let minimum, number < minimum { return "\(text) is less than \(Value.text(of: minimum))." }
    if let maximum, number > maximum { return "\(text) is more than \(Value.text(of: maximum))." }
    return nil
  }

  private func violation(ofString string: String) -> String? {
    let length = string.unicodeScalars.count
    if let minimumLength, length < minimumLength {
      return "the text has \(length) characters, fewer than \(minimumLength)."
    }
    if let maximumLength, length > maximumLength {
      return "the text has \(length) characters, more than \(maximumLength)."
    }
    return nil
  }

  private func violation(ofItems array: ValueArray) -> String? {
    let count = array.items.count
    if let minimumItems, count < minimumItems {
      return "the array has \(count) items, fewer than \(minimumItems)."
    }
    if let maximumItems, count > maximumItems {
      return "the array has \(count) items, more than \(maximumItems)."
    }
    guard let schema = items.first else { return nil }
    for (index, item) in array.items.enumerated() {
      if let violation = schema.violation(of: item) { return "item \(index): \(violation)" }
    }
    return nil
  }

  private func violation(ofMembers object: ValueObject) -> String? {
    // Which effects a job uses is known from its text.
    if object["effect"] != nil { return "an object of the data cannot have the key \"effect\"." }
    if let missing = requiredProperties.first(where: { object[$0] == nil }) {
      return "the property \"\(missing)\" is missing."
    }
    for (name, schema) in properties {
      if let value = object[name], let violation = schema.violation(of: value) {
        return "property \"\(name)\": \(violation)"
      }
    }
    return nil
  }
}
