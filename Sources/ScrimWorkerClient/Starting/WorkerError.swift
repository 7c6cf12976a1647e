/// Why there is no worker.
package struct WorkerError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Code: Sendable, Hashable {
    /// The program is not where it should be.
    case notFound
    /// The kernel would not start it.
    case notStarted
    /// It started, and ended or went wrong before it was ready.
    case notReady
    /// The kernel cannot deny it all that it must be denied.
    case unsandboxed
  }

  package let code: Code
  package let message: String
  /// The plugin that was being loaded.
  package let plugin: String?

  package init(_ code: Code, _ message: String, plugin: String? = nil) {
    self.code = code
    self.message = message
    self.plugin = plugin
  }

  package var description: String { message }
}
