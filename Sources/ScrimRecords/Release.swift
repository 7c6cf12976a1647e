/// The release that all programs and packages of this source belong to.
package enum Release {
  /// As `--version`, `scrim status`, metrics, nodes of a queue and the Debian packages show it.
  ///
  /// The table "What each release reads and writes" in docs/operating.md gets a row with each new number.
  package static let number = "0.2.0"
}
