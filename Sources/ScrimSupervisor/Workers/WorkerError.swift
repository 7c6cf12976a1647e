/// Why there is no worker.
public struct WorkerError: Error, Sendable, Hashable, CustomStringConvertible {
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The program is not where it should be.
    public static let notFound = Code(name: "not-found")
    /// The kernel would not start it.
    public static let notStarted = Code(name: "not-started")
    /// It started, and ended or went wrong before it was ready.
    public static let notReady = Code(name: "not-ready")
    /// The kernel cannot deny it all that it must be denied.
    public static let unsandboxed = Code(name: "unsandboxed")
  }

  public let code: Code
  public let message: String
  /// The plugin that was being loaded.
  public let plugin: String?

  public init(_ code: Code, _ message: String, plugin: String? = nil) {
    self.code = code
    self.message = message
    self.plugin = plugin
  }

  public var description: String { message }
}
