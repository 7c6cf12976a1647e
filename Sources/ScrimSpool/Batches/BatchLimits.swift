/// Limits of batches of rows.
package struct BatchLimits: Sendable, Hashable {
  /// Maximum number of rows of the data.
  package var rows = 1_000_000
  /// Maximum bytes of the data.
  package var dataBytes = 1 << 30
  /// Maximum number of other files of the bundle.
  package var files = 4096

  package init() {}
}
