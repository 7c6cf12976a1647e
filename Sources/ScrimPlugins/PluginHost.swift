internal import Glibc
package import ScrimKit

/// A plugin whose effects are in the registry.
package struct LoadedPlugin: Sendable, Hashable {
  /// The name in `lib<Name>.so`.
  package let name: String
  /// The file that was loaded: the x86-64-v3 variant if the machine runs it and there is one.
  package let path: String
  /// Its effects' names, in the order in which it exports them.
  package let effects: [String]
}

/// A file that was not loaded, or whose effects were not taken.
package struct RefusedPlugin: Sendable, Hashable {
  /// The file, or the folder that can't be read.
  package let path: String
  /// Why, in whole sentences.
  package let refusal: PluginRefusal

  /// Why, in whole sentences.
  package var reason: String { refusal.reason }
}

/// Loads plugins into the process: only a worker does so.
///
/// A file is opened once and read; its ELF headers and notes are checked before any of its code
/// runs; then the loader gets that very descriptor. Plugins are taken in the order of their paths.
/// Of two that bring an effect of the same name the first stays, and of the second nothing is
/// taken; its refusal names both.
package final class PluginHost {
  /// What was loaded, in order.
  package private(set) var loaded: [LoadedPlugin] = []
  /// What was refused, in order, with reasons.
  package private(set) var refused: [RefusedPlugin] = []

  private let registry: EffectRegistry
  private let without: Set<String>
  private let isDebugged: Bool
  private let announce: (_ path: String) -> Void

  /// A host that has loaded nothing.
  ///
  /// - Parameters:
  ///   - registry: Takes the effects.
  ///   - without: The paths of plugins that crashed other processes while they were loaded.
  ///   - isDebugged: Whether a debugger must find the plugins: they are loaded by their paths.
  ///   - announce: Told each path before any code of it runs.
  package init(
    registry: EffectRegistry, without: Set<String> = [], isDebugged: Bool = false,
    announce: @escaping (_ path: String) -> Void = { _ in }
  ) {
    self.registry = registry
    self.without = without
    self.isDebugged = isDebugged
    self.announce = announce
  }

  /// Loads a plugin, or every plugin of a folder. What is refused is in `refused`; nothing is
  /// thrown, since one bad plugin is no reason to do without the others.
  ///
  /// - Parameter path: A library's file or a folder.
  /// - Returns: What was loaded by this call.
  @discardableResult package func load(_ path: String) -> [LoadedPlugin] {
    let before = loaded.count
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      do throws(PluginRefusal) {
        for file in try PluginFolder.libraries(in: path) { load(file: file) }
      } catch {
        refused.append(RefusedPlugin(path: path, refusal: error))
      }
    } else {
      load(file: path)
    }
    return Array(loaded[before...])
  }

  /// The plugin that brought an effect, to be named when the effect fails.
  ///
  /// - Parameter effect: The effect's name.
  /// - Returns: The plugin, if a plugin of this host brought it.
  package func plugin(bringing effect: String) -> LoadedPlugin? {
    loaded.first { $0.effects.contains(effect) }
  }

  private func load(file path: String) {
    if let variant = PluginFolder.fastVariant(of: path) {
      // One that is refused is reported, and the baseline serves.
      if attempt(variant) { return }
    }
    _ = attempt(path)
  }

  private func attempt(_ path: String) -> Bool {
    do throws(PluginRefusal) {
      loaded.append(try open(path))
      return true
    } catch {
      refused.append(RefusedPlugin(path: path, refusal: error))
      return false
    }
  }

  /// The whole way of a plugin.
  private func open(_ path: String) throws(PluginRefusal) -> LoadedPlugin {
    guard !without.contains(path) else {
      throw PluginRefusal(.crashed, "It crashed while being loaded.")
    }
    let file = try PluginFile(path: path)
    let needed = try check(try file.bytes())
    let name = try PluginFolder.pluginName(of: path)
    if let first = loaded.first(where: { $0.name == name }) {
      throw PluginRefusal(
        .collision,
        "A plugin named \(name) is already loaded from \(first.path): remove one of the two.")
    }
    LibraryLoading.loadRuntime(of: needed)
    announce(path)
    let handle = try LibraryLoading.load(file, byPath: isDebugged)
    let exports = try LibraryLoading.exports(of: name, in: handle)
    return LoadedPlugin(name: name, path: path, effects: try register(exports.effects))
  }

  /// Checks a library's bytes: nothing of it has run before this returns. Gives the names of what it
  /// links.
  private func check(_ bytes: [UInt8]) throws(PluginRefusal) -> [String] {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(PluginRefusal) -> [String] in
        let library = try ELFLibrary(buffer)
        try PluginIdentity(of: library).check(against: .host)
        guard library.needed.contains("libScrimKit.so") else {
          throw PluginRefusal(
            .noPlugin,
            "It does not link libScrimKit.so, so its effects cannot be registered: "
              + "make it depend on the product ScrimKit.")
        }
        return library.needed
      }
    }
    return try result.get()
  }

  /// Takes all effects of a plugin, or none, and gives their names.
  private func register(_ effects: [any Effect.Type]) throws(PluginRefusal) -> [String] {
    guard !effects.isEmpty else {
      throw PluginRefusal(.noPlugin, "It exports no effect: pass at least one to export(…).")
    }
    var names: [String] = []
    for effect in effects {
      let name = effect.manifest.name
      guard !names.contains(name) else {
        throw PluginRefusal(.collision, "It exports two effects named \"\(name)\": rename one.")
      }
      if let first = plugin(bringing: name) {
        throw PluginRefusal(
          .collision,
          "Its effect \"\(name)\" is already provided by \(first.path): remove one of the two plugins."
        )
      }
      guard registry[name] == nil else {
        throw PluginRefusal(.collision, "Its effect \"\(name)\" is already registered: rename it.")
      }
      names.append(name)
    }
    for effect in effects { registry.register(effect) }
    return names
  }
}
