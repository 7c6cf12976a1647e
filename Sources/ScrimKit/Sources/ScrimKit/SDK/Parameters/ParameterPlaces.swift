internal import Synchronization

/// Where a type has its parameters. They are found once per type: reflection takes about 1 µs for each property that it
/// looks at, and a job sets few of the parameters of its texts and effects.
struct ParameterPlaces: Sendable {
  /// The names of all parameters, in the order of their declaration.
  let names: [String]
  /// The names of those without a default value.
  let required: [String]
  /// Positions among the properties: of the parameter, or of an inlined record and of the parameter in it.
  private let paths: [String: [Int]]

  private static let known = Mutex<[ObjectIdentifier: ParameterPlaces]>([:])

  /// The places of an object's parameters.
  ///
  /// - Parameter owner: An effect or a record that has its default values, if it is the first of its type.
  /// - Returns: The places, the same for all objects of the type.
  static func of(_ owner: Any) -> ParameterPlaces {
    let key = ObjectIdentifier(type(of: owner))
    if let found = known.withLock({ $0[key] }) { return found }
    let found = ParameterPlaces(located(in: owner))
    known.withLock { $0[key] = found }
    return found
  }

  private init(_ all: [LocatedParameter]) {
    names = all.map(\.name)
    required = all.filter(\.parameter.isMissing).map(\.name)
    paths = Dictionary(all.map { ($0.name, $0.path) }) { first, _ in first }
  }

  /// The parameter with a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - mirror: Of an object of this type.
  /// - Returns: `nil` if there is none.
  func parameter(_ name: String, in mirror: Mirror) -> (any DeclaredParameter)? {
    guard let path = paths[name] else { return nil }
    var (mirror, last): (Mirror, Any?) = (mirror, nil)
    for position in path {
      if let record = last as? any InlinedRecord { mirror = Mirror(reflecting: record.record) }
      let children = mirror.children
      last = children[children.index(children.startIndex, offsetBy: position)].value
    }
    return last as? any DeclaredParameter
  }
}

/// A parameter with its name and its position, as `ParameterPlaces` has it.
typealias LocatedParameter = (name: String, path: [Int], parameter: any DeclaredParameter)

/// All parameters of an object, in the order of their declaration.
func located(in owner: Any) -> [LocatedParameter] {
  Mirror(reflecting: owner).children.enumerated().flatMap { position, child -> [LocatedParameter] in
    if let inlined = child.value as? any InlinedRecord {
      return located(in: inlined.record).map { ($0.name, [position] + $0.path, $0.parameter) }
    }
    guard let label = child.label, let parameter = child.value as? any DeclaredParameter else {
      return []
    }
    return [(String(label.dropFirst()), [position], parameter)]
  }
}
