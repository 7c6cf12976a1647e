/// What an effect may see while it draws, beside the picture that it is given.
@dynamicMemberLookup
public struct EffectContext {
  /// What was known before: frame, canvas, scale, text, references.
  public let geometry: EffectGeometry
  /// What is needed of the effect's picture, px at scale 1; what is drawn outside is lost.
  public let region: Rect

  private let host: Host

  /// What the host does for an effect.
  @_spi(Host) public struct Host {
    /// The finished picture below the layer.
    public var backdrop: () throws -> Picture
    /// The chain before the effect, drawn with another text.
    public var input: (TextLayout) throws -> Picture
    /// The finished picture of another layer.
    public var layerImage: (Reference) throws -> Picture
    /// A picture from a file that the job names.
    public var image: (ImageSource) throws -> CanvasImage

    /// A host of four functions.
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

  /// Made by the host.
  @_spi(Host) public init(geometry: EffectGeometry, region: Rect, host: Host) {
    self.geometry = geometry
    self.region = region
    self.host = host
  }

  /// The geometry's properties, as if they were the context's.
  public subscript<T>(dynamicMember path: KeyPath<EffectGeometry, T>) -> T {
    geometry[keyPath: path]
  }

  /// The rectangles that a reference names.
  ///
  /// - Throws: `EffectError` if it was not declared.
  public func rectangles(of reference: Reference) throws -> [Rect] {
    try geometry.rectangles(of: reference)
  }

  /// The finished picture below the layer, within the region that the effect declared.
  ///
  /// - Throws: `DrawingError`.
  public func backdrop() throws -> Picture { try host.backdrop() }

  /// The chain before this effect, drawn anew with another text: with fewer lines, other words or
  /// another fill. The text's words are those that this effect was given; hidden ones stay hidden.
  ///
  /// - Parameter text: A text made from `text`.
  /// - Returns: The input's picture with that text.
  /// - Throws: What the effects before throw.
  public func input(with text: TextLayout) throws -> Picture { try host.input(text) }

  /// The finished picture of another layer, where it stands, as if over an opaque backdrop.
  ///
  /// - Parameter reference: One of those that `layerImages()` declared; its part is passed over.
  /// - Returns: The whole layer, also where the reference names a part of it.
  /// - Throws: `EffectError` if it was not declared; what the other layer's effects throw.
  public func layerImage(of reference: Reference) throws -> Picture {
    try host.layerImage(reference)
  }

  /// A picture that one of the effect's parameters names.
  ///
  /// - Returns: Its pixels, EXIF orientation applied, in sRGB.
  /// - Throws: `EffectError` if no parameter names it.
  public func image(_ source: ImageSource) throws -> CanvasImage { try host.image(source) }
}
