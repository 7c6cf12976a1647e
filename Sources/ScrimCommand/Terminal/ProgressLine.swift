import Glibc
import SystemPackage

/// One line at the bottom of a terminal that is written over, for work that takes longer than a
/// blink.
final class ProgressLine {
  /// Work shorter than this shows no line, which would only flicker.
  private static let delay = 0.4

  private let isShown: Bool
  private let start = ContinuousClock.now
  private var isThere = false

  init(isShown: Bool) {
    self.isShown = isShown
  }

  func show(_ text: String, width: Int) {
    guard isShown, ContinuousClock.now - start > .seconds(Self.delay) else { return }
    let line = text.unicodeScalars.prefix(max(0, width - 1))
    write("\r\u{1B}[K\u{1B}[2m\(String(String.UnicodeScalarView(line)))\u{1B}[0m")
    isThere = true
  }

  func clear() {
    guard isThere else { return }
    write("\r\u{1B}[K")
    isThere = false
  }

  private func write(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }
}
