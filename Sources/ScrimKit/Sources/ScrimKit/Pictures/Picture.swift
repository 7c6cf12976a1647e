internal import CCairo

/// What a layer has drawn so far: recorded drawing, pixels, or both in turn.
///
/// Text and shapes stay recorded, and so sharp at any scale, until something asks for pixels. A
/// value: copies share what they recorded.
public struct Picture {
  /// Outside this rectangle the picture is transparent. px at scale 1.
  public internal(set) var extent: Rect
  /// Device pixels a px at scale 1, when pixels are asked for.
  public let scale: Double
  /// Whether images that are drawn on it keep all their pixels, for a document that holds them;
  /// otherwise they are resampled for pixels at `scale`.
  public let keepsImages: Bool

  var items: [Item] = []

  struct Item {
    let surface: CairoSurface
    let source: Source
    let `operator`: CompositeOperator
    let extent: Rect
    /// Only inside this path.
    var clip: Path?
    /// Whether each thing in it lies over the one before, as vector formats have it.
    var isPlain = true
    /// The calls that were recorded, if all are known.
    var record: DrawingRecord?
    /// What the recording came to in pixels, if that was kept.
    var cached: CachedPixels?

    enum Source {
      /// Recorded in px at scale 1.
      case recording
      /// Pixels in their place.
      case raster(Raster)
    }
  }

  /// A picture with nothing on it.
  ///
  /// - Parameters:
  ///   - scale: Device pixels a px at scale 1.
  ///   - keepsImages: Whether images that are drawn on it keep all their pixels; if not given, whether
  ///     it is drawn for a document.
  public init(scale: Double, keepsImages: Bool? = nil) {
    self.scale = scale
    self.keepsImages = keepsImages ?? DocumentRecording.isOn
    extent = .empty
  }

  /// A picture of pixels.
  ///
  /// - Throws: `DrawingError` if there is no memory.
  public init(_ raster: Raster) throws {
    scale = raster.scale
    keepsImages = false
    extent = raster.rect
    guard !raster.area.isEmpty else { return }
    items = [
      Item(
        surface: try raster.surface(),
        source: .raster(raster), operator: .over, extent: raster.rect)
    ]
  }

  /// Whether nothing was drawn.
  public var isEmpty: Bool { items.isEmpty }

  /// Draws onto the picture.
  ///
  /// - Parameters:
  ///   - operator: How the drawing as a whole meets the picture so far.
  ///   - area: What the drawing may touch; the rest is clipped, at the device pixels around the whole px
  ///     around it. (`in` and `destinationIn` take away all that lies outside, as ever.)
  ///   - body: Draws, in px at scale 1.
  /// - Throws: What `body` throws; `DrawingError`.
  public mutating func draw(
    _ operator: CompositeOperator = .over, in area: Rect, _ body: (Canvas) throws -> Void
  ) throws {
    guard let item = try Self.record(`operator`, area, resolution, body) else { return }
    items.append(item)
    if `operator`.covers { extent = extent.union(area) }
  }

  /// Draws another picture on top of all that is on this one.
  ///
  /// - Throws: `DrawingError`.
  public mutating func draw(_ other: Picture) throws {
    guard DocumentRecording.isOn, !other.needsGroup else {
      return try draw(in: other.extent) { $0.draw(other) }
    }
    items += other.items
    extent = extent.union(other.extent)
  }

  /// Draws beneath all that is on the picture so far.
  ///
  /// - Parameters:
  ///   - area: What the drawing may touch; the rest is clipped, at the device pixels around the whole px
  ///     around it.
  ///   - body: Draws, in px at scale 1.
  /// - Throws: What `body` throws; `DrawingError`.
  public mutating func drawUnder(in area: Rect, _ body: (Canvas) throws -> Void) throws {
    guard let item = try Self.record(.over, area, resolution, body) else { return }
    // What is above may not be a plain stack of `over`: an `atop` must not see the new item.
    if needsGroup { try flatten() }
    items.insert(item, at: 0)
    extent = extent.union(area)
  }

  /// Draws another picture beneath all that is on this one.
  ///
  /// - Throws: `DrawingError`.
  public mutating func drawUnder(_ other: Picture) throws {
    guard DocumentRecording.isOn, !other.needsGroup, !needsGroup else {
      return try drawUnder(in: other.extent) { $0.draw(other) }
    }
    items.insert(contentsOf: other.items, at: 0)
    extent = extent.union(other.extent)
  }

