internal import CCairo

/// The image of a layer so far: recorded drawing, pixels, or a sequence of both.
///
/// Text and shapes stay recorded, and therefore sharp at any scale, until pixels are requested. It is a value; copies
/// share their recordings.
public struct Picture {
  /// The bounds outside which the picture is transparent, px at scale 1.
  public internal(set) var extent: Rect
  /// Device pixels per px at scale 1, when rasterized.
  public let scale: Double
  /// What it is drawn for.
  @_spi(Host) public var medium: Medium
  /// Whether images drawn on it keep all their pixels, for a document that embeds them; otherwise they are resampled.
  private let keepsImages: Bool
  /// Whether images are resampled when the picture is drawn, because it will be enlarged or reduced.
  private let resamplesLater: Bool

  var items: [Item] = []

  /// What pictures are drawn for.
  @_spi(Host) public enum Medium: Sendable {
    /// Pixels.
    case pixels
    /// Pixels with dithered gradients.
    case ditheredPixels
    /// A document: what is drawn stays apart, so that as little as possible becomes pixels.
    case document

    var isDithered: Bool { self == .ditheredPixels }
  }

  /// Whether it is drawn for a document.
  private var isForDocument: Bool { medium == .document }

  struct Item {
    let surface: CairoSurface
    let source: Source
    let `operator`: CompositeOperator
    let extent: Rect
    /// The path that clips the item, if any.
    var clip: Path?
    /// Whether the item uses only the `over` operator, as vector formats do.
    var isPlain = true
    /// The recorded drawing calls, if all are known.
    var record: DrawingRecord?
    /// The pixels of the recording, if cached.
    var cached: CachedPixels?

    enum Source {
      /// Drawing recorded in px at scale 1.
      case recording
      /// Pixels with their position.
      case raster(Raster)
    }
  }

  /// Creates an empty picture.
  ///
  /// - Parameter scale: Device pixels per px at scale 1.
  public init(scale: Double) { self.init(scale: scale, for: .pixels) }

  /// Creates an empty picture that can take the place of another: with its scale, and for a document if that is.
  public init(like other: Picture) {
    self.init(scale: other.scale, for: other.medium)
  }

  /// Creates an empty picture that will be transformed.
  ///
  /// - Parameters:
  ///   - scale: Device pixels per px at scale 1.
  ///   - medium: What it is drawn for.
  ///   - transform: The transform by which it will be drawn.
  @_spi(Host) public init(
    scale: Double, for medium: Medium, transformedBy transform: Transform = .none
  ) {
    self.init(
      scale: scale, medium, keepsImages: medium == .document,
      resamplesLater: !transform.isRigid && medium != .document)
  }

  private init(scale: Double, _ medium: Medium, keepsImages: Bool, resamplesLater: Bool) {
    self.scale = scale
    self.medium = medium
    self.keepsImages = keepsImages
    self.resamplesLater = resamplesLater
    extent = .empty
  }

  /// Creates a picture from pixels.
  ///
  /// - Throws: `DrawingError` if out of memory.
  public init(_ raster: Raster) throws {
    self.init(scale: raster.scale, .pixels, keepsImages: false, resamplesLater: false)
    extent = raster.rect
    guard !raster.area.isEmpty else { return }
    items = [
      Item(
        surface: try raster.surface(),
        source: .raster(raster), operator: .over, extent: raster.rect)
    ]
  }

  /// Whether nothing has been drawn.
  public var isEmpty: Bool { items.isEmpty }

  /// Draws onto the picture.
  ///
  /// - Parameters:
  ///   - operator: The operator that composites the drawing as a group with the picture so far.
  ///   - area: The bounds of the drawing. It is clipped at the device pixels around the rectangle widened to integer
  ///     px. (As usual, `in` and `destinationIn` clear everything outside the drawing.)
  ///   - body: Draws in px at scale 1.
  /// - Throws: Errors of `body`; `DrawingError`.
  public mutating func draw(
    _ operator: CompositeOperator = .over, in area: Rect, _ body: (Canvas) throws -> Void
  ) throws {
    guard let item = try record(`operator`, area, body) else { return }
    items.append(item)
    if `operator`.covers { extent = extent.union(area) }
  }

