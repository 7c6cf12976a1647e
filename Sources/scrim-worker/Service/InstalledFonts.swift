@_spi(Host) import ScrimKit

/// The installed fonts, of which some may be added or removed while the worker runs.
final class InstalledFonts {
  private(set) var library: FontLibrary
  /// Font files besides the installed ones.
  private let files: [String]
  private var nextLook = ContinuousClock.now + interval
  private var haveChanged = false

  /// The time after which the fonts are looked at again, before the next job.
  private static let interval = Duration.seconds(2)

  /// - Parameter files: The paths of font files besides the installed ones.
  init(_ files: [String]) {
    self.files = files
    library = FontLibrary(files: files)
  }

  /// Opens the fonts again if fontconfig finds that they have changed.
  ///
  /// - Returns: Whether ``library`` is another one.
  func renew() -> Bool {
    guard ContinuousClock.now > nextLook else { return false }
    nextLook = .now + Self.interval
    guard !FontLibrary.isUpToDate else { return false }
    FontLibrary.rescan()
    library = FontLibrary(files: files)
    haveChanged = true
    return true
  }

  /// Why no other job should be rendered in this process; `nil` if there is no reason. Cairo caches the faces of a
  /// file that was replaced.
  var retireReason: String? { haveChanged ? "the installed fonts have changed" : nil }
}
