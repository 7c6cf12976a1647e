internal import CCairo
internal import CPango
internal import Synchronization

/// An SVG, drawn by librsvg, which is opened when the first one is read.
///
/// It reads no files and runs nothing: what would need that is an error, as is what librsvg would leave out silently or
/// could take very long for. Equal bytes give equal pixels with the same release of librsvg.
///
/// `@unchecked Sendable`: librsvg's object is used under a lock only.
public final class SVGImage: @unchecked Sendable {
  /// The size that it has by itself, px: its `width` and `height`, a missing one from the ratio of its `viewBox`, or
  /// that of its `viewBox`; `nil` if it has none of these.
  public let naturalSize: Size?

  private let library: RsvgLibrary
  private let handle: RsvgLibrary.Handle
  /// Passes of filters over its pixels.
  private let work: Double
  /// The space in which it is drawn, whatever the size: that of an SVG without a `viewBox`; `nil` if it has one.
  private let space: Size?
  private let fonts: SVGFonts
  private let bytes: [UInt8]
  /// The fonts that are known to have its texts.
  private let checkedFonts = Mutex<ObjectIdentifier?>(nil)
  private let rendered = Mutex<Rendered?>(nil)

  /// What filters may take: passes over a million pixels. About five seconds on one core.
  private static let maxWork = 100.0

  /// Reads an SVG.
  ///
  /// - Parameters:
  ///   - bytes: The file, in UTF-8.
  ///   - color: The value of `currentColor`, unless the SVG sets `color`.
  ///   - language: The language that `systemLanguage` is compared with; without one, none is the reader's.
  /// - Throws: `EffectError` with the line and the column of what is not allowed.
  public init(_ bytes: [UInt8], color: Color = .black, language: String? = nil) throws(EffectError)
  {
    let hasColor: Bool
    do throws(SVGError) {
      let scan = try SVGScan(bytes)
      hasColor = scan.hasColor
      work = (try SVGCost(scan).work * 1000).rounded() / 1000
      fonts = SVGFonts(scan)
      guard let library = RsvgLibrary.shared else {
        throw SVGError(
          "SVG needs librsvg, which is not installed. Install the package librsvg2-2.")
      }
      self.library = library
      let read = scan.prepared(bytes, for: language)
      handle = try RsvgLibrary.checked { library.create(read, gsize(read.count), $0) }
    } catch {
      throw EffectError(error.text(in: bytes))
    }
    self.bytes = bytes
    library.setResolution(handle, 96)
    let size = Self.size(of: handle, library)
    naturalSize = size.natural
    space = size.hasViewBox ? nil : size.natural
    if let natural = naturalSize, natural.width <= 0 || natural.height <= 0 {
      throw EffectError(
        "the SVG is \(natural.width.plain) × \(natural.height.plain) px: nothing of it is seen.")
    }
    if !hasColor { try set(color) }
  }

  /// Whether a file is an SVG, or compressed or in UTF-16 as one may be, and not an image of pixels.
  @_spi(Host) public static func isSVG(_ bytes: [UInt8]) -> Bool {
    let starts: [[UInt8]] = [[0x1F, 0x8B], [0xFF, 0xFE, 0x3C, 0], [0xFE, 0xFF, 0, 0x3C]]
    if starts.contains(where: bytes.starts) { return true }
    let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    return text.first { !XMLReader.isSpace($0) } == UInt8(ascii: "<")
  }

  /// Sets `currentColor`. A style sheet of the document precedes that of the user; an attribute of the root would not.
  private func set(_ color: Color) throws(EffectError) {
    let style = Array(":root { color: \(color.css) }".utf8)
    do throws(SVGError) {
      let isSet = try RsvgLibrary.checked {
        library.setStyle(handle, style, gsize(style.count), $0)
      }
      guard isSet != 0 else { throw SVGError("the colour cannot be set.") }
    } catch {
      throw EffectError(error.message)
    }
  }

  deinit { g_object_unref(handle) }

