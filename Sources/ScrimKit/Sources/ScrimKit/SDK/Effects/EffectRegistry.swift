internal import Synchronization

/// The available effects by name. Each process that renders has one registry, filled from its plugins.
public final class EffectRegistry: Sendable {
  private let types = Mutex<[String: any Effect.Type]>([:])

  /// Creates an empty registry.
  public init() {}

  /// Adds an effect.
  ///
  /// - Parameter type: The effect.
  /// - Returns: Whether the name was free. A name that is in use keeps its first effect.
  @discardableResult
  public func register(_ type: any Effect.Type) -> Bool {
    types.withLock { types in
      guard types[type.manifest.name] == nil else { return false }
      types[type.manifest.name] = type
      return true
    }
  }

  /// The effects' names, sorted.
  public var names: [String] { types.withLock { $0.keys.sorted() } }

  /// The effect with the name `name`.
  public subscript(name: String) -> (any Effect.Type)? { types.withLock { $0[name] } }
}

extension Effect {
  /// The declared `@Parameter` properties, in order.
  public static var parameters: [ParameterDeclaration] {
    Declarations.of(Self.self) { Self() }.all
  }

  /// The names of the parameters that the job sets, in the order of their declaration. Use it in `validate()` if some
  /// parameters cannot be combined with others.
  public var givenParameters: [String] { ScrimKit.givenParameters(of: self) }

  /// Decodes the effect from a layer of a job.
  ///
  /// - Parameters:
  ///   - json: An object with the parameters; the keys `effect` and `enabled` are ignored.
  ///   - decoding: Collects the errors.
  /// - Returns: The effect; `nil` if there was an error.
  public static func decode(
    _ json: JSON, _ decoding: inout ParameterDecoding
  ) -> Self? {
    let effect = Self()
    let before = decoding.diagnostics.count
    decodeParameters(
      of: effect, from: json, ignoring: ["effect", "enabled"], validate: effect.validate,
      &decoding)
    return decoding.diagnostics.count == before ? effect : nil
  }
}
