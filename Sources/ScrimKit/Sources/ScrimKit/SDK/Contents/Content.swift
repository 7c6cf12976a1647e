/// What a layer shows, by a plugin: a shape, a code, a chart.
///
/// A content is drawn in the layer's frame without its padding, behind effects and masks like a text or an image. It is
/// recorded, so that it stays vectors in documents.
public protocol Content: Parameterized {
  /// The size that it has by itself, px, with the ratio of its sides: for `fit-content`, for a side that follows from
  /// the other one, and in flex groups. By default `nil`: it takes what there is.
  func naturalSize() -> Size?

  /// The bounds of what it draws. By default the frame. Drawing is clipped to them.
  ///
  /// - Throws: `EffectError` with a message for the job's author.
  func extent(in geometry: ContentGeometry) throws -> Rect

  /// Draws it.
  ///
  /// - Parameters:
  ///   - canvas: Empty.
  ///   - geometry: Where it is drawn.
  /// - Throws: `EffectError` with a message for the job's author.
  func draw(on canvas: Canvas, in geometry: ContentGeometry) throws

  /// The code that it draws, which is read again in the finished image. By default `nil`: it draws none.
  ///
  /// - Throws: `EffectError` with a message for the job's author.
  func code(in geometry: ContentGeometry) throws -> ReadableCode?
}

extension Content {
  /// No size of its own.
  public func naturalSize() -> Size? { nil }

  /// The frame.
  public func extent(in geometry: ContentGeometry) throws -> Rect { geometry.frame }

  /// No code.
  public func code(in geometry: ContentGeometry) throws -> ReadableCode? { nil }
}

/// Where a content is drawn.
public struct ContentGeometry {
  /// The layer's frame without its padding, px at scale 1, on `grid`.
  public let frame: Rect
  /// Device pixels per px.
  public let scale: Double
  /// The device pixels that it is drawn on: snap what should be sharp.
  public let grid: PixelGrid

  private let texts: (_ spec: TextSpec, _ width: Double) throws -> TextLayout

  /// Creates a geometry, for tests; its texts are in the installed fonts.
  public init(frame: Rect, scale: Double = 1, grid: PixelGrid = .none) {
    self.init(frame: frame, scale: scale, grid: grid) { try FontLibrary().layOut($0, width: $1) }
  }

  /// Creates a geometry; called by the host.
  ///
  /// - Parameters:
  ///   - frame: The layer's frame without its padding, px at scale 1.
  ///   - scale: Device pixels per px.
  ///   - grid: The device pixels.
  ///   - texts: Lays out a text for a width, px.
  @_spi(Host) public init(
    frame: Rect, scale: Double = 1, grid: PixelGrid = .none,
    texts: @escaping (_ spec: TextSpec, _ width: Double) throws -> TextLayout
  ) {
    self.frame = frame
    self.scale = scale
    self.grid = grid
    self.texts = texts
  }

  /// Lays out a text of the content, such as the words below a code, in a box.
  ///
  /// - Parameters:
  ///   - spec: The text and its style.
  ///   - box: The box, px at scale 1.
  ///   - path: The path to the text from the content's object, which locates its errors.
  /// - Returns: The text in the box.
  /// - Throws: `TextDiagnostic` if a font or a glyph is missing; `DrawingError`.
  public func layOut(
    _ spec: TextSpec, in box: Rect, at path: [PathElement] = []
  ) throws -> TextLayout {
    do {
      return try texts(spec, box.width).placed(in: box, paintBox: box).snapped(to: grid)
    } catch let diagnostic as TextDiagnostic {
      throw diagnostic.inside(path)
    }
  }
}
