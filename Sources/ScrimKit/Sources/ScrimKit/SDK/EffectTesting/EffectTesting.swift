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
/// An effect starts with its properties' defaults; tests set others or decode them from JSON (`decode(_:from:)`). It
/// receives only what a job would give it: references and layer images that the test provides and the effect declares,
/// and only the region of interest of its input and backdrop. Output outside its extent is clipped.
///
/// Cairo's font cache is not thread-safe: tests that lay out text must not run in parallel (`.serialized`).
public struct EffectTesting {
  /// The canvas, px at scale 1.
  public var canvas: Rect
  /// The layer's frame, px at scale 1; initially the canvas.
  public var frame: Rect
  /// The layer's corner radii.
  public var cornerRadii = CornerRadii(.pixels(0))
  /// The path that clips the layer's content; `nil` without a clip.
  public var clip: Path?
  /// The outline of the layer's content, px; `nil` if it has none.
  public var outline: Path?
  /// Device pixels per px at scale 1.
  public var scale: Double
  /// The seed of the random numbers; used if the effect's `isRandom` is `true`.
  public var seed: UInt64 = 1
  /// The layer's text; `nil` if its content is not a text. See `layOut(_:)`.
  public var text: TextLayout?
  /// The rendered image below the layer; `nil` is transparent.
  public var backdrop: Picture?
  /// The rectangles of each reference as jobs write it, such as `"#title/ink"`. `"#canvas"` need not be declared.
  public var rectangles: [String: [Rect]] = [:]
  /// The rendered images of other layers, by their reference without a part: `"#title"`.
  public var layerImages: [String: Picture] = [:]
  /// The images that parameters name, by their `source`.
  public var images: [String: CanvasImage] = [:]

  /// Created on first use: listing the fonts takes some milliseconds.
  let fonts = Fonts()

  final class Fonts {
    lazy var library = FontLibrary()
  }

  /// Creates a layer that fills a canvas.
  ///
  /// - Parameters:
  ///   - canvas: The canvas, px at scale 1.
  ///   - scale: Device pixels per px.
  public init(canvas: Rect, scale: Double = 1) {
    self.canvas = canvas
    self.scale = scale
    frame = canvas
  }

  /// Creates a layer that fills a canvas of `width` × `height` px.
  public init(width: Double, height: Double, scale: Double = 1) {
    self.init(canvas: Rect(x: 0, y: 0, width: width, height: height), scale: scale)
  }

  /// Renders the effect's output.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - input: The layer's image so far; defaults to the layer's text, if any, else to an empty picture.
  ///   - region: The requested region, px at scale 1; defaults to the canvas.
  /// - Returns: The device pixels that cover the region.
  /// - Throws: As `apply(_:to:in:)`.
  public func render(
    _ effect: some Effect, on input: Picture? = nil, in region: Rect? = nil
  ) throws -> Raster {
    try apply(effect, to: input, in: region).raster(in: region ?? canvas)
  }

  /// Applies the effect as the host does: validates it and requests its extent and region of interest first.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - input: The layer's image so far; defaults to the layer's text, if any, else to an empty picture.
  ///   - region: The requested region, px at scale 1; defaults to the canvas.
  /// - Returns: The picture within the effect's extent; vector drawing stays vectors.
  /// - Throws: `InvalidParameters`; `EffectError` for a request that the effect has not declared or the test does not
  ///   provide; errors of the effect.
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

  /// The layer's geometry for an effect, to call `extent(in:)`, `regionOfInterest(for:in:)` or `redaction(of:in:)`
  /// directly.
  ///
  /// - Parameters:
  ///   - effect: The effect; only the references it declares have rectangles.
  ///   - inputExtent: The extent of its input, px at scale 1; defaults to the frame.
  /// - Returns: The geometry.
  public func geometry(for effect: some Effect, inputExtent: Rect? = nil) -> EffectGeometry {
    let declared = Set(effect.references())
    return EffectGeometry(
      canvas: canvas, frame: frame, cornerRadii: cornerRadii, clip: clip, scale: scale,
      inputExtent: inputExtent ?? frame, text: text,
      host: EffectGeometry.Host(
        seed: effect.isRandom ? seed : 0,
        layOut: { [fonts] in try fonts.library.layOut($0, width: $1) },
        outline: { [outline] in outline }
      ) { [canvas, rectangles] reference in
        try check(reference, in: declared)
        if let found = rectangles[reference.text] { return found }
        if reference.id == nil { return [canvas] }
        throw EffectError(
          "EffectTesting.rectangles has no \(quoted(reference.text)): add it in the test.")
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
        throw EffectError(
          "EffectTesting.layerImages has no \(quoted(reference.text)): add it in the test.")
      },
      image: { image in
        if let found = images[image.source] { return found }
        throw EffectError(
          "EffectTesting.images has no \(quoted(image.source)): add it in the test.")
      })
  }
}

/// - Throws: `EffectError` with the host's message if the effect has not declared the reference.
private func check(_ reference: Reference, in declared: Set<Reference>) throws {
  guard !declared.contains(reference) else { return }
  throw EffectError(
    "requests \(quoted(reference.text)), which it has not declared: "
      + "return it from references() or layerImages().")
}
