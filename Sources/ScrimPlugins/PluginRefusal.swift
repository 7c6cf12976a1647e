/// Why a file is not loaded as a plugin.
package struct PluginRefusal: Error, Sendable, Hashable {
  /// The kind of the refusal, for programs.
  package enum Code: Sendable, Hashable {
    /// The file cannot be opened or read.
    case unreadable
    /// The file is not a shared library for this machine.
    case foreign
    /// The file's tables point outside of it: loading it would cause a SIGBUS.
    case truncated
    /// A shared library, but not a Scrim plugin.
    case noPlugin
    /// Built for another plugin interface, ScrimKit or compiler.
    case mismatch
    /// The loader refused it.
    case notLoadable
    /// It provides an effect that an earlier plugin provides.
    case collision
    /// It crashed while another process was loading it.
    case crashed
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
