extension EffectTesting {
  /// The errors in an effect's parameters that a job's author would get.
  public struct InvalidParameters: Error, CustomStringConvertible {
    /// The errors, at least one.
    public let diagnostics: [ParameterDiagnostic]

    /// One error per line: `rings[0].width: 30 is outside 0…20 px.`
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

  /// Decodes an effect as from a job.
  ///
  /// - Parameters:
  ///   - type: The effect.
  ///   - json: The effect's object; the key `effect` is optional.
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
