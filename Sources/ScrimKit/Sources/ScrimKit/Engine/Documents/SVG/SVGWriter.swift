/// Converts recorded drawing into SVG elements. All coordinates are those of the page: only images may need a
/// transform, and groups that are mirrored or skewed.
struct SVGWriter {
  var definitions = SVGDefinitions()

  /// The coordinate system of a recording.
  struct Place {
    /// From the units of the recording to the page.
    var transform: Similarity
    /// The visible area in the units of the recording.
    var visible: Rect

    /// The coordinate system inside a transform.
    func inside(_ inner: Similarity) -> Place {
      Place(transform: transform.after(inner), visible: inner.inverse.bounds(of: visible))
    }
  }

  /// The elements of a picture.
  ///
  /// - Parameters:
  ///   - picture: A picture that SVG fully supports.
  ///   - page: The visible area, px at scale 1.
  /// - Returns: The elements, bottom first.
  /// - Throws: `DrawingError`.
  mutating func elements(of picture: Picture, page: Rect) throws -> [SVGElement] {
    let place = Place(
      transform: Similarity(origin: Point(x: -page.x, y: -page.y)),
      visible: page)
    return try picture.items.compactMap { try element(of: $0, $0.operator, place) }
  }

  private mutating func elements(of steps: [DrawingStep], _ place: Place) throws -> [SVGElement] {
    guard !place.visible.isEmpty else { return [] }
    return try steps.compactMap { try element(of: $0, place) }
  }

  private mutating func element(of step: DrawingStep, _ place: Place) throws -> SVGElement? {
    switch step {
    case .fill(let path, let paint, let box, let `operator`):
      return fill(path, paint, box: box ?? path.controlBounds, `operator`, place)
    case .stroke(let path, let style, let paint, let box, let `operator`):
      return stroke(path, style, paint, box: box ?? path.controlBounds, `operator`, place)
    case .glyphs(let shape):
      guard let style = shape.stroke else {
        return fill(shape.path, shape.paint, box: shape.box, .over, place)
      }
      return stroke(shape.path, style, shape.paint, box: shape.box, .over, place)
    case .glyphImage(let image, let origin, let alpha):
      return try draw(image, at: origin, alpha: alpha, place)
    case .image(let image, let rect): return try draw(image, in: rect, place)
    case .pixels, .svg: return nil
    case .mask(let mask, let corner, let scale, let paint, let box):
      return try fill(mask, at: corner, scale: scale, paint, box: box, place)
    case .item(let item, let `operator`): return try element(of: item, `operator`, place)
    case .clip(let path, let steps): return try clip(to: path, steps, place)
    case .transform(let origin, let scale, let steps):
      guard scale != 0 else { return nil }
      return try element(of: steps, inside: Similarity(origin: origin, scale: scale), place)
    case .affine(let transform, let steps):
      guard let similarity = Similarity(transform) else {
        return try element(of: steps, inside: transform, place)
      }
      return try element(of: steps, inside: similarity, place)
    case .group(let opacity, let `operator`, let steps):
      guard opacity > 0 else { return nil }
      var group = SVGElement(try elements(of: steps, place)).isolated
      group.opacity *= opacity
      group.blend = `operator`.blendMode
      return group
    }
  }

  private mutating func element(
    of item: Picture.Item, _ operator: CompositeOperator, _ place: Place
  ) throws -> SVGElement? {
    var element: SVGElement?
    switch item.source {
    case .raster(let raster):
      let pixels = raster.pixels
      element = try image(
        item.surface, width: pixels.width, height: pixels.height,
        pixels: pixels.isOpaque ? try pixels.surface(isOpaque: true) : nil, in: raster.rect, place)
    case .recording:
      guard let record = item.record else { return nil }
      element = try clip(to: Path(rect: item.reach), record.steps, place)?.isolated
    }
    element?.blend = `operator`.blendMode
    return element
  }

  private mutating func element(
    of steps: [DrawingStep], inside transform: Similarity, _ place: Place
  ) throws -> SVGElement {
    var element = SVGElement(try elements(of: steps, place.inside(transform)))
    element.bounds = transform.bounds(of: element.bounds)
    return element
  }

  /// A group of its own, with the coordinates of the steps: strokes change their shape.
  private mutating func element(
    of steps: [DrawingStep], inside transform: Transform, _ place: Place
  ) throws -> SVGElement {
    let inner = Place(
      transform: Similarity(origin: .zero), visible: transform.inverse.bounds(of: place.visible))
    var element = SVGElement(try elements(of: steps, inner))
    element.bounds = transform.bounds(of: element.bounds)
    element.transform = place.transform.after(transform)
    return element
  }

  private mutating func clip(
    to path: Path, _ steps: [DrawingStep], _ place: Place
  ) throws -> SVGElement? {
    let bounds = path.bounds
    var inner = place
    inner.visible = place.visible.intersection(bounds)
    let element = SVGElement(try elements(of: steps, inner))
    let drawn = element.bounds.intersection(place.visible)
    guard !drawn.isEmpty else { return nil }
    // A recording's edge often equals that of its content, except for rounding.
    if path.isUprightRectangle, bounds.grown(by: 0.001).contains(drawn) { return element }
    let data = SVGPath(path, place.transform, near: place.visible.grown(by: 1)).data
    return element.clipped(by: definitions.clipID(data, path.fillRule), bounds: bounds)
  }
}

extension Path {
  /// Whether it is the outline of an axis-aligned rectangle.
  fileprivate var isUprightRectangle: Bool {
    let bounds = controlBounds
    guard elements.count == 6 || elements.count == 5, elements.last == .close else { return false }
    return elements.dropLast().allSatisfy { element in
      switch element {
      case .move(let p), .line(let p):
        (p.x == bounds.left || p.x == bounds.right) && (p.y == bounds.top || p.y == bounds.bottom)
      case .curve, .close: false
      }
    }
  }
}
