/// A stand-in for the host: applies an effect in a unit test, without a job, a worker or a file.
///
/// ```swift
/// let test = EffectTesting(width: 100, height: 60)
/// let square = try test.picture(filling: Rect(x: 40, y: 20, width: 20, height: 20), with: .white)
/// var effect = Echo()
/// effect.dx = 30
/// let image = try test.render(effect, on: square)
/// #expect(image.color(x: 50, y: 30) == .white)
/// ```
///
/// An effect has its properties' defaults; tests set others, or decode them from JSON (`decode(_:from:)`). It is given
/// what a job would give it and no more: references and layer images that the test declares and the effect requests,
/// and of its input and backdrop only the region of interest. Drawing outside of its extent is cut off.
///
/// Cairo's font cache is not thread-safe: tests that lay out text must not run in parallel (`.serialized`).
public struct EffectTesting {
  /// The canvas, px at scale 1.
  public var canvas: Rect
  /// The layer's frame, px at scale 1; at first the canvas.
  public var frame: Rect
  /// The layer's corner radii.
  public var cornerRadii = CornerRadii(.pixels(0))
  /// The path to which the layer's content is cut, if it is.
  public var clip: Path?
  /// Device pixels per px at scale 1.
  public var scale: Double
  /// The seed of the effect's random numbers, if it declares that it is random.
  public var seed: UInt64 = 1
  /// The layer's text; `nil` if its content is something else. See `layOut(_:)`.
  public var text: TextLayout?
  /// The finished image below the layer; `nil` is transparent.
  public var backdrop: Picture?
  /// The rectangles of each reference as jobs write it, such as `"#title/ink"`. `"#canvas"` need not be declared.
  public var rectangles: [String: [Rect]] = [:]
  /// The finished images of other layers, by their reference without a part: `"#title"`.
  public var layerImages: [String: Picture] = [:]
  /// The images that parameters name, by their `source`.
  public var images: [String: CanvasImage] = [:]

  /// Made on first use: to list the fonts takes some milliseconds.
  let fonts = Fonts()

  final class Fonts {
    lazy var library = FontLibrary()
  }

  /// A layer that fills a canvas.
  ///
  /// - Parameters:
  ///   - canvas: px at scale 1.
  ///   - scale: Device pixels per px.
  public init(canvas: Rect, scale: Double = 1) {
    self.canvas = canvas
    self.scale = scale
    frame = canvas
  }

  /// A layer that fills a canvas of `width` × `height` px.
  public init(width: Double, height: Double, scale: Double = 1) {
    self.init(canvas: Rect(x: 0, y: 0, width: width, height: height), scale: scale)
  }

  /// Renders what the effect makes of a picture.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - input: The layer's picture so far; if not given, the layer's text, or nothing.
  ///   - region: What is requested of the result, px at scale 1; the canvas if not given.
  /// - Returns: The device pixels that cover the region.
  /// - Throws: As `apply(_:to:in:)`.
  public func render(
    _ effect: some Effect, on input: Picture? = nil, in region: Rect? = nil
  ) throws -> Raster {
    try apply(effect, to: input, in: region).raster(in: region ?? canvas)
  }

  /// Applies the effect as the host does: validates it, and asks for its extent and region of interest first.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - input: The layer's picture so far; if not given, the layer's text, or nothing.
  ///   - region: What is requested of the result, px at scale 1; the canvas if not given.
  /// - Returns: The picture inside the effect's extent; drawing stays vectors.
  /// - Throws: `InvalidParameters`; `EffectError` for a request that the effect or the test has not declared; what the
  ///   effect throws.
  public func apply(
    _ effect: some Effect, to input: Picture? = nil, in region: Rect? = nil
  ) throws -> Picture {
    try InvalidParameters.check(effect.validate())
    let input = try input ?? ownPicture()
    let geometry = geometry(for: effect, inputExtent: input.extent)
    let extent = try effect.extent(in: geometry)
    let region = (region ?? canvas).intersection(extent)
    guard !region.isEmpty else { return Picture(scale: scale) }
    var picture = input
    let needed = try effect.regionOfInterest(for: region, in: geometry)
    try picture.clip(to: needed.input)
    let host = host(for: effect, needed)
    try effect.apply(
      to: &picture, in: EffectContext(geometry: geometry, region: region, host: host))
    try picture.clip(to: extent)
    return picture
  }

  /// What the effect knows of the layer, to call `extent(in:)`, `regionOfInterest(for:in:)` or `redaction(of:in:)` by
  /// itself.
  ///
  /// - Parameters:
  ///   - effect: Only its declared references have rectangles.
  ///   - inputExtent: The extent of its input, px at scale 1; the frame if not given.
  /// - Returns: The geometry.
  public func geometry(for effect: some Effect, inputExtent: Rect? = nil) -> EffectGeometry {
    let declared = Set(effect.references())
    return EffectGeometry(
      canvas: canvas, frame: frame, cornerRadii: cornerRadii, clip: clip, scale: scale,
      inputExtent: inputExtent ?? frame, text: text,
      host: EffectGeometry.Host(
        seed: effect.isRandom ? seed : 0,
        layOut: { [fonts] in try fonts.library.layOut($0, width: $1) }
      ) { [canvas, rectangles] reference in
        try check(reference, in: declared)
        if let found = rectangles[reference.text] { return found }
        if reference.id == nil { return [canvas] }
        throw EffectError("EffectTesting.rectangles has no \(quoted(reference.text)).")
      })
  }

  private func host(for effect: some Effect, _ needed: RegionOfInterest) -> EffectContext.Host {
    let declared = Set(effect.layerImages())
    return EffectContext.Host(
      backdrop: {
        guard let backdrop else { return Picture(scale: scale) }
        return try Picture(backdrop.raster(in: needed.backdrop))
      },
      input: { text in
        var picture = try picture(of: text)
        try picture.clip(to: needed.input)
        return picture
      },
      layerImage: { reference in
        try check(reference, in: declared)
        if let found = layerImages["#\(reference.id ?? "canvas")"] { return found }
        throw EffectError("EffectTesting.layerImages has no \(quoted(reference.text)).")
      },
      image: { image in
        if let found = images[image.source] { return found }
        throw EffectError("EffectTesting.images has no \(quoted(image.source)).")
      })
  }
}

/// - Throws: `EffectError` if the effect has not declared the reference, in the host's words.
private func check(_ reference: Reference, in declared: Set<Reference>) throws {
  guard !declared.contains(reference) else { return }
  throw EffectError("requests \(quoted(reference.text)), which it has not declared.")
}
