/// The size and depth of a document that the reader accepts.
public struct JSONLimits: Sendable, Hashable {
  /// The most bytes of a document.
  public var bytes: Int
  /// The most levels of nested arrays and objects.
  public var depth: Int

  public init(bytes: Int = 4 << 20, depth: Int = 64) {
    self.bytes = bytes
    self.depth = depth
  }

  /// 4 MiB and 64 levels, as for a job.
  public static let standard = JSONLimits()
}
