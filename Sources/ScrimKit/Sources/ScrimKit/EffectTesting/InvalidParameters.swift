extension EffectTesting {
  /// The errors in an effect's parameters that a job's author would get.
  public struct InvalidParameters: Error, CustomStringConvertible {
    /// At least one.
    public let diagnostics: [ParameterDiagnostic]

    /// An error per line: `rings[0].width: 30 is outside 0…20 px.`
    public var description: String {
      diagnostics.map { diagnostic in
        let place = diagnostic.path.reduce(into: "") { text, step in
          switch step {
          case .key(let key): text += text.isEmpty ? key : ".\(key)"
          case .index(let index): text += "[\(index)]"
          }
        }
        return place.isEmpty ? diagnostic.message : "\(place): \(diagnostic.message)"
      }.joined(separator: "\n")
    }

    static func check(_ diagnostics: [ParameterDiagnostic]) throws {
      guard diagnostics.isEmpty else { throw InvalidParameters(diagnostics: diagnostics) }
    }
  }

  /// The effect that a job writes.
  ///
  /// - Parameters:
  ///   - type: The effect.
  ///   - json: The effect's object; it need not have the key `effect`.
  /// - Returns: The effect.
  /// - Throws: `InvalidParameters` with all errors that the job's author would get.
  public static func decode<E: Effect>(
    _ type: E.Type = E.self, from json: JSON
  ) throws -> E {
    var decoding = ParameterDecoding()
    let effect = E.decode(json, &decoding)
    guard let effect else { throw InvalidParameters(diagnostics: decoding.diagnostics) }
    return effect
  }
}
