internal import CStreaming

/// A blur of pixels or of a mask, entire or within a region.
///
/// - `gaussian` differs from a Gaussian in double precision by less than 2/255 anywhere; its mean error is slightly
///   more than that of rounding to 8 bits (see docs/performance.md for the figures).
/// - `box` differs from the specification's three passes by at most 0.51/255.
///
/// Both keep premultiplied pixels valid and constant ones unchanged. An output pixel depends only on the input pixels
/// within `reach`, not on the requested region or the CPU. Outputs of 16 million pixels or more are divided among up to
/// four CPU cores.
public struct Blur: Hashable, Sendable {
  /// Standard deviation in input pixels, 0…2000; 0 does not blur. Values outside, and NaN, are clamped to the nearest
  /// limit.
  public let sigma: Double
  /// The kernel.
  public let kernel: BlurKernel
  /// The pixels outside the input.
  public let edge: BlurEdge

  /// Creates a blur.
  ///
  /// - Parameters:
  ///   - sigma: Standard deviation in input pixels.
  ///   - kernel: The kernel.
  ///   - edge: The pixels outside the input.
  public init(
    sigma: Double, kernel: BlurKernel = .gaussian, edge: BlurEdge = .transparent
  ) {
    self.sigma = sigma > 0 ? min(sigma, 2000) : 0
    self.kernel = kernel
    self.edge = edge
  }

  /// Maximum distance of the input pixels that an output pixel depends on, pixels. (The visible reach of a blur is
  /// smaller: `BlurKernel.reach`.)
  public var reach: Int {
    guard sigma > 0 else { return 0 }
    return switch kernel {
    case .gaussian: GaussianPlan(sigma: sigma).reach
    case .box: TripleBox(sigma: sigma).reach
    }
  }

  /// Blurs pixels.
  ///
  /// - Parameters:
  ///   - raster: The input, surrounded by pixels according to `edge`.
  ///   - region: The requested pixels of the canvas, also outside the raster; `nil` for the raster's own. Only these
  ///     are computed.
  /// - Returns: The blurred pixels of exactly that region.
  /// - Throws: `DrawingError` if out of memory.
  public func apply(to raster: Raster, region: PixelRect? = nil) throws -> Raster {
    let region = region ?? raster.area
    if isIdentity(on: raster.area, region) { return try raster.cropped(to: region) }
    var result = try Raster(unwritten: region, scale: raster.scale)
    let (sourceStride, stride) = (raster.pixels.bytesPerRow, result.pixels.bytesPerRow)
    try raster.pixels.withBytes { source in
      try result.pixels.withMutableBytes { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        try run(
          from: BlurPlane(
            base: UnsafeMutableRawPointer(mutating: source), bytesPerRow: sourceStride, channels: 4,
            area: raster.area),
          to: BlurPlane(base: target, bytesPerRow: stride, channels: 4, area: region))
      }
    }
    return result
  }

  /// Blurs coverage.
  ///
  /// - Parameters:
  ///   - mask: The input, surrounded by pixels according to `edge`.
  ///   - region: The requested pixels of the canvas, also outside the mask; `nil` for the mask's own. Only these are
  ///     computed.
  /// - Returns: The blurred coverage of exactly that region.
  /// - Throws: `DrawingError` if out of memory.
  public func apply(to mask: Mask, region: PixelRect? = nil) throws -> Mask {
    let region = region ?? mask.area
    if isIdentity(on: mask.area, region) { return try mask.cropped(to: region) }
    return try mask.coverage.withUnsafeBytes { source in
      try Mask(area: region) { target in
        guard let target = target.baseAddress else { return }
        // An empty mask has no bytes; this pointer is never read.
        let base = source.baseAddress ?? UnsafeRawPointer(target)
        try run(
          from: BlurPlane(
            base: UnsafeMutableRawPointer(mutating: base), bytesPerRow: mask.area.width,
            channels: 1,
            area: mask.area),
          to: BlurPlane(base: target, bytesPerRow: region.width, channels: 1, area: region))
      }
    }
  }

  /// Whether the output equals the input pixels, or is empty.
  private func isIdentity(on area: PixelRect, _ region: PixelRect) -> Bool {
    region.isEmpty
      || sigma == 0 && (edge == .transparent || area.intersection(region) == region)
  }

  private func run(from source: BlurPlane, to target: BlurPlane) throws(DrawingError) {
    try ParallelRows.run(target.area.rows, width: target.area.width) { rows throws(DrawingError) in
      try runBand(from: source, to: target.band(rows))
    }
  }

  private func runBand(from source: BlurPlane, to target: BlurPlane) throws(DrawingError) {
    switch kernel {
    case .box:
      try BoxBlur(TripleBox(sigma: sigma), from: source, to: target, edge: edge).run()
    case .gaussian:
      let plan = GaussianPlan(sigma: sigma)
      if plan.factor == 1 {
        try DirectGaussian.run(plan.kernel, from: source, to: target, edge: edge)
      } else {
        try ReducedGaussian(plan, from: source, to: target, edge: edge).run()
      }
      if target.isStreamed { scrim_end_streaming() }
    }
  }
}

extension Mask {
  /// The blurred mask, enlarged by the visible reach of the blur. Its values do not depend on where the mask is.
  ///
  /// - Parameters:
  ///   - sigma: Standard deviation in pixels, at least 0.
  ///   - kernel: The true Gaussian, or CSS's three boxes.
  /// - Returns: A mask larger by `BlurKernel.reach(sigma:)` on each side.
  /// - Throws: `DrawingError` if out of memory.
  public func blurred(sigma: Double, kernel: BlurKernel = .gaussian) throws -> Mask {
    guard sigma > 0, !area.isEmpty else { return self }
    // A large blur has cells of pixels, which begin at the canvas's corner.
    let own = PixelRect(x: 0, y: 0, width: area.width, height: area.height)
    let reach = Int(BlurKernel.reach(sigma: sigma))
    let blurred = try Blur(sigma: sigma, kernel: kernel)
      .apply(to: Mask(area: own, coverage: coverage), region: own.grown(by: reach))
    return Mask(area: area.grown(by: reach), coverage: blurred.coverage)
  }
}

/// The kernel of a blur.
public enum BlurKernel: String, ParameterChoice {
  /// The true Gaussian.
  case gaussian
  /// The three box passes of the CSS and SVG filter specification, as browsers implement them.
  case box

  /// The visible reach of a blur, in the unit of `sigma`: beyond it, less than half of an 8-bit step of the input
  /// remains.
  public static func reach(sigma: Double) -> Double { (3 * sigma).rounded(.up) }
}

/// The pixels outside the input of a blur.
public enum BlurEdge: String, ParameterChoice {
  /// Transparent pixels: edges fade.
  case transparent
  /// The nearest pixel of the input.
  case clamp
  /// The input mirrored at its edges: the first pixel outside equals the last one inside.
  case mirror
}
