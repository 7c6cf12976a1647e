internal import CCairo

/// Drawing failed: there was no memory, or a size is larger than Cairo can hold.
public struct DrawingError: Error, Hashable, Sendable {
  /// What failed, as a part of a sentence: "out of memory: 244.2 MiB more were needed".
  public let message: String
  /// Whether memory could not be allocated. What was allocated before is intact.
  public let isOutOfMemory: Bool

  init(_ status: cairo_status_t) {
    message = String(cString: cairo_status_to_string(status))
    isOutOfMemory = status == CAIRO_STATUS_NO_MEMORY
  }

  /// Memory could not be allocated.
  ///
  /// - Parameter byteCount: How much was asked for, bytes.
  @_spi(Host) public init(outOfMemory byteCount: Int) {
    message = "out of memory: \(Self.size(byteCount)) more were needed"
    isOutOfMemory = true
  }

  /// Bytes in the largest unit that leaves a number of at least 1, with one digit behind the point:
  /// "1.5 GiB".
  @_spi(Host) public static func size(_ byteCount: Int) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")]
    guard let (shift, name) = units.first(where: { byteCount >= 1 << $0.0 }) else {
      return "\(byteCount) bytes"
    }
    let tenths = ((byteCount >> (shift - 7)) * 10) >> 7
    return tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
  }
}
