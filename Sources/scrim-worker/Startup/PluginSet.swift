import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimKit
import ScrimProtocol
import ScrimPlugins

/// The effects and contents that this process has, and what was refused of plugins.
final class PluginSet {
  let effects = PluginRegistry()
  private let host: PluginHost
  /// What was loaded or refused, by the paths that were asked for.
  private var known: Set<String> = []

  /// Loads the plugins that every job may use.
  ///
  /// - Parameters:
  ///   - options: Which these are, and which are passed over.
  ///   - announce: Called with each path before any code of it runs.
  init(_ options: WorkerOptions, announce: @escaping (_ path: String) -> Void) {
    host = PluginHost(
      registry: effects, without: Set(options.without), isDebugged: options.isDebugged,
      announce: announce)
    load(options.loaded)
  }

  var loaded: [LoadedPlugin] { host.loaded }
  var refused: [RefusedPlugin] { host.refused }

  /// Loads what is not loaded yet.
  ///
  /// - Parameter paths: Plugins and folders of plugins.
  func load(_ paths: [String]) {
    for path in paths where known.insert(path).inserted { host.load(path) }
  }

  /// The effects and contents with their parameters, and the plugins that were refused.
  var listing: EffectListing {
    let effects = self.effects.names.compactMap { name in
      self.effects[name].map {
        EffectInfo(
          $0, plugin: host.plugin(bringing: name)?.path,
          example: EffectExample.layer(with: $0, among: self.effects))
      }
    }
    let contents = self.effects.contentNames.compactMap { name in
      self.effects.content(name).map {
        EffectInfo(
          $0, plugin: host.plugin(bringing: ContentName(name).text)?.path,
          example: EffectExample.layer(with: $0, among: self.effects))
      }
    }
    return EffectListing {
      $0.interface = Int(PluginInterface.version)
      $0.effects = effects
      $0.contents = contents
      $0.refused = refused.map(RefusedFile.init)
    }
  }
}

extension RefusedFile {
  /// For the client.
  init(_ refused: RefusedPlugin) {
    self.init(path: refused.path, reason: refused.reason)
  }
}
