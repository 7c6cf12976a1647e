internal import Synchronization

/// The `@Parameter` declarations of a type. They are found by reflection once per type and cached, because a job
/// requests them several times per effect.
struct Declarations: Sendable {
  /// The parameters in the order of their declaration.
  let all: [ParameterDeclaration]
  /// Whether the values can contain a reference, including those in records, lists and unions.
  let haveReferences: Bool

  private static let known = Mutex<[ObjectIdentifier: Declarations]>([:])

  /// The declarations of a type.
  ///
  /// - Parameters:
  ///   - type: An effect or a record.
  ///   - makeOwner: Creates an instance with default values; called only if the declarations are not cached.
  /// - Returns: Its parameters.
  static func of<Owner>(_ type: Owner.Type, _ makeOwner: () -> Owner) -> Declarations {
    let key = ObjectIdentifier(type)
    if let found = known.withLock({ $0[key] }) { return found }
    // Outside the lock: nested records request their own declarations.
    let all = declaredParameters(of: makeOwner())
    let found = Declarations(all: all, haveReferences: all.contains { $0.shape.hasReferences })
    known.withLock { $0[key] = found }
    return found
  }
}

extension ParameterShape {
  fileprivate var hasReferences: Bool {
    switch self {
    case .reference, .referencePoint: true
    case .list(let element, _), .map(_, let element): element.hasReferences
    case .tuple(let declarations), .record(let declarations):
      declarations.contains { $0.shape.hasReferences }
    case .union(let shapes): shapes.contains(where: \.hasReferences)
    case .nonNegative(let shape), .positive(let shape): shape.hasReferences
    case .boolean, .number, .integer, .string, .choice, .color, .paint, .length, .measure: false
    }
  }
}
