/// An object nested in a parameter: a shadow, a stroke, a callout.
public protocol ParameterRecord: ParameterValue {
  /// Creates a record with default values.
  init()

  /// Checks constraints that involve several parameters; single ones are checked from their declarations. By default
  /// there are none.
  ///
  /// - Returns: The errors, each with a path that starts at the record.
  func validate() -> [ParameterDiagnostic]
}

extension ParameterRecord {
  /// The declared `@Parameter` properties.
  public static var shape: ParameterShape {
    .record(Declarations.of(Self.self) { Self() }.all)
  }

  /// No errors.
  public func validate() -> [ParameterDiagnostic] { [] }

  /// Decodes the declared parameters; reports unknown and missing keys.
  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    self.init()
    let before = decoding.diagnostics.count
    decodeParameters(of: self, from: json, validate: validate, &decoding)
    guard decoding.diagnostics.count == before else { return nil }
  }

  /// An object with the value of every parameter.
  public var json: JSON {
    .object(
      declaredParameters(of: self).compactMap { declaration in
        declaration.defaultValue.map { JSON.Member(declaration.name, $0) }
      })
  }
}

/// The parameters of an effect or a record, in the order of their declaration.
func declaredParameters(of owner: Any) -> [ParameterDeclaration] {
  parameters(of: owner).map { $0.parameter.declaration(name: $0.name) }
}

/// The names of the parameters that the job sets, in the order of their declaration.
func givenParameters(of owner: Any) -> [String] {
  parameters(of: owner).filter(\.parameter.isGiven).map(\.name)
}

/// Sets the parameters of `owner` from an object. Reports unknown and missing keys and the errors of `validate`.
func decodeParameters(
  of owner: Any, from json: JSON, ignoring ignored: Set<String> = [],
  validate: () -> [ParameterDiagnostic], _ decoding: inout ParameterDecoding
) {
  let places = ParameterPlaces.of(owner)
  let outer = decoding.units.em
  if owner is TextSpec { decoding.units.em = TextSpec.size(in: json, decoding.units) }
  defer { decoding.units.em = outer }
  guard case .object(let members) = json else {
    decoding.reportType(json, expected: "an object with \(keyWords(places.names))")
    return
  }
  let mirror = Mirror(reflecting: owner)
  var given: [any DeclaredParameter] = []
  var hasUnknownKeys = false
  for member in members where !member.key.hasPrefix("//") && !ignored.contains(member.key) {
    decoding.at(.key(member.key)) { decoding in
      if let parameter = places.parameter(member.key, in: mirror) {
        parameter.decode(member.value, &decoding)
        given.append(parameter)
      } else {
        hasUnknownKeys = true
        decoding.report(
          .unknownKey, "unknown key \(quoted(member.key)).", word: member.key,
          candidates: places.names)
      }
    }
  }
  let missing = places.required.filter { json[$0] == nil }
  for name in missing {
    decoding.report(.missingKey, "\"\(name)\" is missing.", candidates: [name])
  }
  // Validation errors are reported together with the others. They are dropped if a key is unknown or missing, or if
  // `validate` read the default of an invalid value: they may then be consequences of those errors.
  guard !hasUnknownKeys, missing.isEmpty, !given.contains(where: \.isMissing) else { return }
  let found = validate()
  guard !given.contains(where: \.wasReadBroken) else { return }
  for diagnostic in found { decoding.report(diagnostic) }
}

/// The keys of a record, or the first three if there are more than six: `the keys "width", "color"`.
private func keyWords(_ names: [String]) -> String {
  let shown = names.prefix(names.count > 6 ? 3 : 6).map { "\"\($0)\"" }.joined(separator: ", ")
  return names.count > 6
    ? "keys such as \(shown)" : "the key\(names.count == 1 ? "" : "s") \(shown)"
}

/// Finds the parameters by reflection, because a property wrapper does not know its property's name. This costs about
/// 1 µs per parameter.
private func parameters(of owner: Any) -> [(name: String, parameter: any DeclaredParameter)] {
  located(in: owner).map { ($0.name, $0.parameter) }
}
