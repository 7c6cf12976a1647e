/// The inputs of an effect while it draws, other than the picture it changes.
@dynamicMemberLookup
public struct EffectContext {
  /// The layer's geometry: frame, canvas, scale, text, references.
  public let geometry: EffectGeometry
  /// The region to draw, px at scale 1; drawing outside it is discarded.
  public let region: Rect

  private let host: Host

  /// The host's services for an effect that draws.
  @_spi(Host) public struct Host {
    /// The rendered image below the layer.
    public var backdrop: () throws -> Picture
    /// The chain before the effect, drawn with another text.
    public var input: (TextLayout) throws -> Picture
    /// The rendered image of another layer.
    public var layerImage: (Reference) throws -> Picture
    /// The decoded image of a file that the job names.
    public var image: (ImageSource) throws -> CanvasImage

    /// Creates a host from its four functions.
    public init(
      backdrop: @escaping () throws -> Picture,
      input: @escaping (TextLayout) throws -> Picture,
      layerImage: @escaping (Reference) throws -> Picture,
      image: @escaping (ImageSource) throws -> CanvasImage
    ) {
      self.backdrop = backdrop
      self.input = input
      self.layerImage = layerImage
      self.image = image
    }
  }

  /// Creates a context; called by the host.
  @_spi(Host) public init(geometry: EffectGeometry, region: Rect, host: Host) {
    self.geometry = geometry
    self.region = region
    self.host = host
  }

  /// Forwards to the properties of `geometry`.
  public subscript<T>(dynamicMember path: KeyPath<EffectGeometry, T>) -> T {
    geometry[keyPath: path]
  }

  /// The rectangles that a reference names.
  ///
  /// - Throws: `EffectError` if the effect has not declared the reference.
  public func rectangles(of reference: Reference) throws -> [Rect] {
    try geometry.rectangles(of: reference)
  }

  /// The rendered image below the layer, within the region that the effect declared.
  ///
  /// - Throws: `DrawingError`.
  public func backdrop() throws -> Picture { try host.backdrop() }

  /// The effect's input, redrawn with another text: with fewer lines, other words or another fill.
  ///
  /// The words come from the text that this effect received; concealed words stay concealed.
  ///
  /// - Parameter text: A text derived from `text`.
  /// - Returns: The input drawn with that text.
  /// - Throws: Errors of the preceding effects.
  public func input(with text: TextLayout) throws -> Picture { try host.input(text) }

  /// The rendered image of another layer, at its position, as if over an opaque backdrop.
  ///
  /// - Parameter reference: A reference that `layerImages()` declares; its part is ignored.
  /// - Returns: The entire layer, even if the reference names a part of it.
  /// - Throws: `EffectError` if the effect has not declared the reference; errors of the other layer's effects.
  public func layerImage(of reference: Reference) throws -> Picture {
    try host.layerImage(reference)
  }

  /// The decoded image that a parameter of the effect names.
  ///
  /// - Returns: The pixels in sRGB, EXIF orientation applied.
  /// - Throws: `EffectError` if no parameter names it.
  public func image(_ source: ImageSource) throws -> CanvasImage { try host.image(source) }
}
