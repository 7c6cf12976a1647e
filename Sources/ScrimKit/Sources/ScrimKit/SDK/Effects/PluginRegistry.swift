internal import Synchronization

/// The available effects and contents by name. Each process that renders has one registry, filled from its plugins.
public final class PluginRegistry: Sendable {
  private struct Types {
    var effects: [String: any Effect.Type] = [:]
    var contents: [String: any Content.Type] = [:]
  }

  private let types = Mutex(Types())

  /// Creates an empty registry.
  public init() {}

  /// Adds an effect or a content.
  ///
  /// - Parameter type: A type that is one of these; any other is not added.
  /// - Returns: Whether the name was free among its kind. A name that is in use keeps its first type.
  @discardableResult
  public func register(_ type: any Parameterized.Type) -> Bool {
    let name = type.manifest.name
    return types.withLock { types in
      if let effect = type as? any Effect.Type, types.effects[name] == nil {
        types.effects[name] = effect
        return true
      }
      if let content = type as? any Content.Type, types.contents[name] == nil {
        types.contents[name] = content
        return true
      }
      return false
    }
  }

  /// The effects' names, sorted.
  public var names: [String] { types.withLock { $0.effects.keys.sorted() } }

  /// The contents' names, sorted.
  public var contentNames: [String] { types.withLock { $0.contents.keys.sorted() } }

  /// The effect with the name `name`.
  public subscript(name: String) -> (any Effect.Type)? { types.withLock { $0.effects[name] } }

  /// The content with the name `name`.
  public func content(_ name: String) -> (any Content.Type)? {
    types.withLock { $0.contents[name] }
  }
}
