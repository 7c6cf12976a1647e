/// A file that a job names, as passed to the renderer.
package enum SourceFile: Sendable {
  /// Its content.
  case bytes([UInt8])
  /// Why it could not be opened: a sentence with its name.
  case unavailable(String)
}
