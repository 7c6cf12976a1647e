internal import CCairo

extension Canvas {
  /// Draws an SVG: vectors in PDF, otherwise device pixels, the same in every part of an image that is drawn apart.
  ///
  /// - Parameters:
  ///   - image: The SVG.
  ///   - rect: Its rectangle, px at scale 1.
  ///   - geometry: What is outside of its frame is not drawn; its scale is that of what becomes pixels in a document,
  ///     such as filters.
  /// - Throws: `EffectError` if it cannot be drawn; `DrawingError`.
  public func draw(_ image: SVGImage, in rect: Rect, of geometry: ContentGeometry) throws {
    guard !rect.intersection(geometry.frame).isEmpty else { return }
    try image.check(in: rect, of: geometry)
    var failure: DrawingError?
    step(.svg(image, rect, geometry)) {
      do throws(DrawingError) {
        try drawNow(image, in: rect, of: geometry)
      } catch {
        failure = error
      }
    }
    guard let failure else { return }
    throw failure.isOutOfMemory ? failure : EffectError("\(failure.message).") as any Error
  }

  /// Repeats the drawing of an SVG.
  func redraw(_ image: SVGImage, in rect: Rect, of geometry: ContentGeometry) {
    step(.svg(image, rect, geometry)) {
      do throws(DrawingError) {
        try drawNow(image, in: rect, of: geometry)
      } catch {
        fail(error)
      }
    }
  }

  private func drawNow(
    _ image: SVGImage, in rect: Rect, of geometry: ContentGeometry
  ) throws(DrawingError) {
    let shown = rect.intersection(geometry.frame)
    try geometry.fonts.asDefault { () throws(DrawingError) in
      if isOfPixels {
        let fonts = ObjectIdentifier(geometry.fonts)
        try drawPixels(of: image, in: rect, shown: shown, fonts)
      } else {
        set(.over)
        try image.drawVectors(on: cairo, in: rect, shown: shown, scale: geometry.scale)
      }
    }
  }

  /// The maximum number of device pixels that an SVG covers.
  private static let maxPixels = 100_000_000

  private func drawPixels(
    of image: SVGImage, in rect: Rect, shown: Rect, _ fonts: ObjectIdentifier
  ) throws(DrawingError) {
    let (whole, transform) = wholePixels()
    var area = pixels(around: shown)
    guard max(area.width, area.height) < 32_767, area.width * area.height <= Self.maxPixels else {
      throw DrawingError(
        "the SVG covers \(area.width) × \(area.height) device pixels; at most \(Self.maxPixels) are drawn"
      )
    }
    area = PixelRect(
      x: area.x - whole.x, y: area.y - whole.y, width: area.width, height: area.height)
    let surface = try image.pixels(
      at: SVGImage.Place(
        transform: transform, rect: rect, shown: shown, area: area, fonts: fonts))
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_identity_matrix(cairo)
    cairo_set_source_surface(
      cairo, surface.pointer, Double(area.x + whole.x), Double(area.y + whole.y))
    set(.over)
    cairo_paint(cairo)
  }

  /// The transform without whole device pixels, which differ between the parts of an image, and those.
  private func wholePixels() -> (whole: (x: Int, y: Int), rest: DeviceTransform) {
    let steps = 1_048_576.0
    func exact(_ value: Double) -> Double { (value * steps).rounded() / steps }
    var rest = transform
    let (x, y) = (exact(rest.x0), exact(rest.y0))
    let whole = (x: Int(x.rounded(.down)), y: Int(y.rounded(.down)))
    (rest.x0, rest.y0) = (x - Double(whole.x), y - Double(whole.y))
    return (whole, rest)
  }
}
