/// Why a message could not be exchanged.
public struct ChannelError: Error, Sendable, Hashable, CustomStringConvertible {
  public struct Code: Sendable, Hashable {
    private let name: String

    /// Nothing came in the time given.
    public static let timedOut = Code(name: "timed-out")
    /// The other side hung up while something was being sent.
    public static let closed = Code(name: "closed")
    /// What came is no message of this protocol.
    public static let malformed = Code(name: "malformed")
    /// This process has as many descriptors open as it may.
    public static let noDescriptors = Code(name: "no-descriptors")
    /// The kernel refused.
    public static let system = Code(name: "system")
  }

  public let code: Code
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
