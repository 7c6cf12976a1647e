/// Why a file is not loaded as a plugin.
package struct PluginRefusal: Error, Sendable, Hashable {
  /// The kind of the refusal, for programs.
  package struct Code: Sendable, Hashable {
    /// The code's name in reports, in kebab-case.
    package let name: String

    /// The file cannot be opened or read.
    package static let unreadable = Code(name: "unreadable")
    /// The file is not a shared library for this machine.
    package static let foreign = Code(name: "foreign")
    /// The file's tables point outside of it: loading it would cause a SIGBUS.
    package static let truncated = Code(name: "truncated")
    /// A shared library, but not a Scrim plugin.
    package static let noPlugin = Code(name: "no-plugin")
    /// Built for another plugin interface, ScrimKit or compiler.
    package static let mismatch = Code(name: "mismatch")
    /// The loader refused it.
    package static let notLoadable = Code(name: "not-loadable")
    /// It provides an effect that an earlier plugin provides.
    package static let collision = Code(name: "collision")
    /// It crashed while another process was loading it.
    package static let crashed = Code(name: "crashed")
  }

  /// The kind of the refusal, for programs.
  package let code: Code
  /// The reason and a suggestion, for people: complete sentences that do not name the file.
  package let reason: String

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
