import ScrimJSON

/// Effects and plugins that a worker does not have loaded, for the message about an unknown effect.
public struct OtherEffects: Sendable, Hashable {
  /// Names of effects whose plugins the worker did not have to load.
  public var names: [String]
  /// Plugins that were refused.
  public var refused: [RefusedFile]

  public init(names: [String] = [], refused: [RefusedFile] = []) {
    self.names = names
    self.refused = refused
  }

  var json: JSON {
    ["names": .array(names.map(JSON.string)), "refused": .array(refused.map(\.json))]
  }

  init(json: JSON?) {
    names = (json?["names"]?.array ?? []).compactMap(\.string)
    refused = (json?["refused"]?.array ?? []).compactMap(RefusedFile.init(json:))
  }
}
