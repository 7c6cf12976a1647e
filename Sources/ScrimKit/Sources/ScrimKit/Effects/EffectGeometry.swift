/// What an effect can know of its layer before anything is drawn. Rectangles in px at scale 1.
public struct EffectGeometry {
  /// The canvas.
  public let canvas: Rect
  /// The layer's frame.
  public let frame: Rect
  /// The layer's corner radii.
  public let cornerRadii: CornerRadii
  /// What the layer's content is cut to; `nil` where nothing of it is cut.
  public let clip: Path?
  /// Device pixels a px at scale 1.
  public let scale: Double
  /// What the effect's input may touch: the layer's content and the effects before.
  public let inputExtent: Rect
  /// The layer's text as this effect sees it; `nil` if its content is none. Concealed words are not
  /// in it.
  public let text: TextLayout?

  /// Random numbers that depend on nothing but the job's seed and the effect's place in the job:
  /// the same ones at each step, from layout to drawing, and in every attempt. They depend on the seed only if
  /// the effect's `isRandom` is true.
  public var random: SeededGenerator { SeededGenerator(seed: host.seed) }

  private let host: Host

  /// What the host does for an effect before anything is drawn.
  @_spi(Host) public struct Host {
    /// The seed of `random`.
    public var seed: UInt64
    /// Lays out a text of the effect's own for a width, px; it has no place yet.
    public var layOut: (_ spec: TextSpec, _ width: Double) throws -> TextLayout
    /// The rectangles that a reference names.
    public var rectangles: (Reference) throws -> [Rect]

    /// A host of a seed and some functions.
    public init(
      seed: UInt64, layOut: @escaping (_ spec: TextSpec, _ width: Double) throws -> TextLayout,
      rectangles: @escaping (Reference) throws -> [Rect]
    ) {
      self.seed = seed
      self.layOut = layOut
      self.rectangles = rectangles
    }
  }

  /// Made by the host.
  @_spi(Host) public init(
    canvas: Rect, frame: Rect, cornerRadii: CornerRadii = CornerRadii(.pixels(0)),
    clip: Path? = nil, scale: Double, inputExtent: Rect, text: TextLayout? = nil, host: Host
  ) {
    self.canvas = canvas
    self.frame = frame
    self.cornerRadii = cornerRadii
    self.clip = clip
    self.scale = scale
    self.inputExtent = inputExtent
    self.text = text
    self.host = host
  }

  /// The rectangles that a reference names, at least one. Of several none is empty: lines without
  /// words are left out. A frame, or one line, may be.
  ///
  /// - Parameter reference: One of those that `references()` declared.
  /// - Returns: px at scale 1, in the order of the text for lines and matches.
  /// - Throws: `EffectError` if it was not declared, or while words are being concealed: layers that
  ///   stand about this one are not placed before its text is known.
  public func rectangles(of reference: Reference) throws -> [Rect] {
    try host.rectangles(reference)
  }

  /// Sets a text of the effect's own, such as a callout's, in a box.
  ///
  /// - Parameters:
  ///   - spec: What it says.
  ///   - box: Where it stands.
  ///   - path: The way to it from the effect's object, so that errors get their place.
  /// - Returns: The text in the box.
  /// - Throws: `TextDiagnostic` if a font or a glyph is not there; `DrawingError`.
  public func layOut(
    _ spec: TextSpec, in box: Rect, at path: [PathElement] = []
  ) throws -> TextLayout {
    do {
      return try host.layOut(spec, box.width).placed(in: box, paintBox: box)
    } catch let diagnostic as TextDiagnostic {
      throw diagnostic.inside(path)
    }
  }
}
