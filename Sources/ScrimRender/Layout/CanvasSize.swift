import ScrimCodecs
import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimLayout
import ScrimKit

/// The size of the canvas before layers are placed.
struct CanvasSize {
  let job: Job
  let images: ImageFiles
  let unread: UnreadParts
  let limits: RenderLimits

  /// The dimensions known before layout.
  ///
  /// - Parameter collector: Receives an error if an image is too large for a canvas.
  /// - Returns: Unknown dimensions where their source has an error.
  func known(_ collector: DiagnosticCollector) -> ContainingBox {
    if unread.hidesCanvas { return .unknown }
    switch job.canvas.size {
    case .fixed(let width, let height):
      return .known(Rect(x: 0, y: 0, width: width, height: height))
    case .autoHeight(let width, _):
      return .openHeight(Rect(x: 0, y: 0, width: width, height: 0))
    case .lowestImage:
      guard let image = lowestImage else { return .unknown }
      let scale = job.canvas.scale
      let size = Rect(
        x: 0, y: 0, width: Double(image.header.width) / scale,
        height: Double(image.header.height) / scale)
      check(size, collector)
      return .known(size)
    }
  }

  /// Checks a size that the job does not specify against the limits of each output.
  func check(_ canvas: Rect, _ collector: DiagnosticCollector) {
    for output in job.outputs {
      let diagnostic = job.sizeDiagnostic(
        of: output, width: canvas.width, height: canvas.height, limits: limits)
      if let diagnostic { collector.report(diagnostic) }
    }
  }

  /// The height of a canvas that follows from its layers.
  ///
  /// - Parameters:
  ///   - frames: The upright frames of the layers that do not depend on it.
  ///   - collector: Receives an error if the height cannot be determined.
  /// - Returns: px.
  func height(of frames: [Rect], _ collector: DiagnosticCollector) -> Double? {
    guard case .autoHeight(_, let padding) = job.canvas.size else { return nil }
    switch CanvasHeight(of: frames, padding: padding) {
    case .height(let height): return height
    case .undefined:
      collector.report(
        job.diagnostic(
          "conflict",
          "the canvas height is undefined: every layer depends on it. Give one layer "
            + "a \"height\", or set the canvas height in px.", at: ["canvas", "height"]))
    case .outOfRange(let height, let lowest):
      let measured =
        "the lowest layer edge is at \(lowest.rounded(toPlaces: 2).plain) px"
        + (padding > 0 ? ", the padding \(padding.plain) px" : "")
      let limit = CanvasHeight.range.upperBound.plain
      let message =
        height < 1
        ? "the canvas would be less than 1 px high: \(measured)."
        : "the canvas would be \(height.plain) px high (\(measured)); at most \(limit) px are allowed."
      collector.report(job.diagnostic("out-of-range", message, at: ["canvas", "height"]))
    }
    return nil
  }

  /// The image of the lowest image layer; `nil` if it could not be read, or if an unreadable layer may be lower. (The
  /// job's reader checks that there is one.)
  private var lowestImage: ImageFiles.File? {
    guard !unread.hidesLayers else { return nil }
    for (index, layer) in job.allLayers.enumerated() {
      if case .image(let spec) = layer.content { return images[spec.source] }
      if unread.hidesContent(of: index) { return nil }
    }
    return nil
  }
}
