/// A file that a job names, as it was handed to the renderer.
package enum SourceFile: Sendable {
  /// Its content.
  case bytes([UInt8])
  /// Why it could not be opened: a sentence that names it.
  case unavailable(String)
}
