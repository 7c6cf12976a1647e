internal import Glibc
internal import ScrimKit
internal import ScrimLinux

/// Calls the dynamic loader; any function here can run a plugin's code.
enum LibraryLoading {
  /// Loads a checked library for the lifetime of the process (Swift's metadata cannot be unloaded).
  ///
  /// The loader gets the same descriptor that was checked, as `/proc/self/fd/N`. It remembers libraries by that name,
  /// so the number must never refer to another file: the descriptor of a loaded library stays open.
  ///
  /// - Parameters:
  ///   - file: The checked file.
  ///   - byPath: Whether the loader gets the file's absolute path instead. A debugger opens libraries by the names
  ///     that the loader remembers, and there `/proc/self` is the debugger's own process.
  /// - Returns: The loader's handle.
  /// - Throws: `PluginRefusal` with the loader's message.
  static func load(
    _ file: PluginFile, byPath: Bool = false
  ) throws(PluginRefusal) -> UnsafeMutableRawPointer {
    let path = file.path
    let place = "/proc/self/fd/\(file.descriptor)"
    let name = !byPath && access(place, R_OK) == 0 ? place : try samePath(file)
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      let words = dlerror().map { String(cString: $0) } ?? "unknown reason"
      throw PluginRefusal(
        .notLoadable,
        "The loader refused it: \(words.replacing(place, with: path)).")
    }
    file.keepOpen()
    let kits = loadedKits
    guard kits.count == 1 else {
      throw PluginRefusal(
        .notLoadable,
        "There must be one libScrimKit.so in the process, but there are \(kits.count): "
          + kits.joined(separator: ", ") + ". Remove the copy that the plugin brought.")
    }
    return handle
  }

  /// Loads the parts of Swift's runtime that a plugin links and that are not loaded yet, from the folder of the
  /// worker's own. A plugin names the folder of the toolchain that built it, which need not exist, and which the
  /// sandbox denies.
  ///
  /// - Parameter names: The libraries that the plugin links.
  static func loadRuntime(of names: [String]) {
    guard let kit = loadedKits.first, let slash = kit.lastIndex(of: "/") else { return }
    // A kit for x86-64-v3 is in a subfolder of the baseline's (ld.so(8), glibc-hwcaps).
    var folder = kit[...slash]
    if let variants = folder.firstRange(of: "glibc-hwcaps/") {
      folder = folder[..<variants.lowerBound]
    }
    for name in names where name != "libScrimKit.so" {
      let path = String(folder) + name
      // If this fails, the plugin that needs it is refused with the loader's message.
      if access(path, R_OK) == 0 { _ = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) }
    }
  }

  /// The absolute path, if it still refers to the checked file.
  private static func samePath(_ file: PluginFile) throws(PluginRefusal) -> String {
    guard try PluginFile(path: file.path).identity == file.identity else {
      throw PluginRefusal(.unreadable, "It was replaced while it was being checked.")
    }
    guard let absolute = realpath(file.path, nil) else {
      throw PluginRefusal(.unreadable, "It was removed while it was being checked.")
    }
    defer { free(absolute) }
    return String(cString: absolute)
  }

  /// Calls a plugin's entry point.
  ///
  /// - Parameters:
  ///   - name: The plugin's name.
  ///   - handle: The handle of its loaded library.
  /// - Returns: Its exports.
  /// - Throws: `PluginRefusal` if the entry point is missing.
  static func exports(
    of name: String, in handle: UnsafeMutableRawPointer
  ) throws(PluginRefusal) -> PluginExports {
    guard let symbol = dlsym(handle, "scrim_plugin_\(name)") else {
      throw PluginRefusal(
        .notLoadable,
        "It has no entry point scrim_plugin_\(name): "
          + "is it @c(scrim_plugin_\(name)), public, and named after the file?")
    }
    let entry = unsafeBitCast(symbol, to: (@convention(c) () -> ScrimPluginHandle).self)
    return PluginExports.taking(entry())
  }

  /// The paths of all loaded copies of libScrimKit.so.
  static var loadedKits: [String] {
    DynamicLoader.libraryPaths.filter {
      $0.hasSuffix("/libScrimKit.so") || $0 == "libScrimKit.so"
    }
  }
}
