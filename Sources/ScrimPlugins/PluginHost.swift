internal import Glibc
import ScrimDocument
package import ScrimKit

/// A plugin whose effects and contents are in the registry.
package struct LoadedPlugin: Sendable, Hashable {
  /// The name in `lib<Name>.so`.
  package let name: String
  /// The loaded file: the x86-64-v3 variant if it exists and the CPU can run it.
  package let path: String
  /// What it provides, in the order of export: the names of effects, and contents as ``ContentName``.
  package let effects: [String]
}

/// A file that was not loaded, or whose effects were not registered.
package struct RefusedPlugin: Sendable, Hashable {
  /// The file, or the unreadable folder.
  package let path: String
  /// The reason, in complete sentences.
  package let refusal: PluginRefusal

  /// The reason, in complete sentences.
  package var reason: String { refusal.reason }
}

/// Loads plugins into the process; used by workers only.
///
/// A file is opened once and read. Its ELF headers and notes are checked before any of its code runs; then the loader
/// gets the same descriptor. Plugins are loaded in the order of their paths. If two provide an effect of the same
/// name, the first stays, and nothing of the second is registered; its refusal names both.
package final class PluginHost {
  /// Loaded plugins, in order.
  package private(set) var loaded: [LoadedPlugin] = []
  /// Refused plugins, in order, with reasons.
  package private(set) var refused: [RefusedPlugin] = []

  private let registry: PluginRegistry
  private let without: Set<String>
  private let isDebugged: Bool
  private let announce: (_ path: String) -> Void

  /// Creates a host without plugins.
  ///
  /// - Parameters:
  ///   - registry: Receives the effects.
  ///   - without: The paths of plugins that crashed other processes while being loaded.
  ///   - isDebugged: Whether a debugger must find the plugins: they are loaded by their paths.
  ///   - announce: Called with each path before any of its code runs.
  package init(
    registry: PluginRegistry, without: Set<String> = [], isDebugged: Bool = false,
    announce: @escaping (_ path: String) -> Void = { _ in }
  ) {
    self.registry = registry
    self.without = without
    self.isDebugged = isDebugged
    self.announce = announce
  }

  /// Loads a plugin, or every plugin of a folder. Refusals are in `refused`; nothing is thrown, so that an invalid
  /// plugin does not affect the others.
  ///
  /// - Parameter path: The path of a library or folder.
  /// - Returns: The plugins loaded by this call.
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

  /// The plugin that provides an effect, to be named if the effect fails.
  ///
  /// - Parameter effect: The effect's name.
  /// - Returns: The plugin, if one of this host provides it.
  package func plugin(bringing effect: String) -> LoadedPlugin? {
    loaded.first { $0.effects.contains(effect) }
  }

  private func load(file path: String) {
    if let variant = PluginFolder.fastVariant(of: path) {
      // If the variant is refused, this is reported and the baseline is used.
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

  /// Checks, loads and registers a plugin.
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
    return LoadedPlugin(name: name, path: path, effects: try register(exports.types))
  }

  /// Checks a library's bytes; none of its code has run when this returns. Returns the names of the libraries that it
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

  /// Registers all that a plugin provides, or nothing, and returns the names.
  private func register(_ types: [any Parameterized.Type]) throws(PluginRefusal) -> [String] {
    guard !types.isEmpty else {
      throw PluginRefusal(
        .noPlugin, "It exports no effect and no content: pass at least one to export(…).")
    }
    var names: [String] = []
    for type in types {
      let isEffect = type is any Effect.Type
      guard isEffect || type is any Content.Type else {
        throw PluginRefusal(
          .noPlugin, "It exports \(type), which is neither an Effect nor a Content.")
      }
      let (own, kind) = (type.manifest.name, isEffect ? "effect" : "content")
      let name = isEffect ? own : ContentName(own).text
      guard !names.contains(name) else {
        throw PluginRefusal(.collision, "It exports two \(kind)s named \"\(own)\": rename one.")
      }
      if let first = plugin(bringing: name) {
        throw PluginRefusal(
          .collision,
          "Its \(kind) \"\(own)\" is already provided by \(first.path): remove one of the two plugins."
        )
      }
      guard isEffect ? registry[own] == nil : registry.content(own) == nil else {
        throw PluginRefusal(.collision, "Its \(kind) \"\(own)\" is already registered: rename it.")
      }
      names.append(name)
    }
    for type in types { registry.register(type) }
    return names
  }
}
