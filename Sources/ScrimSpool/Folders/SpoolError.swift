/// Why the spool, or an entry of it, cannot be used.
package struct SpoolError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Code: Sendable, Hashable {
    /// The file system cannot hold a spool: it is a network file system, or lacks extended attributes.
    case unsuitable
    /// A job's folder lacks required files.
    case corrupt
    /// The content of a dropped file or bundle violates a rule of the spool.
    case refused
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
