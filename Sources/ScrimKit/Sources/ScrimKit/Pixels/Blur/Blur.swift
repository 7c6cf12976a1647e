internal import CStreaming

/// A blur of pixels: of a picture or of a mask, the whole or a region.
///
/// - `gaussian` differs from a Gaussian in double precision by less than 2/255 anywhere, and by
///   little more than the rounding to 8 bits as a mean (see docs/performance.md for the figures).
/// - `box` differs from the specification's three passes by at most 0.51/255.
///
/// Either keeps premultiplied pixels valid and constant ones as they are. A pixel of the result
/// depends on the pixels within `reach` and on nothing else: not on the region that was asked for,
/// nor on the CPU. Results of 16 million pixels and more are shared by up to four CPU cores.
public struct Blur: Hashable, Sendable {
  /// Standard deviation in pixels of what is blurred, 0…2000; nothing is blurred where it is 0. What
  /// is outside, or no number, is taken to the nearest limit.
  public let sigma: Double
  /// Which kernel.
  public let kernel: BlurKernel
  /// What lies around the pixels that are given.
  public let edge: BlurEdge

  /// A blur.
  ///
  /// - Parameters:
  ///   - sigma: Standard deviation in pixels of what is blurred.
  ///   - kernel: Which kernel.
  ///   - edge: What lies around the pixels that are given.
  public init(
    sigma: Double, kernel: BlurKernel = .gaussian, edge: BlurEdge = .transparent
  ) {
    self.sigma = sigma > 0 ? min(sigma, 2000) : 0
    self.kernel = kernel
    self.edge = edge
  }

  /// How far from a pixel those lie that it depends on, pixels. (What is seen of a blur ends earlier:
  /// `BlurKernel.reach`.)
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
  ///   - raster: What is blurred. Around it lies what `edge` says.
  ///   - region: Which pixels of the canvas are wanted, also outside the raster; `nil` for the
  ///     raster's own. Only these are computed.
  /// - Returns: The blurred pixels of just that region.
  /// - Throws: `DrawingError` if there is no memory.
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
  ///   - mask: What is blurred. Around it lies what `edge` says.
  ///   - region: Which pixels of the canvas are wanted, also outside the mask; `nil` for the mask's
  ///     own. Only these are computed.
  /// - Returns: The blurred coverage of just that region.
  /// - Throws: `DrawingError` if there is no memory.
  public func apply(to mask: Mask, region: PixelRect? = nil) throws -> Mask {
    let region = region ?? mask.area
    if isIdentity(on: mask.area, region) { return try mask.cropped(to: region) }
    return try mask.coverage.withUnsafeBytes { source in
      try Mask(area: region) { target in
        guard let target = target.baseAddress else { return }
        // An empty mask has no bytes, and none is read.
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

  /// Whether the region is the same pixels again, or nothing.
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
  /// The mask blurred, and as much larger as a blur of it is seen.
  ///
  /// - Parameters:
  ///   - sigma: Standard deviation in pixels, at least 0.
  ///   - kernel: The true Gaussian, or the three boxes of CSS.
  /// - Returns: A mask that is larger by `BlurKernel.reach(sigma:)` on each side.
  /// - Throws: `DrawingError` if there is no memory.
  public func blurred(sigma: Double, kernel: BlurKernel = .gaussian) throws -> Mask {
    guard sigma > 0, !area.isEmpty else { return self }
    return try Blur(sigma: sigma, kernel: kernel)
      .apply(to: self, region: area.grown(by: Int(BlurKernel.reach(sigma: sigma))))
  }
}