  /// Draws another picture on top of this one.
  ///
  /// - Throws: `DrawingError`.
  public mutating func draw(_ other: Picture) throws {
    guard isForDocument, !other.needsGroup else {
      return try draw(in: other.extent) { $0.draw(other) }
    }
    items += other.items
    extent = extent.union(other.extent)
  }

  /// Draws beneath everything drawn so far.
  ///
  /// - Parameters:
  ///   - area: The bounds of the drawing. It is clipped at the device pixels around the rectangle widened to integer
  ///     px.
  ///   - body: Draws in px at scale 1.
  /// - Throws: Errors of `body`; `DrawingError`.
  public mutating func drawUnder(in area: Rect, _ body: (Canvas) throws -> Void) throws {
    guard let item = try record(.over, area, body) else { return }
    // The items above may use other operators than `over`: an `atop` must not see the new item.
    if needsGroup { try flatten() }
    items.insert(item, at: 0)
    extent = extent.union(area)
  }

  /// Draws another picture beneath this one.
  ///
  /// - Throws: `DrawingError`.
  public mutating func drawUnder(_ other: Picture) throws {
    guard isForDocument, !other.needsGroup, !needsGroup else {
      return try drawUnder(in: other.extent) { $0.draw(other) }
    }
    items.insert(contentsOf: other.items, at: 0)
    extent = extent.union(other.extent)
  }

  /// Clips the picture to `area`, at the device pixels around the rectangle widened to integer px.
  ///
  /// - Throws: `DrawingError`.
  public mutating func clip(to area: Rect) throws {
    if area.contains(extent) { return }
    let whole = self
    self = Picture(scale: scale, medium, keepsImages: keepsImages, resamplesLater: false)
    if whole.needsGroup || !isForDocument {
      try draw(in: whole.extent.intersection(area)) { $0.draw(whole) }
    } else {
      // Item by item, so that as little as possible is rasterized for a vector format.
      for item in whole.items {
        try draw(in: item.extent.intersection(area)) { $0.draw(item, .over) }
      }
    }
  }

  /// Replaces the picture inside a path by another one.
  ///
  /// At the path's edge the two are mixed by coverage, so that areas which are equal in both show no seam.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - other: The picture for the inside of the path.
  /// - Throws: `DrawingError`.
  @_spi(Host) public mutating func replace(inside path: Path, by other: Picture) throws {
    let area = path.controlBounds.intersection(extent.union(other.extent))
    guard var item = try record(.source, area, { $0.draw(other) }) else { return }
    item.clip = path
    items.append(item)
    extent = extent.union(area)
  }

  /// Rasterizes the picture.
  ///
  /// - Parameter region: The requested region, px at scale 1.
  /// - Returns: The device pixels that cover the region, transparent where nothing was drawn.
  /// - Throws: `DrawingError`.
  public func raster(in region: Rect) throws -> Raster {
    if items.count == 1, case .raster(let raster) = items[0].source, raster.scale == scale,
      items[0].operator == .over, items[0].clip == nil
    {
      return try raster.cropped(to: PixelRect(covering: region, scale: scale))
    }
    var raster = try Raster(area: PixelRect(covering: region, scale: scale), scale: scale)
    try raster.draw(isDithered: medium.isDithered) { $0.drawItems(of: self) }
    return raster
  }

  /// The picture's alpha channel.
  ///
  /// - Parameters:
  ///   - region: The requested region, px at scale 1.
  ///   - factor: Samples per device pixel in each direction.
  /// - Returns: Coverage of the device pixels that cover the region. With a `factor`, the pixels are smaller by it, in
  ///   complete groups of `factor` × `factor`.
  /// - Throws: `DrawingError`.
  public func mask(in region: Rect, supersampling factor: Int = 1) throws -> Mask {
    let coarse = PixelRect(covering: region, scale: scale)
    var mask = try Mask(
      area: PixelRect(
        x: coarse.x * factor, y: coarse.y * factor, width: coarse.width * factor,
        height: coarse.height * factor))
    try mask.draw(scale: scale * Double(factor)) { $0.drawItems(of: self) }
    return mask
  }

  /// Whether the items must be composited as a group before they are drawn on a backdrop.
  var needsGroup: Bool { items.contains { !$0.operator.isOver } }

  /// The resolution to which images drawn on it are resampled.
  private var resolution: Double? { keepsImages || resamplesLater ? nil : scale }

