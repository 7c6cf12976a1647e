import ScrimJob
@_spi(Host) import ScrimKit

/// What a layer draws around its content: shadows outside of its frame; inside it a background, inner shadows and,
/// above the content, a border.
extension PlacedLayer {
  var hasBox: Bool {
    layer.border != nil || !layer.background.isEmpty || !layer.shadows.isEmpty
  }

  /// The bounds of all of it, px at scale 1.
  var boxExtent: Rect {
    outerShadows.reduce(frame) { $0.union($1.extent(around: frame)) }
  }

  /// The frame with its corners.
  private var box: Path { Path(rect: frame, radii: cornerRadii) }

  private var frameShape: FrameShape { FrameShape(frame, cornerRadii) }

  /// The border's widths as drawn, px.
  private var borderWidths: Insets {
    let widths = layer.border?.lines.map { grid.snap(thickness: $0.width) } ?? [0, 0, 0, 0]
    return Insets(top: widths[0], right: widths[1], bottom: widths[2], left: widths[3])
  }

  private var outerShadows: [BoxShadow] { layer.shadows.filter { !$0.inset } }

  /// Draws the shadows outside of the frame, which no clip of the content limits.
  ///
  /// - Parameters:
  ///   - canvas: The canvas, empty where they are.
  ///   - images: The images of the scene.
  ///   - region: The required region, px at scale 1.
  ///   - scale: Device pixels per px.
  /// - Throws: `DrawingError` if out of memory.
  func drawOuterShadows(
    on canvas: Canvas, images: DecodedImages, in region: Rect, scale: Double
  ) throws {
    let around = region.union(boxExtent)
    func draw(_ canvas: Canvas) throws {
      for shadow in outerShadows.reversed() {
        let shape = frameShape.grown(by: Insets(shadow.spread))
        try shadow.draw(
          shape.path(dx: shadow.dx, dy: shadow.dy), on: canvas, in: region, scale: scale)
      }
    }
    // Below something opaque of the same shape, a clip would leave a light seam along round corners.
    if hidesOwnShadow(images) { return try draw(canvas) }
    try canvas.clipped(to: box.inverted(within: around), draw)
  }

  /// Whether the frame is opaque up to its corners.
  private func hidesOwnShadow(_ images: DecodedImages) -> Bool {
    func hides(_ source: String, in place: Rect) -> Bool {
      images[source]?.isOpaque == true && place.contains(frame)
    }
    let isContentOpaque =
      switch content {
      case .fill(let paint): paint.isOpaque
      case .image(let source, let place): hides(source, in: place)
      case .none, .text, .group, .plugin: false
      }
    return isContentOpaque
      || layer.background.contains { item in
        switch item {
        case .paint(let paint): paint.isOpaque
        case .image(let spec):
          place(spec, images).map { hides(spec.source, in: $0) } ?? false
        }
      }
  }

  /// The rectangle of an image in the background.
  private func place(_ spec: ImageSpec, _ images: DecodedImages) -> Rect? {
    images.place(spec, in: frame).map(grid.snap)
  }

  /// Draws what is behind the content, and the shadows inside the frame.
  ///
  /// - Parameters:
  ///   - canvas: The canvas; if the content is clipped, a clip to that path follows.
  ///   - scene: The scene, with its images.
  ///   - region: The required region, px at scale 1.
  ///   - scale: Device pixels per px.
  /// - Throws: `DrawingError` if out of memory; `JobDiagnostics` for an SVG that takes too long.
  func drawBackground(
    on canvas: Canvas, of scene: Scene, in region: Rect, scale: Double
  ) throws {
    // Beyond a clip, so that its edges are antialiased once; under an opaque border not up to its outer edge, where it
    // would show through the antialiased corners.
    let isUnderBorder = layer.border?.isOpaque == true
    let inside =
      isUnderBorder ? frameShape.shrunk(by: borderWidths.scaled(by: 0.5)) : frameShape
    let shape = clip == nil ? inside.path() : Path(rect: frame.grown(by: 1))
    for item in layer.background.reversed() {
      switch item {
      case .paint(let paint): canvas.fill(shape, with: paint, box: frame)
      case .image(let spec):
        guard let place = place(spec, scene.images) else { continue }
        try canvas.clipped(to: clip == nil ? shape : Path(rect: frame)) {
          try scene.draw(spec.source, in: place, within: frame, on: $0, scale: scale)
        }
      }
    }
    try drawInnerShadows(on: canvas, in: region, scale: scale)
  }

