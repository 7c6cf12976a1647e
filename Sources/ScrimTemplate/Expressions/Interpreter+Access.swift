import ScrimJSON

extension Interpreter {
  mutating func apply(
    _ step: Expression.Access, to base: Value, in scope: Scope
  ) throws(TemplateError) -> Value {
    try budget.spend()
    switch step {
    case .property(let name, let offset):
      guard case .object(let object) = base else {
        throw TemplateError(
          .interpreter, ".\(name) expects an object, found \(base.kind).", offset: offset)
      }
      guard let value = object[name] else {
        let suggestion =
          nearest(to: name, in: object.members.prefix(64).map(\.key))
          .map { " Did you mean \(quoted($0))?" } ?? ""
        throw TemplateError(
          .interpreter, "the object has no property \(quoted(name)).\(suggestion)", offset: offset)
      }
      return value
    case .index(let index, let offset):
      return try element(of: base, at: value(of: index, in: scope), offset)
    case .slice(let first, let last, let offset):
      var bounds: (first: Value?, last: Value?) = (nil, nil)
      if let first { bounds.first = try value(of: first, in: scope) }
      if let last { bounds.last = try value(of: last, in: scope) }
      return try slice(of: base, from: bounds.first, to: bounds.last, offset)
    case .call(let arguments, let offset):
      guard case .function(let builtin) = base else {
        // The arguments' errors do not come first.
        throw TemplateError(.interpreter, "\(base.kind) cannot be called.", offset: offset)
      }
      var values: [Value] = []
      for argument in arguments { values.append(try value(of: argument, in: scope)) }
      do throws(TemplateError) {
        return try call(builtin, values, in: scope, at: offset)
      } catch {
        throw error.placed(at: offset)
      }
    }
  }

  private mutating func element(
    of base: Value, at index: Value, _ offset: Int
  ) throws(TemplateError) -> Value {
    switch base {
    case .object(let object):
      guard case .string(let key) = index else {
        throw TemplateError(
          .interpreter, "the key of an object is a string, found \(index.kind).", offset: offset)
      }
      try spend(steps: key.utf8.count / 64, at: offset)
      return object[key] ?? .null
    case .array(let array):
      return array.items[try position(index, count: array.items.count, offset)]
    case .string(let string):
      try spend(steps: string.utf8.count / 64, at: offset)
      let scalars = string.unicodeScalars
      let position = try position(index, count: scalars.count, offset)
      return .string(String(scalars[scalars.index(scalars.startIndex, offsetBy: position)]))
    default: throw notIndexable(base, offset)
    }
  }

  private func position(
    _ index: Value, count: Int, _ offset: Int
  ) throws(TemplateError) -> Int {
    guard let integer = index.integer else {
      throw TemplateError(
        .interpreter,
        "the index of an array or a string is a whole number, found \(index.shortText).",
        offset: offset)
    }
    let position = integer < 0 ? integer + count : integer
    guard (0..<count).contains(position) else {
      throw TemplateError(
        .interpreter,
        "the index \(integer) is outside \(count == 1 ? "the 1 element" : "the \(count) elements").",
        offset: offset)
    }
    return position
  }

  /// The elements from the first bound to before the second. Bounds below 0 count from the end; those outside are moved
  /// to the nearest end.
  private mutating func slice(
    of base: Value, from first: Value?, to last: Value?, _ offset: Int
  ) throws(TemplateError) -> Value {
    switch base {
    case .array(let array):
      let range = try range(first, last, count: array.items.count, offset)
      return try self.array(Array(array.items[range]), at: offset)
    case .string(let string):
      try spend(steps: string.utf8.count / 64, at: offset)
      let scalars = string.unicodeScalars
      let range = try range(first, last, count: scalars.count, offset)
      let start = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
      let part = String(scalars[start..<scalars.index(start, offsetBy: range.count)])
      try spend(bytes: Value.scalarSize + part.utf8.count, at: offset)
      return .string(part)
    case .object:
      throw TemplateError(.interpreter, "an object has no slices.", offset: offset)
    default: throw notIndexable(base, offset)
    }
  }

  private func range(
    _ first: Value?, _ last: Value?, count: Int, _ offset: Int
  ) throws(TemplateError) -> Range<Int> {
    func bound(_ value: Value?, otherwise: Int) throws(TemplateError) -> Int {
      guard let value else { return otherwise }
      guard let integer = value.integer else {
        throw TemplateError(
          .interpreter, "the bounds of a slice are whole numbers, found \(value.shortText).",
          offset: offset)
      }
      return min(max(integer < 0 ? integer + count : integer, 0), count)
    }
    let start = try bound(first, otherwise: 0)
    return start..<max(start, try bound(last, otherwise: count))
  }

  private func notIndexable(_ value: Value, _ offset: Int) -> TemplateError {
    TemplateError(
      .interpreter, "[…] expects an object, an array or a string, found \(value.kind).",
      offset: offset)
  }
}

extension Value {
  /// The number if it is whole and exact.
  var integer: Int? {
    guard case .number(let number) = self, number.magnitude <= Self.largestInteger,
      number.rounded(.towardZero) == number
    else { return nil }
    return Int(number)
  }

  /// A number or a string as it is, other values by their type.
  var shortText: String {
    switch self {
    case .number(let number): Self.text(of: number)
    case .string(let string): quoted(string)
    default: kind
    }
  }
}
