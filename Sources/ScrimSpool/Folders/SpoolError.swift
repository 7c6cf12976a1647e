/// Why the spool cannot be used, or something in it.
public struct SpoolError: Error, Sendable, Hashable, CustomStringConvertible {
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The place cannot hold a spool: a network file system, no extended attributes.
    public static let unsuitable = Code(name: "unsuitable")
    /// A job's folder does not hold what it should.
    public static let corrupt = Code(name: "corrupt")
    /// The content of what was dropped breaks a rule of the spool.
    public static let refused = Code(name: "refused")
    /// Something dropped cannot be read, moved or deleted by the daemon.
    public static let untouchable = Code(name: "untouchable")
  }

  public let code: Code
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
