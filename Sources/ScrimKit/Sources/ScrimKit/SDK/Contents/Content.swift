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

  /// The outline of what it draws, px, for effects that stroke it as vectors. By default `nil`: they follow its pixels.
  ///
  /// - Returns: `nil` unless everything inside is opaque and nothing is outside.
  /// - Throws: `EffectError` with a message for the job's author.
  func outline(in geometry: ContentGeometry) throws -> Path?

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

  /// No outline.
  public func outline(in geometry: ContentGeometry) throws -> Path? { nil }

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

  /// Random numbers that depend only on the job's seed and the layer's position in the job: the same at each step, from
  /// layout to drawing. They depend on the seed only if the content's `isRandom` is `true`.
  public var random: SeededGenerator { SeededGenerator(seed: seed) }

  /// The installed fonts and those of the job.
  let fonts: FontLibrary
  private let seed: UInt64
  private let references: (Reference) throws -> [Rect]

  /// Creates a geometry, for tests; its texts are in the installed fonts.
  ///
  /// - Parameters:
  ///   - frame: The layer's frame without its padding, px at scale 1.
  ///   - scale: Device pixels per px.
  ///   - grid: The device pixels.
  ///   - rectangles: The rectangles of references such as `"#id/ink"`, px at scale 1.
  ///   - seed: The seed of the random numbers.
  public init(
    frame: Rect, scale: Double = 1, grid: PixelGrid = .none, rectangles: [String: [Rect]] = [:],
    seed: UInt64 = 0
  ) {
    self.init(frame: frame, scale: scale, grid: grid, fonts: FontLibrary(), seed: seed) {
      guard let found = rectangles[$0.text] else {
        throw EffectError("the test has no rectangles of \(quoted($0.text)).")
      }
      return found
    }
  }

  /// Creates a geometry; called by the host.
  ///
  /// - Parameters:
  ///   - frame: The layer's frame without its padding, px at scale 1.
  ///   - scale: Device pixels per px.
  ///   - grid: The device pixels.
  ///   - fonts: The fonts of its texts.
  ///   - seed: The seed of `random`.
  ///   - references: The rectangles that a reference names.
  @_spi(Host) public init(
    frame: Rect, scale: Double = 1, grid: PixelGrid = .none, fonts: FontLibrary, seed: UInt64 = 0,
    references: @escaping (Reference) throws -> [Rect] = { _ in [] }
  ) {
    self.frame = frame
    self.scale = scale
    self.grid = grid
    self.fonts = fonts
    self.seed = seed
    self.references = references
  }

  /// The rectangles that a reference names, at least one, as of ``EffectGeometry/rectangles(of:)``.
  ///
  /// - Parameter reference: A reference that `references()` declares.
  /// - Returns: Rectangles in px at scale 1, in the coordinates of the frame.
  /// - Throws: `EffectError` if the content has not declared the reference.
  public func rectangles(of reference: Reference) throws -> [Rect] {
    try references(reference)
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
      return try fonts.layOut(spec, width: spec.lineLength(in: box)).placed(in: box, paintBox: box)
        .snapped(
          to: grid)
    } catch let diagnostic as TextDiagnostic {
      throw diagnostic.inside(path)
    }
  }
}
