/// The geometry of an effect's layer, known before anything is drawn. Rectangles are in px at scale 1.
public struct EffectGeometry {
  /// The canvas.
  public let canvas: Rect
  /// The layer's frame.
  public let frame: Rect
  /// The layer's corner radii.
  public let cornerRadii: CornerRadii
  /// Whether any corner of the frame is round.
  public var hasRoundCorners: Bool { cornerRadii.fitted(to: frame).contains { $0 > 0 } }
  /// The path that clips the layer's content; `nil` without a clip.
  public let clip: Path?
  /// Device pixels per px at scale 1.
  public let scale: Double
  /// The device pixels that the layer is drawn on. The frame, the clip and the baselines of the text are on it; an
  /// effect snaps the rectangles that it draws, after padding and before radii.
  public let grid: PixelGrid
  /// The bounds of the effect's input: the layer's content and the preceding effects.
  public let inputExtent: Rect
  /// The layer's text as this effect sees it, without concealed words; `nil` if the content is not a text.
  public let text: TextLayout?

  /// Random numbers that depend only on the job's seed and the effect's position in the job.
  ///
  /// They are the same at each step, from layout to drawing, and in every attempt. They depend on the seed only if the
  /// effect's `isRandom` is `true`.
  public var random: SeededGenerator { SeededGenerator(seed: host.seed) }

  private let host: Host

  /// The host's services for an effect before anything is drawn.
  @_spi(Host) public struct Host {
    /// The seed of `random`.
    public var seed: UInt64
    /// Lays out a text of the effect for a width, px; the result has no position yet.
    public var layOut: (_ spec: TextSpec, _ width: Double) throws -> TextLayout
    /// The rectangles that a reference names.
    public var rectangles: (Reference) throws -> [Rect]
    /// The outline of the layer's content, px at scale 1.
    public var outline: () throws -> Path?

    /// Creates a host from a seed and its functions.
    public init(
      seed: UInt64, layOut: @escaping (_ spec: TextSpec, _ width: Double) throws -> TextLayout,
      outline: @escaping () throws -> Path? = { nil },
      rectangles: @escaping (Reference) throws -> [Rect]
    ) {
      self.seed = seed
      self.layOut = layOut
      self.rectangles = rectangles
      self.outline = outline
    }
  }

  /// Creates a geometry; called by the host.
  @_spi(Host) public init(
    canvas: Rect, frame: Rect, cornerRadii: CornerRadii = CornerRadii(.pixels(0)),
    clip: Path? = nil, scale: Double, grid: PixelGrid = .none, inputExtent: Rect,
    text: TextLayout? = nil, host: Host
  ) {
    self.canvas = canvas
    self.frame = frame
    self.cornerRadii = cornerRadii
    self.clip = clip
    self.scale = scale
    self.grid = grid
    self.inputExtent = inputExtent
    self.text = text
    self.host = host
  }

  /// The rectangles that a reference names, at least one.
  ///
  /// Lists contain no empty rectangle: lines without words are left out. The rectangle of a frame or of a single line
  /// may be empty.
  ///
  /// - Parameter reference: A reference that `references()` declares.
  /// - Returns: Rectangles in px at scale 1; lines and matches are in the order of the text.
  /// - Throws: `EffectError` if the effect has not declared the reference, or if called during redaction: layers placed
  ///   relative to this one have no position before its text is known.
  public func rectangles(of reference: Reference) throws -> [Rect] {
    try host.rectangles(reference)
  }

  /// The outline of the layer's content, where a plugin draws it and everything inside is opaque.
  ///
  /// - Returns: px at scale 1; `nil` if only the pixels say where the content is.
  /// - Throws: Errors of the content.
  public func outline() throws -> Path? { try host.outline() }

  /// Lays out a text of the effect, such as a callout, in a box.
  ///
  /// - Parameters:
  ///   - spec: The text and its style.
  ///   - box: The box, px at scale 1.
  ///   - path: The path to the text from the effect's object, which locates its errors.
  /// - Returns: The text in the box.
  /// - Throws: `TextDiagnostic` if a font or a glyph is missing; `DrawingError`.
  public func layOut(
    _ spec: TextSpec, in box: Rect, at path: [PathElement] = []
  ) throws -> TextLayout {
    do {
      return try host.layOut(spec, spec.lineLength(in: box)).placed(in: box, paintBox: box).snapped(
        to: grid)
    } catch let diagnostic as TextDiagnostic {
      throw diagnostic.inside(path)
    }
  }
}