  /// CSS Images 3 §5.1: a width and a height in px, or one of them and a ratio.
  private static func size(
    of handle: RsvgLibrary.Handle, _ library: RsvgLibrary
  ) -> (natural: Size?, hasViewBox: Bool) {
    var (hasWidth, hasHeight, hasBox): (gboolean, gboolean, gboolean) = (0, 0, 0)
    var (width, height) = (RsvgLibrary.RsvgLength(), RsvgLibrary.RsvgLength())
    var box = cairo_rectangle_t()
    library.getSize(handle, &hasWidth, &width, &hasHeight, &height, &hasBox, &box)
    let hasRatio = hasBox != 0 && box.width > 0 && box.height > 0
    let w = hasWidth != 0 ? width.pixels : nil
    let h = hasHeight != 0 ? height.pixels : nil
    let natural: Size? =
      switch (w, h) {
      case (let w?, let h?): Size(width: w, height: h)
      case (let w?, nil) where hasRatio: Size(width: w, height: w * box.height / box.width)
      case (nil, let h?) where hasRatio: Size(width: h * box.width / box.height, height: h)
      // (CSS 2 §10.3.2 and §10.6.2: 300 × 150 where there is neither size nor ratio.)
      case (let w?, nil): Size(width: w, height: 150)
      case (nil, let h?): Size(width: 300, height: h)
      case (nil, nil): hasRatio ? Size(width: box.width, height: box.height) : nil
      }
    return (natural, hasRatio)
  }

  /// Checks that the fonts have its texts, and that its filters do not take too long.
  ///
  /// - Parameters:
  ///   - rect: The rectangle in which it is drawn, px.
  ///   - geometry: Where that is.
  /// - Throws: `EffectError` if it is not drawn.
  public func check(in rect: Rect, of geometry: ContentGeometry) throws(EffectError) {
    let pixels = rect.width * rect.height * geometry.scale * geometry.scale / 1e6
    guard work * pixels <= Self.maxWork else {
      throw EffectError(
        "its filters and translucent groups are \(work.rounded(.up).plain) passes over "
          + "\(((pixels * 10).rounded() / 10).plain) megapixels; at most \(Self.maxWork.plain) passes over a "
          + "megapixel are allowed. Draw it smaller, or with fewer of them.")
    }
    try check(geometry.fonts)
  }

  /// Checks that fonts have its texts.
  ///
  /// - Throws: `EffectError` that names a family or a character.
  @_spi(Host) public func check(_ library: FontLibrary) throws(EffectError) {
    // Each content of a job asks with the same fonts.
    guard checkedFonts.withLock({ $0 != ObjectIdentifier(library) }) else { return }
    do throws(SVGError) {
      try fonts.check(in: library)
    } catch {
      throw EffectError(error.text(in: bytes))
    }
    checkedFonts.withLock { $0 = ObjectIdentifier(library) }
  }
}

extension SVGImage {
  /// Pixels for drawing repeatedly, in tiles of an image.
  fileprivate struct Rendered {
    let place: Place
    let surface: CairoSurface
  }

  /// Where pixels are drawn: equal for all parts of an image that are drawn apart.
  struct Place: Equatable {
    /// From px to device pixels, without whole device pixels of the origin.
    let transform: DeviceTransform
    let rect: Rect
    let shown: Rect
    /// The device pixels.
    let area: PixelRect
    let fonts: ObjectIdentifier
  }

