/// What an effect can know of its layer before anything is drawn. Rectangles in px at scale 1.
public struct EffectGeometry {
  /// The canvas.
  public let canvas: Rect
  /// The layer's frame.
  public let frame: Rect
  /// The layer's corner radii.
  public let cornerRadii: CornerRadii
  /// Device pixels a px at scale 1.
  public let scale: Double
  /// What the effect's input may touch: the layer's content and the effects before.
  public let inputExtent: Rect
  /// The layer's text as this effect sees it; `nil` if its content is none. Concealed words are not
  /// in it.
  public let text: TextLayout?

  private let resolve: (Reference) throws -> [Rect]
  private let fonts: FontLibrary

  /// Made by the host.
  @_spi(Host) public init(
    canvas: Rect, frame: Rect, cornerRadii: CornerRadii, scale: Double, inputExtent: Rect,
    text: TextLayout?, fonts: FontLibrary, resolve: @escaping (Reference) throws -> [Rect]
  ) {
    self.canvas = canvas
    self.frame = frame
    self.cornerRadii = cornerRadii
    self.scale = scale
    self.inputExtent = inputExtent
    self.text = text
    self.fonts = fonts
    self.resolve = resolve
  }

  /// The rectangles that a reference names, none of them empty.
  ///
  /// - Parameter reference: One of those that `references()` declared.
  /// - Returns: px at scale 1, in the order of the text for lines and matches.
  /// - Throws: `EffectError` if it was not declared.
  public func rectangles(of reference: Reference) throws -> [Rect] { try resolve(reference) }

  /// Sets a text of the effect's own, such as a callout's, in a box.
  ///
  /// - Parameters:
  ///   - spec: What it says.
  ///   - box: Where it stands.
  /// - Returns: The text in the box.
  /// - Throws: `TextProblem` if a font or a glyph is not there; `DrawingError`.
  public func layOut(_ spec: TextSpec, in box: Rect) throws -> TextLayout {
    try fonts.layOut(spec, width: box.width).placed(in: box, paintBox: box)
  }
}
