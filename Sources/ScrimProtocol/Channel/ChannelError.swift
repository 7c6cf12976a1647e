/// Why a message could not be exchanged.
package struct ChannelError: Error, Sendable, Hashable, CustomStringConvertible {
  package struct Code: Sendable, Hashable {
    private let name: String

    /// Nothing came in the time given.
    package static let timedOut = Code(name: "timed-out")
    /// The other side hung up while something was being sent.
    package static let closed = Code(name: "closed")
    /// What came is no message of this protocol.
    package static let malformed = Code(name: "malformed")
    /// This process has as many descriptors open as it may.
    package static let noDescriptors = Code(name: "no-descriptors")
    /// The kernel refused.
    package static let system = Code(name: "system")
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