  /// Its pixels at a place, with Pango's default fonts.
  ///
  /// - Throws: `DrawingError`.
  func pixels(at place: Place) throws(DrawingError) -> CairoSurface {
    // (A lock around everything: librsvg's object is not thread-safe.)
    let result: Result<CairoSurface, DrawingError> = rendered.withLock { rendered in
      if let known = rendered, known.place == place { return .success(known.surface) }
      do throws(DrawingError) {
        let surface = try draw(at: place)
        rendered = Rendered(place: place, surface: surface)
        return .success(surface)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func draw(at place: Place) throws(DrawingError) -> CairoSurface {
    let area = place.area
    let surface = try CairoSurface(
      taking: cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(area.width), Int32(area.height)))
    let cairo: OpaquePointer = cairo_create(surface.pointer)
    defer { cairo_destroy(cairo) }
    var matrix = cairo_matrix_t(place.transform)
    cairo_translate(cairo, -Double(area.x), -Double(area.y))
    cairo_transform(cairo, &matrix)
    if place.transform.isUpright {
      try render(on: cairo, in: place.rect, shown: place.shown, clipsAtPixels: true)
    } else {
      try drawRecorded(
        on: cairo, in: place.rect, shown: place.shown, scale: place.transform.stretch)
    }
    cairo_surface_flush(surface.pointer)
    return surface
  }

  /// Draws on what is not made of pixels, with Pango's default fonts.
  ///
  /// - Parameters:
  ///   - cairo: In px.
  ///   - rect: The SVG's rectangle.
  ///   - shown: The part of it that is shown.
  ///   - scale: Device pixels per px for what becomes pixels.
  /// - Throws: `DrawingError`.
  func drawVectors(
    on cairo: OpaquePointer, in rect: Rect, shown: Rect, scale: Double
  ) throws(DrawingError) {
    let result: Result<Void, DrawingError> = rendered.withLock { _ in
      do throws(DrawingError) {
        return .success(try drawRecorded(on: cairo, in: rect, shown: shown, scale: scale))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Draws a recording in which one unit is a device pixel: librsvg 2.54 draws masks, filters and groups on pixels of
  /// that size, and not at all if it is rotated or mirrored.
  private func drawRecorded(
    on cairo: OpaquePointer, in rect: Rect, shown: Rect, scale: Double
  ) throws(DrawingError) {
    let whole = Rect(x: 0, y: 0, width: rect.width, height: rect.height)
    let surface = try CairoSurface(
      recording: Rect(x: 0, y: 0, width: rect.width * scale, height: rect.height * scale))
    let inner: OpaquePointer = cairo_create(surface.pointer)
    defer { cairo_destroy(inner) }
    cairo_scale(inner, scale, scale)
    let visible = Rect(
      x: shown.x - rect.x, y: shown.y - rect.y, width: shown.width, height: shown.height)
    try render(on: inner, in: whole, shown: visible, clipsAtPixels: false)
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_translate(cairo, rect.x, rect.y)
    cairo_scale(cairo, 1 / scale, 1 / scale)
    cairo_set_source_surface(cairo, surface.pointer, 0, 0)
    cairo_paint(cairo)
    let status = cairo_status(cairo)
    guard status == CAIRO_STATUS_SUCCESS else { throw DrawingError(status) }
  }

  /// Draws with librsvg.
  ///
  /// - Parameters:
  ///   - cairo: In px.
  ///   - rect: The SVG's rectangle.
  ///   - shown: The part of it that is shown.
  ///   - clipsAtPixels: Whether the surface ends where the rectangle does: a clip inside of pixels would antialias the
  ///     edge of a background twice.
  /// - Throws: `DrawingError`.
  private func render(
    on cairo: OpaquePointer, in rect: Rect, shown: Rect, clipsAtPixels: Bool
  ) throws(DrawingError) {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    var clip = shown
    if clipsAtPixels {
      // Only what the frame cuts.
      let far = rect.grown(by: max(rect.width, rect.height))
      clip = Rect(
        left: shown.left > rect.left ? shown.left : far.left,
        top: shown.top > rect.top ? shown.top : far.top,
        right: shown.right < rect.right ? shown.right : far.right,
        bottom: shown.bottom < rect.bottom ? shown.bottom : far.bottom)
    }
    cairo_rectangle(cairo, clip.x, clip.y, clip.width, clip.height)
    cairo_clip(cairo)
    cairo_translate(cairo, rect.x, rect.y)
    var viewport = cairo_rectangle_t(
      x: 0, y: 0, width: rect.width, height: rect.height)
    if let space {
      cairo_scale(cairo, rect.width / space.width, rect.height / space.height)
      (viewport.width, viewport.height) = (space.width, space.height)
    }
    do throws(SVGError) {
      let isDrawn = try RsvgLibrary.checked { library.render(handle, cairo, &viewport, $0) }
      guard isDrawn != 0 else { throw SVGError("unknown error") }
    } catch {
      let message = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
      throw DrawingError("the SVG cannot be drawn: \(message)")
    }
    let status = cairo_status(cairo)
    guard status == CAIRO_STATUS_SUCCESS else { throw DrawingError(status) }
  }
}

extension DeviceTransform {
  fileprivate var isUpright: Bool { xy == 0 && yx == 0 && xx > 0 && yy > 0 }

  /// The greatest factor of the lengths along the axes.
  fileprivate var stretch: Double {
    max((xx * xx + yx * yx).squareRoot(), (xy * xy + yy * yy).squareRoot())
  }
}

extension cairo_matrix_t {
  fileprivate init(_ matrix: DeviceTransform) {
    self.init(
      xx: matrix.xx, yx: matrix.yx, xy: matrix.xy, yy: matrix.yy, x0: matrix.x0, y0: matrix.y0)
  }
}
