/// A drawing call of a canvas with its arguments, in the canvas's units.
indirect enum DrawingStep {
  case fill(Path, Paint, box: Rect?, CompositeOperator)
  case stroke(Path, StrokeStyle, Paint, box: Rect?, CompositeOperator)
  case glyphs(GlyphShape)
  /// The image of a colour glyph, drawn relative to its origin.
  case glyphImage(GlyphImage, at: Point, alpha: Double)
  /// An image over a rectangle.
  case image(CanvasImage, Rect)
  /// An SVG over a rectangle, clipped by the frame of the geometry.
  case svg(SVGImage, Rect, ContentGeometry)
  /// Pixels whose top left corner is in device pixels of `scale`; beyond their edges the outermost ones are repeated.
  case pixels(CairoSurface, at: Point, scale: Double)
  /// A paint through a mask, whose top left corner is in device pixels of `scale`.
  case mask(CairoSurface, at: Point, scale: Double, Paint, box: Rect)
  /// An item of another picture.
  case item(Picture.Item, CompositeOperator)
  case clip(Path, [DrawingStep])
  /// A translation and a scale: a point p is drawn at origin + p × scale.
  case transform(origin: Point, scale: Double, [DrawingStep])
  case affine(Transform, [DrawingStep])
  case group(opacity: Double, CompositeOperator, [DrawingStep])
}

/// All drawing calls of a recording.
struct DrawingRecord {
  var steps: [DrawingStep] = []
  /// Whether repeating the calls on pixels gives the same result as the recording.
  var isRepeatable = true
}

extension Canvas {
  /// Repeats recorded steps.
  func draw(_ steps: [DrawingStep]) {
    for step in steps { draw(step) }
  }

  private func draw(_ step: DrawingStep) {
    switch step {
    case .fill(let path, let paint, let box, let `operator`):
      fill(path, with: paint, box: box, operator: `operator`)
    case .stroke(let path, let style, let paint, let box, let `operator`):
      stroke(path, style, with: paint, box: box, operator: `operator`)
    case .glyphs(let shape): draw(shape)
    case .glyphImage(let image, let origin, let alpha): draw(image, at: origin, alpha: alpha)
    case .image(let image, let rect): draw(image, in: rect)
    case .svg(let image, let rect, let geometry): redraw(image, in: rect, of: geometry)
    case .pixels(let surface, let corner, let scale): draw(surface, at: corner, scale: scale)
    case .mask(let mask, let corner, let scale, let paint, let box):
      fill(mask, at: corner, scale: scale, with: paint, box: box)
    case .item(let item, let `operator`): draw(item, `operator`)
    case .clip(let path, let steps): clipped(to: path) { $0.draw(steps) }
    case .transform(let origin, let scale, let steps):
      transformed(origin: origin, scale: scale) { $0.draw(steps) }
    case .affine(let transform, let steps): transformed(by: transform) { $0.draw(steps) }
    case .group(let opacity, let `operator`, let steps):
      group(opacity: opacity, operator: `operator`) { $0.draw(steps) }
    }
  }
}
