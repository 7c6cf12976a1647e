/// Why a message could not be exchanged.
package struct ChannelError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Code: Sendable, Hashable {
    /// Nothing came in the time given.
    case timedOut
    /// The other side hung up while something was being sent.
    case closed
    /// What came is no message of this protocol.
    case malformed
    /// This process has as many descriptors open as it may.
    case noDescriptors
    /// The kernel refused.
    case system
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
