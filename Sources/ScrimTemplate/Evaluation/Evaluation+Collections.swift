import ScrimJSON

extension Evaluation {
  mutating func map(
    _ operand: TemplateNode, _ eaches: [Operation.Each], in scope: Scope
  ) throws(TemplateError) -> Value {
    let value = try evaluate(operand, at: "$map", in: scope)
    switch value {
    case .array(let array):
      let each = try only(eaches, of: .map)
      var items: [Value] = []
      var itemOrigins: [Origins.Origin] = []
      for (index, item) in array.items.enumerated() {
        let scope = Scope(each, item, .number(Double(index)), in: scope)
        guard let value = try evaluate(each.template, at: each.key, in: scope) else { continue }
        items.append(value)
        if origins != nil {
          var origin = origin
          origin.item = index
          itemOrigins.append(origin)
        }
      }
      let mapped = try finished(ValueArray(items))
      origins?.note(mapped, items: itemOrigins)
      return mapped
    case .object(let object):
      return try map(object, try only(eaches, of: .map), in: scope)
    default:
      throw TemplateError(
        .template, "$map expects an array or an object, found \(Self.kind(value)).")
    }
  }

  /// The objects that each member gives, merged.
  private mutating func map(
    _ object: ValueObject, _ each: Operation.Each, in scope: Scope
  ) throws(TemplateError) -> Value {
    var builder = ObjectBuilder()
    var parts: [Value] = []
    for member in object.members {
      var item = member.value
      if each.names.count == 1 {
        var pair = ObjectBuilder()
        pair["key"] = .string(member.key)
        pair["val"] = member.value
        item = .object(ValueObject(pair))
      }
      let scope = Scope(each, item, .string(member.key), in: scope)
      guard let value = try evaluate(each.template, at: each.key, in: scope) else { continue }
      guard case .object(let part) = value else {
        throw TemplateError(
          .template,
          "$map over an object expects an object of \(unquoted(each.key)), found \(value.kind).")
      }
      for member in part.members { builder[member.key] = member.value }
      parts.append(value)
    }
    let mapped = try finished(ValueObject(builder))
    origins?.note(mapped, mergedFrom: parts, at: path)
    return mapped
  }

  mutating func reduce(
    _ operand: TemplateNode, _ eaches: [Operation.Each], initial: Value?, in scope: Scope
  ) throws(TemplateError) -> Value {
    let value = try evaluate(operand, at: "$reduce", in: scope)
    guard case .array(let array)? = value else {
      throw TemplateError(.template, "$reduce expects an array, found \(Self.kind(value)).")
    }
    guard var result = initial else {
      throw TemplateError(.template, "\"initial\" is required with $reduce.")
    }
    let each = try only(eaches, of: .reduce)
    for (index, item) in array.items.enumerated() {
      var locals = [(name: each.names[0], value: result), (name: each.names[1], value: item)]
      if each.names.count > 2 { locals.append((each.names[2], .number(Double(index)))) }
      let scope = Scope(locals, in: scope)
      if let value = try evaluate(each.template, at: each.key, in: scope) { result = value }
    }
    return result
  }

  /// The first item for which the expression is true, as it is: text in it is not rendered again.
  mutating func find(
    _ operand: TemplateNode, _ eaches: [Operation.Each], in scope: Scope
  ) throws(TemplateError) -> Value? {
    let value = try evaluate(operand, at: "$find", in: scope)
    guard case .array(let array)? = value else {
      throw TemplateError(.template, "$find expects an array, found \(Self.kind(value)).")
    }
    let each = try only(eaches, of: .find)
    guard let expression = each.expression else {
      throw TemplateError(
        .template, "$find expects an expression in a string as \(unquoted(each.key)).")
    }
    for (index, item) in array.items.enumerated() {
      let scope = Scope(each, item, .number(Double(index)), in: scope)
      if try self.value(of: expression, at: each.key, in: scope).isTruthy {
        try interpreter.budget.spend(bytes: item.size)
        return item
      }
    }
    return nil
  }

