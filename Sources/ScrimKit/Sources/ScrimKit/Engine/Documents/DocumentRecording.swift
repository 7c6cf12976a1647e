/// Marks drawing as intended for a document, for code that records without knowing the output.
@_spi(Host) public enum DocumentRecording {
  @TaskLocal static var isOn = false

  /// Runs `body` so that its pictures keep the pixels of images and do not merge their items.
  ///
  /// - Parameter body: Draws.
  /// - Returns: The result of `body`.
  /// - Throws: Errors of `body`.
  public static func on<R>(_ body: () throws -> R) rethrows -> R {
    try $isOn.withValue(true, operation: body)
  }
}
