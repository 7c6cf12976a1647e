internal import CCairo

/// A drawing failure: out of memory, a size that exceeds Cairo's limits, or no font.
public struct DrawingError: Error, Hashable, Sendable {
  /// The failure as part of a sentence: "out of memory: 244.2 MiB more were needed".
  public let message: String
  /// Whether an allocation failed. Earlier allocations are intact.
  public let isOutOfMemory: Bool

  init(_ status: cairo_status_t) {
    message = String(cString: cairo_status_to_string(status))
    isOutOfMemory = status == CAIRO_STATUS_NO_MEMORY
  }

  init(_ message: String) {
    self.message = message
    isOutOfMemory = false
  }

  /// No font that fontconfig lists can be opened.
  @_spi(Host) public static let noFont = DrawingError("no font can be opened")

  /// Creates an error for a failed allocation.
  ///
  /// - Parameter byteCount: The requested size, bytes.
  @_spi(Host) public init(outOfMemory byteCount: Int) {
    message = "out of memory: \(Self.size(byteCount)) more were needed"
    isOutOfMemory = true
  }

  /// Formats bytes in the largest unit that gives a number of at least 1, with one decimal: "1.5 GiB".
  @_spi(Host) public static func size(_ byteCount: Int) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")]
    guard let (shift, name) = units.first(where: { byteCount >= 1 << $0.0 }) else {
      return "\(byteCount) bytes"
    }
    let tenths = ((byteCount >> (shift - 7)) * 10) >> 7
    return tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
  }
}