  /// Limits the picture to `area`, cut at the device pixels around the whole px around it.
  ///
  /// - Throws: `DrawingError`.
  public mutating func clip(to area: Rect) throws {
    if area.contains(extent) { return }
    let whole = self
    self = Picture(scale: scale, keepsImages: keepsImages)
    if whole.needsGroup || !DocumentRecording.isOn {
      try draw(in: whole.extent.intersection(area)) { $0.draw(whole) }
    } else {
      // One by one, so that what a vector format can't express is no more than it must be.
      for item in whole.items {
        try draw(in: item.extent.intersection(area)) { $0.draw(item, .over) }
      }
    }
  }

  /// Becomes another picture inside a path. At its edge the two are mixed by how much lies inside, so
  /// that what both have in common shows no line there.
  ///
  /// - Parameters:
  ///   - path: Where.
  ///   - other: What the picture becomes there.
  /// - Throws: `DrawingError`.
  @_spi(Host) public mutating func replace(inside path: Path, by other: Picture) throws {
    let area = path.controlBounds.intersection(extent.union(other.extent))
    guard var item = try Self.record(.source, area, resolution, { $0.draw(other) }) else { return }
    item.clip = path
    items.append(item)
    extent = extent.union(area)
  }

  /// The picture as pixels.
  ///
  /// - Parameter region: What is wanted of it, px at scale 1.
  /// - Returns: The device pixels that cover the region, transparent where nothing was drawn.
  /// - Throws: `DrawingError`.
  public func raster(in region: Rect) throws -> Raster {
    if items.count == 1, case .raster(let raster) = items[0].source, raster.scale == scale,
      items[0].operator == .over, items[0].clip == nil
    {
      return try raster.cropped(to: PixelRect(covering: region, scale: scale))
    }
    var raster = try Raster(area: PixelRect(covering: region, scale: scale), scale: scale)
    try raster.draw { $0.drawItems(of: self) }
    return raster
  }

  /// The picture's alpha.
  ///
  /// - Parameters:
  ///   - region: What is wanted of it, px at scale 1.
  ///   - factor: How many samples to take a device pixel in each direction.
  /// - Returns: Coverage of the device pixels that cover the region; with a `factor`, of pixels
  ///   that much smaller, in whole groups of `factor` × `factor`.
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

  /// Whether the items must be composed on their own before they meet what is below.
  var needsGroup: Bool { items.contains { !$0.operator.isOver } }

  /// What images that are drawn on it are resampled for.
  private var resolution: Double? { keepsImages ? nil : scale }

  private mutating func flatten() throws {
    let whole = self
    guard let item = try Self.record(.over, extent, resolution, { $0.draw(whole) }) else { return }
    items = [item]
  }

  static func record(
    _ operator: CompositeOperator, _ area: Rect, _ resolution: Double?,
    _ body: (Canvas) throws -> Void
  ) throws -> Item? {
    guard !area.isEmpty else { return nil }
    let surface = try CairoSurface(recording: area)
    let canvas = Canvas(surface, resolution: resolution, recordsSteps: true)
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
  ///   - picture: What to draw.
  ///   - opacity: 0…1, of the picture as a whole.
  ///   - blend: How the picture as a whole is mixed with what is there.
  public func draw(_ picture: Picture, opacity: Double = 1, blend: BlendMode = .normal) {
    if opacity >= 1 && blend == .normal && !picture.needsGroup {
      drawItems(of: picture)
    } else {
      // Only as large as it must be, but past the last pixel: a clip that runs through one would thin
      // an edge that ends there a second time.
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
      // Without a clip it would also replace what lies outside by nothing.
      cairo_rectangle(
        cairo, item.extent.x, item.extent.y, item.extent.width, item.extent.height)
      cairo_clip(cairo)
    }
    if let cached = item.cached?.raster, let surface = item.cached?.surface, isCopied(cached) {
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

  /// Makes one unit a device pixel of `scale` and puts the origin at (x, y) of them.
  ///
  /// Where the canvas has that scale already, whole numbers are used, so that pixels are copied
  /// and not resampled.
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
