extension EffectTesting {
  /// Creates a picture of a filled rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, px at scale 1.
  ///   - paint: The paint; a gradient spans the rectangle.
  /// - Returns: The picture; the rectangle is its extent.
  /// - Throws: `DrawingError`.
  public func picture(filling rect: Rect, with paint: Paint = .black) throws -> Picture {
    try picture(in: rect) { $0.fill(rect, with: paint) }
  }

  /// Creates a picture by drawing.
  ///
  /// - Parameters:
  ///   - area: Its extent, px at scale 1; defaults to the canvas.
  ///   - body: Draws in px at scale 1.
  /// - Returns: The picture.
  /// - Throws: Errors of `body`; `DrawingError`.
  public func picture(
    in area: Rect? = nil, _ body: (Canvas) throws -> Void
  ) throws -> Picture {
    var picture = Picture(scale: scale)
    try picture.draw(in: area ?? canvas, body)
    return picture
  }

  /// Creates a picture of a text at its position, as the layer would draw it.
  ///
  /// - Parameter text: The text in its box.
  /// - Returns: The picture, clipped to `clip`.
  /// - Throws: `DrawingError`.
  public func picture(of text: TextLayout) throws -> Picture {
    try picture(in: text.extent.grown(by: 0.01)) { canvas in
      if let clip {
        try canvas.clipped(to: clip) { try $0.draw(text) }
      } else {
        try canvas.draw(text)
      }
    }
  }

  /// Lays out a text in the layer's frame: `test.text = try test.layOut("Title", size: 40)`.
  ///
  /// - Parameters:
  ///   - string: Plain text.
  ///   - size: Font size, px.
  ///   - family: An installed font family or a generic one.
  /// - Returns: The text, wrapped at the frame's width.
  /// - Throws: `TextDiagnostic` if a font or a glyph is missing; `DrawingError`.
  public func layOut(
    _ string: String, size: Double = 16, family: String = "sans-serif"
  ) throws -> TextLayout {
    var spec = TextSpec()
    spec.string = string
    spec.size = size
    spec.font = FontFamilies([family])
    return try layOut(spec)
  }

  /// Lays out a text in the layer's frame.
  ///
  /// - Parameter spec: The text and its style.
  /// - Returns: The text, wrapped at the frame's width.
  /// - Throws: `TextDiagnostic` if a font or a glyph is missing; `DrawingError`.
  public func layOut(_ spec: TextSpec) throws -> TextLayout {
    try fonts.library.layOut(spec, width: spec.lineLength(in: frame)).placed(
      in: frame, paintBox: frame)
  }

  /// The layer's text as a picture; an empty picture without a text.
  func ownPicture() throws -> Picture {
    try text.map { try picture(of: $0) } ?? Picture(scale: scale)
  }
}
