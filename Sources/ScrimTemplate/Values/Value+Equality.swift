extension Value {
  /// Deep equality. Numbers are equal by value, strings by code points, functions by identity; a boolean is never equal
  /// to a number.
  ///
  /// - Parameters:
  ///   - other: The other value.
  ///   - steps: Receives the number of values compared.
  /// - Returns: Whether the values are equal.
  func isEqual(to other: Value, steps: inout Int) -> Bool {
    steps += 1
    switch (self, other) {
    case (.null, .null): return true
    case (.boolean(let one), .boolean(let other)): return one == other
    case (.number(let one), .number(let other)): return one == other
    case (.string(let one), .string(let other)):
      if one.utf8.count == other.utf8.count { steps += one.utf8.count / 64 }
      return isSame(one, other)
    case (.function(let one), .function(let other)): return one == other
    case (.array(let one), .array(let other)):
      guard one !== other else { return true }
      guard one.items.count == other.items.count else { return false }
      for (item, otherItem) in zip(one.items, other.items)
      where !item.isEqual(to: otherItem, steps: &steps) {
        return false
      }
      return true
    case (.object(let one), .object(let other)):
      guard one !== other else { return true }
      guard one.members.count == other.members.count else { return false }
      for member in one.members {
        guard let value = other[member.key], member.value.isEqual(to: value, steps: &steps) else {
          return false
        }
      }
      return true
    default: return false
    }
  }
}
