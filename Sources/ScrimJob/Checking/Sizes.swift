package import ScrimDocument
package import ScrimJSON
@_spi(Host) package import ScrimKit

extension Job {
  /// The device pixels of an output.
  ///
  /// - Parameters:
  ///   - canvas: px.
  ///   - scale: Device pixels per px.
  /// - Returns: The grid that everything is drawn on.
  package func grid(of canvas: ScrimKit.Size, scale: Double) -> PixelGrid {
    guard case .automatic(let width, let height, _) = self.canvas.size else {
      return PixelGrid(canvas: canvas, scale: scale)
    }
    return PixelGrid(canvas: canvas, scale: scale, roundsUp: (width == nil, height == nil))
  }

  /// Checks a canvas size for an output. The renderer calls it for sizes that depend on an image.
  ///
  /// - Parameters:
  ///   - output: The output, whose scale and format matter.
  ///   - width: px at scale 1.
  ///   - height: px at scale 1.
  ///   - limits: The maximum number of pixels.
  /// - Returns: The error; `nil` if the image can be drawn and encoded.
  package func sizeDiagnostic(
    of output: Output, width: Double, height: Double, limits: RenderLimits = .standard
  ) -> Diagnostic? {
    let scale = output.scale ?? canvas.scale
    let size = grid(of: Size(width: width, height: height), scale: scale)
      .snap(Rect(x: 0, y: 0, width: width, height: height))
    let (columns, rows) = ((size.width * scale).rounded(), (size.height * scale).rounded())
    let (most, holder) = output.format == .webp ? (16_383, "WebP") : (32_767, "an image")
    let message: String
    if max(columns, rows) > Double(most) {
      message =
        "\(columns.words) × \(rows.words) pixels are too large: \(holder) allows at most \(most) per side."
    } else if columns * rows > Double(limits.canvasPixels) {
      message =
        "\(columns.words) × \(rows.words) pixels are \((columns * rows).words) in total; at most "
        + "\(limits.canvasPixels) are allowed."
    } else {
      return nil
    }
    if output.scale != nil {
      return diagnostic("out-of-range", message, at: output.path + ["scale"])
    }
    if case .automatic(_, let height, _) = canvas.size {
      let side = height == nil ? "height" : "width"
      return diagnostic("out-of-range", message, at: ["canvas", .key(side)])
    }
    return diagnostic("out-of-range", message, at: ["canvas"])
  }

  /// Checks every output of a canvas with a specified size.
  static func checkSizes(of job: Job, _ root: Place, limits: RenderLimits) {
    guard case .fixed(let width, let height) = job.canvas.size,
      !root.collector.hasDiagnostic(within: ["canvas"])
    else { return }
    var told: Set<Diagnostic> = []
    for output in job.outputs where !root.collector.hasDiagnostic(within: output.path + ["scale"]) {
      let diagnostic = job.sizeDiagnostic(of: output, width: width, height: height, limits: limits)
      if let diagnostic, told.insert(diagnostic).inserted { root.collector.report(diagnostic) }
    }
  }
}
