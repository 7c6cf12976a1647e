internal import ScrimKit

/// The build environment of a plugin, from its ELF notes. Swift's calling conventions and the layout of ScrimKit's
/// values are valid for one compiler and one version of ScrimKit's sources only. Without this check an added stored
/// property would be a SIGSEGV in an effect.
package struct PluginIdentity: Hashable {
  /// The number of the plugin interface.
  let interface: UInt32
  /// The compiler's version string.
  let compiler: String
  /// A hash of ScrimKit's sources.
  let kitHash: UInt64

  /// The identity of this process.
  package static var host: PluginIdentity {
    PluginIdentity(
      interface: PluginInterface.version, compiler: PluginInterface.compiler,
      kitHash: PluginInterface.kitHash)
  }

  private init(interface: UInt32, compiler: String, kitHash: UInt64) {
    self.interface = interface
    self.compiler = compiler
    self.kitHash = kitHash
  }

  /// Reads the notes that ScrimPluginABI puts into every plugin (`scrim_plugin_abi.h`).
  ///
  /// - Throws: `PluginRefusal` if notes are missing.
  package init(of library: ELFLibrary) throws(PluginRefusal) {
    let notes = library.notes.filter { $0.name == Array("scrim".utf8) + [0] }
    let builds = notes.filter { $0.type == 0x5343_524d }
    guard let build = builds.first,
      let interface = build.description.number(UInt32.self, at: 0),
      let compiler = build.description.part(4..<max(4, build.description.count))
    else {
      throw PluginRefusal(
        .noPlugin,
        "It is not a Scrim plugin: it has no ELF note of the plugin interface. "
          + "A plugin depends on the products ScrimKit and ScrimPluginABI.")
    }
    let hashes = notes.filter { $0.type == 0x5343_5248 }
    guard let kitHash = hashes.first?.description.number(UInt64.self, at: 0)
    else {
      throw PluginRefusal(
        .noPlugin,
        "It has no ELF note of its ScrimKit build: rebuild it with this ScrimKit.")
    }
    guard builds.count == 1, hashes.count == 1 else {
      throw PluginRefusal(
        .noPlugin, "It has ELF notes of several builds: link ScrimPluginABI once.")
    }
    // The name appears in messages, and so in logs and on terminals.
    let name = compiler.string
    guard name.utf8.count <= 200, name.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
      throw PluginRefusal(
        .noPlugin,
        "It has a damaged ELF note of the plugin interface: the compiler's name is longer than "
          + "200 bytes or not printable ASCII.")
    }
    self.init(interface: interface, compiler: name, kitHash: kitHash)
  }

  /// Compares a plugin with this process.
  ///
  /// - Parameter host: The identity of this process.
  /// - Throws: `PluginRefusal` with both values of the first difference.
  package func check(against host: PluginIdentity) throws(PluginRefusal) {
    guard interface == host.interface else {
      throw PluginRefusal(
        .mismatch,
        "Built for Scrim plugin interface \(interface); this daemon uses \(host.interface): "
          + "rebuild it with this daemon's ScrimKit.")
    }
    guard compiler == host.compiler else {
      throw PluginRefusal(
        .mismatch,
        "Built with compiler \(compiler); this daemon with \(host.compiler): "
          + "rebuild it with the same Swift toolchain.")
    }
    guard kitHash == host.kitHash else {
      throw PluginRefusal(
        .mismatch,
        "Built with a different ScrimKit (\(kitHash.hex); this daemon's is \(host.kitHash.hex)): "
          + "rebuild it with this daemon's ScrimKit.")
    }
  }
}

extension UInt64 {
  fileprivate var hex: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
