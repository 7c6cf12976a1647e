/// Why the spool cannot be used, or something in it.
public struct SpoolError: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Code: Sendable, Hashable {
    /// The place cannot hold a spool: a network file system, no extended attributes.
    case unsuitable
    /// A job's folder does not hold what it should.
    case corrupt
    /// The content of what was dropped breaks a rule of the spool.
    case refused
    /// Something dropped cannot be read, moved or deleted by the daemon.
    case untouchable
  }

  public let code: Code
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
