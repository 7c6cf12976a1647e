/// Says that what is drawn goes into a document, to all that records without knowing what for.
@_spi(Host) public enum DocumentRecording {
  @TaskLocal static var isOn = false

  /// Runs `body` so that pictures that it makes keep their images' pixels, and stay as many parts as
  /// were drawn.
  ///
  /// - Parameter body: Draws.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public static func on<R>(_ body: () throws -> R) rethrows -> R {
    try $isOn.withValue(true, operation: body)
  }
}
