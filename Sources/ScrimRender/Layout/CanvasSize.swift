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
    case .automatic(let width, let height, _):
      return .open(
        Rect(x: 0, y: 0, width: width ?? 0, height: height ?? 0), width: width == nil,
        height: height == nil)
    case .lowestImage:
      guard let source = lowestImage, let image = images.size(of: source) else { return .unknown }
      // An SVG has no pixels of its own.
      let scale = images.vectors[source] == nil ? job.canvas.scale : 1
      let size = Rect(x: 0, y: 0, width: image.width / scale, height: image.height / scale)
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

  /// The width or height of a canvas that follows from its layers.
  ///
  /// - Parameters:
  ///   - side: Which.
  ///   - edges: The right or lower edges of the layers that do not depend on it, px.
  ///   - collector: Receives an error if it cannot be determined.
  /// - Returns: px.
  func length(of side: Side, _ edges: [Double], _ collector: DiagnosticCollector) -> Double? {
    guard case .automatic(_, _, let padding) = job.canvas.size else { return nil }
    let path: [PathElement] = ["canvas", .key(side.rawValue)]
    switch CanvasSide(of: edges, padding: padding) {
    case .length(let length): return length
    case .undefined:
      collector.report(
        job.diagnostic(
          "conflict",
          "the canvas \(side.rawValue) is undefined: every layer depends on it. Give one layer "
            + "a \"\(side == .height ? "y" : "x")\" and a \"\(side.rawValue)\" that don't, or set the canvas "
            + "\(side.rawValue) in px.", at: path))
    case .outOfRange(let length, let farthest):
      let edge = side == .height ? "lowest" : "rightmost"
      let measured =
        "the \(edge) layer edge is at \(farthest.rounded(toPlaces: 2).plain) px"
        + (padding > 0 ? ", the padding \(padding.plain) px" : "")
      let limit = CanvasSide.range.upperBound.plain
      let extent = side == .height ? "high" : "wide"
      let message =
        length < 1
        ? "the canvas would be less than 1 px \(extent): \(measured)."
        : "the canvas would be \(length.plain) px \(extent) (\(measured)); at most \(limit) px are allowed."
      collector.report(job.diagnostic("out-of-range", message, at: path))
    }
    return nil
  }

  enum Side: String {
    case width, height
  }

  /// The source of the lowest image layer; `nil` if an unreadable layer may be lower. (The job's reader checks that
  /// there is one.)
  private var lowestImage: String? {
    guard !unread.hidesLayers else { return nil }
    for (index, layer) in job.allLayers.enumerated() {
      if case .image(let spec) = layer.content { return spec.source }
      if unread.hidesContent(of: index) { return nil }
    }
    return nil
  }
}
