/// The limits on a document's size and depth.
public struct JSONLimits: Sendable, Hashable {
  /// Maximum size of a document, bytes.
  public var bytes: Int
  /// Maximum number of levels of nested arrays and objects.
  public var depth: Int

  public init(bytes: Int = 4 << 20, depth: Int = 64) {
    self.bytes = bytes
    self.depth = depth
  }

  /// 4 MiB and 64 levels, the limits for a job.
  public static let standard = JSONLimits()
}
