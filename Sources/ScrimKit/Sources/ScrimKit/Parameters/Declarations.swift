internal import Synchronization

/// What types declare with `@Parameter`, found by reflection once a type: it is the same each time, and
/// a job asks for it several times an effect.
struct Declarations: Sendable {
  /// In the order of their declaration.
  let all: [ParameterDeclaration]
  /// Whether a reference can be among the values, also inside records, lists and unions.
  let haveReferences: Bool

  private static let known = Mutex<[ObjectIdentifier: Declarations]>([:])

  /// What a type declares.
  ///
  /// - Parameters:
  ///   - type: An effect or a record.
  ///   - makeOwner: Makes one with nothing but defaults, if none was made before.
  /// - Returns: Its parameters.
  static func of<Owner>(_ type: Owner.Type, _ makeOwner: () -> Owner) -> Declarations {
    let key = ObjectIdentifier(type)
    if let found = known.withLock({ $0[key] }) { return found }
    // Without the lock: records inside ask for theirs.
    let all = declaredParameters(of: makeOwner())
    let found = Declarations(all: all, haveReferences: all.contains { $0.shape.hasReferences })
    known.withLock { $0[key] = found }
    return found
  }
}

extension ParameterShape {
  fileprivate var hasReferences: Bool {
    switch self {
    case .reference: true
    case .list(let element, _): element.hasReferences
    case .tuple(let declarations), .record(let declarations):
      declarations.contains { $0.shape.hasReferences }
    case .union(let shapes): shapes.contains(where: \.hasReferences)
    case .nonNegative(let shape), .positive(let shape): shape.hasReferences
    case .boolean, .number, .integer, .string, .choice, .color, .paint, .length: false
    }
  }
}
