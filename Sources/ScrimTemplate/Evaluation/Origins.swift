import ScrimJSON

/// Where the parts of a result come from in the template, for messages about the result.
///
/// Parts are known by the arrays and objects that contain them, which operators such as `$sort` move but do not copy.
final class Origins {
  /// The origin of a value.
  struct Origin {
    /// The path in the template to the innermost string or operator that gave the value.
    var path: [PathElement]
    /// Whether the parts of the value have the paths in the template that they have in the value.
    var isLiteral = false
    /// The index of the item of `$map` that gave the value; `nil` outside of it.
    var item: Int?
  }

  private enum Parts {
    case literal([PathElement])
    case items([Origin])
    case members([(key: String, origin: Origin)])
  }

  /// With each array or object, which keeps its identity.
  private var parts: [ObjectIdentifier: (container: AnyObject, parts: Parts)] = [:]

  /// Notes that a value is as the template has it at a path.
  func note(literal value: Value, at path: [PathElement]) {
    guard let container = value.container, parts[ObjectIdentifier(container)] == nil else { return }
    parts[ObjectIdentifier(container)] = (container, .literal(path))
    // Operators take arrays apart.
    switch value {
    case .array(let array):
      for (index, item) in array.items.enumerated() {
        note(literal: item, at: path + [.index(index)])
      }
    case .object(let object):
      for member in object.members { note(literal: member.value, at: path + [.key(member.key)]) }
    default: break
    }
  }

  func note(_ value: Value, items: [Origin]) {
    guard let container = value.container else { return }
    parts[ObjectIdentifier(container)] = (container, .items(items))
  }

  func note(_ value: Value, members: [(key: String, origin: Origin)]) {
    guard let container = value.container else { return }
    parts[ObjectIdentifier(container)] = (container, .members(members))
  }

  /// Notes that members of an object were taken from others, the last one with a key from the last of them.
  func note(_ value: Value, mergedFrom objects: [Value], at path: [PathElement]) {
    guard case .object(let object) = value else { return }
    note(
      value,
      members: object.members.map { member in
        for source in objects.reversed() {
          guard case .object(let part) = source, part[member.key] != nil else { continue }
          return (member.key, origin(of: .key(member.key), in: source, from: Origin(path: path)))
        }
        return (member.key, Origin(path: path))
      })
  }

  /// The origin of a part of a result.
  ///
  /// - Parameters:
  ///   - path: The path in the result. Where the result has no such part, the origin of the nearest around it.
  ///   - result: The result.
  ///   - root: The origin of the result.
  /// - Returns: The origin, with the item of the innermost `$map` around it.
  func origin(of path: [PathElement], in result: Value, from root: Origin) -> Origin {
    var origin = root
    var value = result
    for element in path {
      let item = origin.item
      origin = self.origin(of: element, in: value, from: origin)
      origin.item = origin.item ?? item
      guard let part = value[element] else { break }
      value = part
    }
    return origin
  }

  /// The origin of an item or a member of a value whose own origin is `origin`.
  private func origin(of element: PathElement, in value: Value, from origin: Origin) -> Origin {
    guard value[element] != nil, let container = value.container else { return origin }
    switch (parts[ObjectIdentifier(container)]?.parts, element) {
    case (.literal(let path), _): return Origin(path: path + [element], isLiteral: true)
    case (.items(let items), .index(let index)) where items.indices.contains(index):
      return items[index]
    case (.members(let members), .key(let key)):
      return members.last { isSame($0.key, key) }?.origin ?? origin
    default:
      guard origin.isLiteral else { return origin }
      return Origin(path: origin.path + [element], isLiteral: true, item: origin.item)
    }
  }
}

extension Value {
  fileprivate var container: AnyObject? {
    switch self {
    case .array(let array): array
    case .object(let object): object
    default: nil
    }
  }

  /// An item of an array or a member of an object.
  subscript(element: PathElement) -> Value? {
    switch (self, element) {
    case (.array(let array), .index(let index)) where array.items.indices.contains(index):
      array.items[index]
    case (.object(let object), .key(let key)): object[key]
    default: nil
    }
  }
}