  /// Draws the shadows that fall onto the background from the inner edge of the border.
  private func drawInnerShadows(on canvas: Canvas, in region: Rect, scale: Double) throws {
    let shadows = layer.shadows.filter(\.inset)
    guard !shadows.isEmpty else { return }
    let lines = borderWidths
    let opening = frameShape.shrunk(by: lines)
    let region = region.intersection(opening.rect)
    guard !region.isEmpty else { return }
    func draw(_ canvas: Canvas) throws {
      for shadow in shadows.reversed() {
        // From the frame, so that radii that become 0 come back.
        let hole = frameShape.shrunk(by: lines.grown(by: shadow.spread))
        let light = hole.path(dx: shadow.dx, dy: shadow.dy)
        try shadow.draw(
          light.inverted(within: region.grown(by: shadow.reach + 1)), on: canvas, in: region,
          scale: scale)
      }
    }
    // An opaque border hides the edge, and without one it is the frame's, to which the content may be clipped.
    if let border = layer.border, !border.isOpaque {
      try canvas.clipped(to: opening.path(), draw)
    } else if clip == nil {
      try canvas.clipped(to: box, draw)
    } else {
      try draw(canvas)
    }
  }

  /// Draws the border along the inside of the frame.
  ///
  /// - Parameters:
  ///   - border: The border.
  ///   - canvas: The canvas; if the content is clipped, a clip to that path follows.
  func draw(_ border: BorderSpec, on canvas: Canvas) {
    let lines = border.lines.map { line in
      var line = line
      line.width = grid.snap(thickness: line.width)
      return line
    }
    let drawing = BorderDrawing(shape: frameShape, lines: lines, grid: grid)
    if clip == nil { canvas.clipped(to: box, drawing.draw) } else { drawing.draw(on: canvas) }
  }
}

extension BorderSpec {
  /// Whether it hides all that is below it.
  fileprivate var isOpaque: Bool {
    lines.allSatisfy { $0.style == .solid && ($0.width == 0 || $0.color.isOpaque) }
  }
}

extension BoxShadow {
  /// How far the blur reaches, px.
  fileprivate var reach: Double { BlurKernel.reach(sigma: sigma) }

  /// The bounds of the shadow outside of a frame.
  fileprivate func extent(around frame: Rect) -> Rect {
    let shape = frame.grown(by: spread)
    return shape.isEmpty ? .empty : shape.grown(by: reach).offset(dx: dx, dy: dy)
  }

  /// Draws a shape of the shadow's colour, blurred.
  ///
  /// - Parameters:
  ///   - shape: The shape, px at scale 1.
  ///   - canvas: The canvas.
  ///   - region: The required region, px at scale 1.
  ///   - scale: Device pixels per px.
  /// - Throws: `DrawingError` if out of memory.
  fileprivate func draw(
    _ shape: Path, on canvas: Canvas, in region: Rect, scale: Double
  ) throws {
    guard color.alpha > 0, !shape.isEmpty else { return }
    let blur = Blur(sigma: sigma * scale)
    // Without a blur it is a path in documents, too.
    guard blur.sigma > 0 else { return canvas.fill(shape, with: .color(color)) }
    let seen = PixelRect(
      covering: region.intersection(shape.controlBounds.grown(by: reach)), scale: scale)
    guard !seen.isEmpty else { return }
    let cast = PixelRect(covering: shape.controlBounds, scale: scale)
    var mask = try Mask(area: seen.grown(by: blur.reach).intersection(cast))
    try mask.draw(scale: scale) { $0.fill(shape, with: .color(.black)) }
    try canvas.fill(
      blur.apply(to: mask, region: seen), scale: scale, with: .color(color), box: region)
  }
}
