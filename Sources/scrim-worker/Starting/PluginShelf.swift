import ScrimDocument
import ScrimKit
import ScrimProtocol
import ScrimRender

/// The effects of all plugin folders, and what was refused of them.
struct PluginShelf {
  let effects = EffectRegistry()
  let loaded: [LoadedPlugin]
  let refused: [RefusedPlugin]

  /// Loads all plugins, folder by folder.
  ///
  /// - Parameters:
  ///   - options: Which there are, and which are passed over.
  ///   - announce: Told each path before any code of it runs.
  init(_ options: WorkerOptions, announce: @escaping (_ path: String) -> Void) {
    let host = PluginHost(
      registry: effects, without: Set(options.without), announce: announce)
    for folder in options.plugins { host.load(folder) }
    loaded = host.loaded
    refused = host.refused
  }

  /// The effects with their parameters, and the plugins that were refused, as JSON.
  var listing: JSON {
    let effects = self.effects.names.compactMap { name in
      self.effects[name].map { JSON($0, plugin: plugin(of: name), among: self.effects) }
    }
    let refused: [JSON] = self.refused.map {
      ["path": .string($0.path), "reason": .string($0.reason)]
    }
    return [
      "interface": .integer(Int(PluginInterface.version)), "effects": .array(effects),
      "refused": .array(refused),
    ]
  }

  private func plugin(of effect: String) -> String? {
    loaded.first { $0.effects.contains(effect) }?.path
  }
}
