extension Picture {
  /// The picture without features that a format does not support. These are rasterized at the picture's scale, in as
  /// small an area as possible; everything else stays recorded.
  ///
  /// - Parameters:
  ///   - format: The format of the page.
  ///   - isPage: Whether the picture is the page rather than something on it.
  /// - Returns: A picture with the same appearance.
  /// - Throws: `DrawingError`.
  @_spi(Host) public func drawable(
    in format: DocumentFormat, asPage isPage: Bool = false
  ) throws -> Picture {
    func has(_ item: Item) -> Bool {
      format.has(contentOf: item) && format.has(item.operator, onPage: isPage)
    }
    guard !items.allSatisfy(has) else { return self }
    var result = Picture(like: self)
    for item in items {
      if has(item) {
        result.append(item)
      } else if format.has(item.operator, onPage: isPage) {
        result.append(try item.rasterized(scale: scale))
      } else {
        try result.meet(item)
      }
    }
    return result
  }

  private mutating func append(_ item: Item) {
    items.append(item)
    extent = extent.union(item.extent)
  }

  /// Composites an item with everything below it and replaces both by pixels.
  private mutating func meet(_ item: Item) throws {
    var both = self
    both.append(item)
    let met = try both.raster(in: item.reach)
    if item.operator.clearsOutside {
      self = Picture(like: self)
    } else {
      items.removeAll { met.rect.contains($0.reach) }
      // Nothing shows below opaque pixels, and cutting the items there might leave a hairline.
      if !met.pixels.isOpaque { try cut(met.rect) }
    }
    append(try Item(met, .over))
  }

  /// Removes everything inside a rectangle.
  private mutating func cut(_ hole: Rect) throws {
    for index in items.indices where !items[index].reach.intersection(hole).isEmpty {
      let item = items[index]
      let around = Path(rect: item.reach.union(hole).grown(by: 1)).without(hole)
      let cut = try Self.record(item.operator, item.extent, nil) { canvas in
        canvas.clipped(to: around) { $0.draw(item, .over) }
      }
      if let cut { items[index] = cut }
    }
  }
}

extension Picture {
  /// The items added since an earlier state of the picture.
  ///
  /// - Parameter before: The earlier state.
  /// - Returns: `nil` if the changes since then were more than drawing over it.
  @_spi(Host) public func added(to before: Picture) -> Picture? {
    let (old, new) = (items.prefix(before.items.count), items.dropFirst(before.items.count))
    guard old.count == before.items.count, new.allSatisfy(\.operator.isOver),
      zip(old, before.items).allSatisfy({ $0.surface === $1.surface })
    else { return nil }
    var added = Picture(like: self)
    for item in new { added.append(item) }
    return added
  }
}

extension Picture.Item {
  /// Creates an item from pixels and an operator.
  fileprivate init(_ raster: Raster, _ operator: CompositeOperator) throws {
    self.init(
      surface: try raster.surface(), source: .raster(raster), operator: `operator`,
      extent: raster.rect)
  }

  /// The item as pixels.
  fileprivate func rasterized(scale: Double) throws -> Picture.Item {
    var alone = Picture(scale: scale)
    try alone.draw(in: reach) { $0.draw(self, .over) }
    return try Picture.Item(alone.raster(in: reach), `operator`)
  }

  /// The bounds of possible drawing: recordings end at integer px.
  var reach: Rect {
    guard case .recording = source else { return extent }
    return PixelRect(covering: extent, scale: 1).rect(scale: 1)
  }
}

extension Path {
  /// The path with a hole, for the non-zero winding rule.
  fileprivate func without(_ hole: Rect) -> Path {
    var path = self
    path.move(to: Point(x: hole.left, y: hole.top))
    path.line(to: Point(x: hole.left, y: hole.bottom))
    path.line(to: Point(x: hole.right, y: hole.bottom))
    path.line(to: Point(x: hole.right, y: hole.top))
    path.close()
    return path
  }
}