  private func only(
    _ eaches: [Operation.Each], of name: Operator
  ) throws(TemplateError) -> Operation.Each {
    guard eaches.count == 1, let each = eaches.first else {
      throw TemplateError(
        .template, "\(name.rawValue) expects one each(…), found \(eaches.count).")
    }
    return each
  }

  // MARK: $sort

  /// Sorts numbers or strings; equal keys stay in their order.
  mutating func sort(
    _ operand: TemplateNode, _ keys: [Operation.By], in scope: Scope
  ) throws(TemplateError) -> Value {
    let value = try evaluate(operand, at: "$sort", in: scope)
    guard case .array(let array)? = value else {
      throw TemplateError(.template, "$sort expects an array, found \(Self.kind(value)).")
    }
    guard keys.count <= 1 else {
      throw TemplateError(.template, "$sort expects one by(…), found \(keys.count).")
    }
    var sortKeys = array.items
    if let key = keys.first {
      guard let expression = key.expression else {
        throw TemplateError(.template, "\(key.key) expects an expression in a string.")
      }
      sortKeys = []
      for item in array.items {
        let scope = Scope([(key.name, item)], in: scope)
        sortKeys.append(try self.value(of: expression, at: key.key, in: scope))
      }
    }
    let count = sortKeys.count
    // Comparisons of a merge sort.
    try interpreter.budget.spend(steps: count * (Int.bitWidth - count.leadingZeroBitCount))
    let numbers = sortKeys.compactMap { if case .number(let number) = $0 { number } else { nil } }
    let strings = sortKeys.compactMap { if case .string(let string) = $0 { string } else { nil } }
    var order = Array(0..<count)
    if numbers.count == count {
      order.sort { (numbers[$0], $0) < (numbers[$1], $1) }
    } else if strings.count == count {
      order.sort {
        precedes(strings[$0], strings[$1]) || (isSame(strings[$0], strings[$1]) && $0 < $1)
      }
    } else {
      throw TemplateError(.template, "$sort expects numbers only or strings only.")
    }
    return try interpreter.array(order.map { array.items[$0] })
  }

  // MARK: $merge, $mergeDeep

  mutating func merge(_ array: ValueArray, _ name: Operator) throws(TemplateError) -> Value {
    var builder = ObjectBuilder()
    for item in array.items {
      guard case .object(let object) = item else {
        throw TemplateError(
          .template, "\(name.rawValue) expects an array of objects, found \(item.kind) in it.")
      }
      try merge(object, into: &builder, deep: name == .mergeDeep)
    }
    let merged = try interpreter.object(builder)
    origins?.note(merged, mergedFrom: array.items, at: path)
    return merged
  }

  private mutating func merge(
    _ object: ValueObject, into builder: inout ObjectBuilder, deep: Bool
  ) throws(TemplateError) {
    try interpreter.budget.spend(steps: object.members.count)
    for member in object.members {
      switch (builder[member.key], member.value) {
      case (.array(let left)?, .array(let right)) where deep:
        // The items on the left are copied, which costs less than evaluating them.
        try interpreter.budget.spend(steps: left.items.count / 16 + right.items.count)
        builder[member.key] = .array(ValueArray(left.items + right.items))
      case (.object(let left)?, .object(let right)) where deep:
        try interpreter.budget.spend(steps: left.members.count / 16)
        var inner = ObjectBuilder(left)
        try merge(right, into: &inner, deep: true)
        builder[member.key] = .object(ValueObject(inner))
      default: builder[member.key] = member.value
      }
    }
  }
}

extension Scope {
  /// The names of an `each(value, index)`.
  convenience init(
    _ each: Operation.Each, _ item: Value, _ index: Value, in parent: Scope
  ) {
    var locals = [(name: each.names[0], value: item)]
    if each.names.count > 1 { locals.append((each.names[1], index)) }
    self.init(locals, in: parent)
  }
}
