internal import Synchronization

/// The effects that can be used, by name. The process that renders has one, filled from its plugins.
public final class EffectRegistry: Sendable {
  private let types = Mutex<[String: any Effect.Type]>([:])

  /// An empty registry.
  public init() {}

  /// Adds an effect.
  ///
  /// - Parameter type: The effect.
  /// - Returns: Whether the name was free; a name that is taken keeps its first effect.
  @discardableResult
  public func register(_ type: any Effect.Type) -> Bool {
    types.withLock { types in
      guard types[type.manifest.name] == nil else { return false }
      types[type.manifest.name] = type
      return true
    }
  }

  /// The names, sorted.
  public var names: [String] { types.withLock { $0.keys.sorted() } }

  /// The effect called `name`.
  public subscript(name: String) -> (any Effect.Type)? { types.withLock { $0[name] } }
}

extension Effect {
  /// What is declared with `@Parameter`, in order.
  public static var parameters: [ParameterDeclaration] {
    Declarations.of(Self.self) { Self() }.all
  }

  /// The names of the parameters that the job says, in the order of their declaration; for
  /// `validate()`, where some cannot be combined with others.
  public var givenParameters: [String] { ScrimKit.givenParameters(of: self) }

  /// The effect as a layer of a job says it.
  ///
  /// - Parameters:
  ///   - json: An object with the parameters; the key `effect` is passed over.
  ///   - decoding: Takes the errors.
  /// - Returns: The effect; `nil` if there was an error.
  public static func decode(
    _ json: JSON, _ decoding: inout ParameterDecoding
  ) -> Self? {
    let effect = Self()
    let before = decoding.diagnostics.count
    decodeParameters(
      of: effect, from: json, ignoring: ["effect"], validate: effect.validate,
      &decoding)
    return decoding.diagnostics.count == before ? effect : nil
  }
}
