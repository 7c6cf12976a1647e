/// Libraries that only some jobs need. They are opened by their names when a job first does: otherwise each worker
/// would have their memory.
@_spi(Host) public enum OptionalLibraries {
  /// Opens all that are installed: their files decide what images look like, as those that are linked do.
  public static func openAll() {
    _ = UnicodeLibrary.shared
    _ = HyphenLibrary.shared
    _ = BarcodeLibrary.shared
    _ = RsvgLibrary.shared
  }
}
