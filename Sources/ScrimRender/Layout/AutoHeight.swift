import ScrimJSON
import ScrimJob
import ScrimKit

/// The height of a canvas that is as high as its layers.
///
/// Layers that need the height themselves (those that reach to the far edge, stand at the `bottom`,
/// or take a share of it, and all that refers to them) are not measured: they are placed when it is
/// known.
struct AutoHeight {
  /// px.
  static let most = 16_384.0
  /// Texts end where sums of fractions end: what is less than this beyond a whole px is none.
  private static let slack = 0.001

  let job: Job

  /// Measures the layers.
  ///
  /// - Parameters:
  ///   - frames: The frames of those that do not need the height.
  ///   - collector: Is told where there is no such height.
  /// - Returns: Whole px, so that an output at a whole scale has no half row at its end; `nil` if
  ///   there is an error.
  func height(of frames: [Rect], _ collector: DiagnosticCollector) -> Double? {
    guard case .autoHeight(_, let padding) = job.canvas.size else { return nil }
    guard let lowest = frames.map(\.bottom).max() else {
      report(
        "conflict",
        "the canvas height is undefined: every layer depends on it. Give one layer "
          + "a \"height\", or set the canvas height in px.", collector)
      return nil
    }
    let height = (lowest + padding - Self.slack).rounded(.up)
    let measured =
      "the lowest layer edge is at \(lowest.rounded(toPlaces: 2).words) px"
      + (padding > 0 ? ", the padding \(padding.words) px" : "")
    guard height >= 1 else {
      report("out-of-range", "the canvas would be less than 1 px high: \(measured).", collector)
      return nil
    }
    guard height <= Self.most else {
      report(
        "out-of-range",
        "the canvas would be \(height.words) px high (\(measured)); at most \(Self.most.words) px "
          + "are allowed.", collector)
      return nil
    }
    return height
  }

  private func report(_ code: String, _ message: String, _ collector: DiagnosticCollector) {
    collector.report(job.diagnostic(code, message, at: ["canvas", "height"]))
  }
}
