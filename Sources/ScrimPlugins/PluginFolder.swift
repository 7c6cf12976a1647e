internal import Glibc
internal import ScrimDocument
internal import ScrimLinux

/// The libraries of a plugin folder.
///
/// These are all `*.so` of the folder itself, sorted by the bytes of their names. Hidden files are ignored, and so
/// are the SDK's own libraries, which a development build puts next to the plugins.
enum PluginFolder {
  /// Lists a folder.
  ///
  /// - Parameter folder: Its path.
  /// - Returns: The files' paths, sorted.
  /// - Throws: `PluginRefusal` if the folder cannot be read.
  static func libraries(in folder: String) throws(PluginRefusal) -> [String] {
    let all: [String]
    do {
      all = try Folder.names(at: folder)
    } catch {
      throw PluginRefusal(.unreadable, "The folder cannot be read: \(error.code).")
    }
    let names = all.filter {
      $0.hasSuffix(".so") && !$0.hasPrefix(".") && !KitLibraries.names.contains($0)
    }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { base + $0 }
  }

  /// The name in `lib<Name>.so`.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: The name, which is part of the entry point's.
  /// - Throws: `PluginRefusal` if the file name has another form.
  static func pluginName(of path: String) throws(PluginRefusal) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let name = file.dropFirst(3).dropLast(3)
    let isIdentifier = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard file.hasPrefix("lib"), file.hasSuffix(".so"), !name.isEmpty, isIdentifier else {
      throw PluginRefusal(
        .noPlugin, "It is not a Scrim plugin: plugins are named lib<Name>.so, such as libGlow.so.")
    }
    return String(name)
  }

  /// The x86-64-v3 variant of a library: in `glibc-hwcaps/x86-64-v3/` next to it, where the loader searches the
  /// libraries that a program links.
  ///
  /// - Parameter path: The path of the baseline library.
  /// - Returns: The variant's path, if it exists and this CPU can run it.
  static func fastVariant(of path: String) -> String? {
    guard Processor.runsX86_64_v3 else { return nil }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let file = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let variant = folder + "glibc-hwcaps/x86-64-v3/" + file
    return access(variant, F_OK) == 0 ? variant : nil
  }
}
