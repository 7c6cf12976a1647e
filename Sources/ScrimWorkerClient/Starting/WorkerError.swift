/// Why there is no worker.
package struct WorkerError: Error, Sendable, Hashable, CustomStringConvertible {
  package struct Code: Sendable, Hashable {
    private let name: String

    /// The program is not where it should be.
    package static let notFound = Code(name: "not-found")
    /// The kernel would not start it.
    package static let notStarted = Code(name: "not-started")
    /// It started, and ended or went wrong before it was ready.
    package static let notReady = Code(name: "not-ready")
    /// The kernel cannot deny it all that it must be denied.
    package static let unsandboxed = Code(name: "unsandboxed")
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
