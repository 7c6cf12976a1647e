import ScrimJSON
import ScrimJob
import ScrimKit

/// How large the canvas is before any layer has its place.
struct CanvasSize {
  let job: Job
  let images: DecodedImages
  let unread: UnreadParts
  let limits: JobLimits

  /// What can be known of the canvas.
  ///
  /// - Parameter collector: Is told of a picture that is too large a canvas.
  /// - Returns: Nothing where what would say it has an error.
  func known(_ collector: DiagnosticCollector) -> LayoutSolver.ContainingBox {
    if unread.hidesCanvas { return .nothing }
    switch job.canvas.size {
    case .fixed(let width, let height):
      return .whole(Rect(x: 0, y: 0, width: width, height: height))
    case .autoHeight(let width, _):
      return .open(Rect(x: 0, y: 0, width: width, height: 0))
    case .lowestImage:
      guard let image = lowestImage else { return .nothing }
      let scale = job.canvas.scale
      let size = Rect(
        x: 0, y: 0, width: Double(image.width) / scale, height: Double(image.height) / scale)
      check(size, collector)
      return .whole(size)
    }
  }

  /// Checks a size that the job does not say against the limits of each output.
  func check(_ canvas: Rect, _ collector: DiagnosticCollector) {
    for output in job.outputs {
      let diagnostic = job.sizeDiagnostic(
        of: output, width: canvas.width, height: canvas.height, limits: limits)
      if let diagnostic { collector.report(diagnostic) }
    }
  }

  /// The picture of the lowest image layer; `nil` if it could not be read, or if a layer that could
  /// not be read may be lower. (That there is one is checked when the job is read.)
  private var lowestImage: ImageHandle? {
    guard !unread.hidesLayers else { return nil }
    for (index, layer) in job.allLayers.enumerated() {
      if case .image(let spec) = layer.content { return images[spec] }
      if unread.hidesContent(of: index) { return nil }
    }
    return nil
  }
}
