/// Why a file is not loaded as a plugin.
package struct PluginRefusal: Error, Sendable, Hashable {
  /// What is wrong, for programs.
  package struct Code: Sendable, Hashable {
    /// The code's name in reports, in kebab-case.
    package let name: String

    /// The file can't be opened or read.
    package static let unreadable = Code(name: "unreadable")
    /// The file is no shared library for this machine.
    package static let foreign = Code(name: "foreign")
    /// The file's tables point outside of it: loading it would be a SIGBUS.
    package static let truncated = Code(name: "truncated")
    /// A shared library, but not one made for Scrim.
    package static let noPlugin = Code(name: "no-plugin")
    /// Built for another plugin interface, ScrimKit or compiler.
    package static let mismatch = Code(name: "mismatch")
    /// The loader didn't take it.
    package static let notLoadable = Code(name: "not-loadable")
    /// It brings what another plugin brought before.
    package static let collision = Code(name: "collision")
    /// It crashed while another process loaded it.
    package static let crashed = Code(name: "crashed")
  }

  /// What is wrong, for programs.
  package let code: Code
  /// What is wrong and what to do, for people: whole sentences that don't name the file.
  package let reason: String

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
