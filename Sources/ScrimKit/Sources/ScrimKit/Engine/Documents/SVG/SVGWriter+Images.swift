internal import CCairo

extension SVGWriter {
  /// Fills with a paint through a mask.
  mutating func fill(
    _ mask: CairoSurface, at corner: Point, scale: Double, _ paint: Paint, box: Rect,
    _ place: Place
  ) throws -> SVGElement? {
    let (width, height) = mask.imageSize
    let rect = Rect(
      x: corner.x / scale, y: corner.y / scale, width: Double(width) / scale,
      height: Double(height) / scale)
    guard !paint.isTransparent,
      let coverage = try image(mask, width: width, height: height, in: rect, place),
      case .image(let index, let matrix) = coverage.content
    else { return nil }
    let data = SVGPath(Path(rect: rect), place.transform, near: rect).data
    var element = SVGElement(
      .path(definitions.path(data), attributes: definitions.fill(paint, box: box, place.transform)),
      bounds: rect)
    element.mask = definitions.maskID(
      area: place.transform.bounds(of: rect), image: index, place: matrix)
    return element
  }

  mutating func draw(
    _ image: GlyphImage, at origin: Point, alpha: Double, _ place: Place
  ) throws -> SVGElement? {
    let (width, height) = image.surface.imageSize
    let rect = image.rect.offset(dx: origin.x, dy: origin.y)
    var element = try self.image(image.surface, width: width, height: height, in: rect, place)
    element?.opacity = alpha
    return element
  }

  mutating func draw(
    _ image: CanvasImage, in rect: Rect, _ place: Place
  ) throws -> SVGElement? {
    // All pixels, positioned so that the shown part fills the rectangle.
    let across = rect.width / image.shown.width
    let down = rect.height / image.shown.height
    let whole = Rect(
      x: rect.x - image.shown.x * across, y: rect.y - image.shown.y * down,
      width: Double(image.width) * across, height: Double(image.height) * down)
    return try self.image(
      image.surface, width: image.width, height: image.height, in: whole, place)
  }

  /// An image over a rectangle of the recording.
  mutating func image(
    _ surface: CairoSurface, width: Int, height: Int, pixels: CairoSurface? = nil, in rect: Rect,
    _ place: Place
  ) throws -> SVGElement? {
    guard !rect.intersection(place.visible).isEmpty, width > 0, height > 0 else { return nil }
    let (across, down) = (rect.width / Double(width), rect.height / Double(height))
    let corner = place.transform(Point(x: rect.x, y: rect.y))
    let (cosine, sine) = (place.transform.cosine, place.transform.sine)
    var matrix = DeviceTransform()
    (matrix.xx, matrix.yx, matrix.x0) = (cosine * across, sine * across, corner.x)
    (matrix.xy, matrix.yy, matrix.y0) = (-sine * down, cosine * down, corner.y)
    let index = try definitions.image(surface, width: width, height: height, pixels: pixels)
    return SVGElement(.image(index, matrix), bounds: rect)
  }
}

extension CairoSurface {
  /// The width and height of an image surface, pixels.
  fileprivate var imageSize: (width: Int, height: Int) {
    (Int(cairo_image_surface_get_width(pointer)), Int(cairo_image_surface_get_height(pointer)))
  }
}