  private mutating func flatten() throws {
    let whole = self
    guard let item = try record(.over, extent, { $0.draw(whole) }) else { return }
    items = [item]
  }

  private func record(
    _ operator: CompositeOperator, _ area: Rect, _ body: (Canvas) throws -> Void
  ) throws -> Item? {
    try Self.record(`operator`, area, resolution, resamplesLater: resamplesLater, body)
  }

  static func record(
    _ operator: CompositeOperator, _ area: Rect, _ resolution: Double?,
    resamplesLater: Bool = false, _ body: (Canvas) throws -> Void
  ) throws -> Item? {
    guard !area.isEmpty else { return nil }
    let surface = try CairoSurface(recording: area)
    let canvas = Canvas(
      surface, resolution: resolution, resamplesLater: resamplesLater, recordsSteps: true)
    try body(canvas)
    try canvas.finish()
    return Item(
      surface: surface, source: .recording, operator: `operator`, extent: area,
      isPlain: canvas.isPlain, record: canvas.record, cached: CachedPixels())
  }
}

extension Canvas {
  /// Draws a picture.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - opacity: Opacity of the picture as a group, 0…1.
  ///   - blend: Blend mode of the picture as a group.
  public func draw(_ picture: Picture, opacity: Double = 1, blend: BlendMode = .normal) {
    if opacity >= 1 && blend == .normal && !picture.needsGroup {
      drawItems(of: picture)
    } else {
      // As small as possible, but one pixel larger on each side: a clip edge inside a pixel would apply antialiasing
      // twice to an edge that ends there.
      let pixels = PixelRect(covering: picture.extent, scale: picture.scale).grown(by: 1)
      clipped(to: Path(rect: pixels.rect(scale: picture.scale))) { canvas in
        canvas.group(opacity: opacity, operator: .blend(blend)) { $0.drawItems(of: picture) }
      }
    }
  }

  func drawItems(of picture: Picture) {
    for item in picture.items { draw(item, item.operator) }
  }

  func draw(_ item: Picture.Item, _ operator: CompositeOperator) {
    notePlain(item.isPlain)
    if `operator` == .over, item.clip == nil, drawSteps(of: item) { return }
    step(.item(item, `operator`)) { paint(item, `operator`) }
  }

  private func paint(_ item: Picture.Item, _ operator: CompositeOperator) {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    if let clip = item.clip {
      clip.add(to: cairo, near: visibleArea)
      cairo_clip(cairo)
    }
    if `operator` == .source {
      // Without a clip it would also clear everything outside.
      cairo_rectangle(
        cairo, item.extent.x, item.extent.y, item.extent.width, item.extent.height)
      cairo_clip(cairo)
    }
    let cached = item.cached?.raster
    if cached.map(isCopied) != true, drawGroup(ofStepsOf: item, `operator`) { return }
    if let cached, let surface = item.cached?.surface, isCopied(cached) {
      placePixels(x: Double(cached.area.x), y: Double(cached.area.y), scale: cached.scale)
      cairo_set_source_surface(cairo, surface.pointer, 0, 0)
    } else {
      if case .raster(let raster) = item.source {
        placePixels(x: Double(raster.area.x), y: Double(raster.area.y), scale: raster.scale)
      }
      cairo_set_source_surface(cairo, item.surface.pointer, 0, 0)
    }
    set(`operator`)
    cairo_paint(cairo)
  }

  /// Sets one unit to a device pixel of `scale` and moves the origin to (x, y) in device pixels.
  ///
  /// If the canvas already has that scale, integers are used, so that pixels are copied and not resampled.
  func placePixels(x: Double, y: Double, scale: Double) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    if abs(matrix.xx / scale - 1) < 1e-9, abs(matrix.yy / scale - 1) < 1e-9, matrix.xy == 0,
      matrix.yx == 0
    {
      func whole(_ value: Double) -> Double {
        abs(value - value.rounded()) < 1e-6 ? value.rounded() : value
      }
      cairo_matrix_init_translate(&matrix, whole(matrix.x0 + x), whole(matrix.y0 + y))
      cairo_set_matrix(cairo, &matrix)
    } else {
      cairo_scale(cairo, 1 / scale, 1 / scale)
      cairo_translate(cairo, x, y)
    }
  }
}
