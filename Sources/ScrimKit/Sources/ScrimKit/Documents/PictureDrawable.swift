extension Picture {
  /// The same picture in what a format can say: what it can't is pixels, at the picture's scale and
  /// no more of them than must be; all else stays as it was recorded.
  ///
  /// - Parameter format: The format of the page.
  /// - Returns: A picture that looks the same.
  /// - Throws: `DrawingError`.
  @_spi(Host) public func drawable(in format: DocumentFormat) throws -> Picture {
    guard items.contains(where: { !format.has($0.operator) || !$0.isPlain }) else { return self }
    var result = Picture(scale: scale)
    for item in items {
      if format.has(item.operator), item.isPlain {
        result.append(item)
      } else if item.operator == .over {
        result.append(try Picture(scale: scale, item).rasterized(in: item.reach))
      } else {
        try result.meet(item)
      }
    }
    return result
  }

  private init(scale: Double, _ item: Item) {
    self.init(scale: scale)
    append(item)
  }

  private mutating func append(_ item: Item) {
    items.append(item)
    extent = extent.union(item.extent)
  }

  private mutating func append(_ other: Picture) {
    for item in other.items { append(item) }
  }

  private func rasterized(in area: Rect) throws -> Picture { try Picture(raster(in: area)) }

  /// Replaces what is under an item by what comes of both.
  private mutating func meet(_ item: Item) throws {
    var both = self
    both.append(item)
    let met = try both.raster(in: item.reach)
    if item.operator.clearsOutside {
      self = Picture(scale: scale)
    } else {
      items.removeAll { met.rect.contains($0.reach) }
      // Under what is opaque nothing shows, and where it is cut a hairline might.
      if !met.isOpaque { try cut(met.rect) }
    }
    append(try Picture(met))
  }

  /// Takes away what is inside a rectangle.
  private mutating func cut(_ hole: Rect) throws {
    for index in items.indices where !items[index].reach.intersection(hole).isEmpty {
      let item = items[index]
      let around = Path(rect: item.reach.union(hole).grown(by: 1)).without(hole)
      let cut = try Self.record(item.operator, item.extent) { canvas in
        canvas.clipped(to: around) { $0.draw(item, .over) }
      }
      if let cut { items[index] = cut }
    }
  }
}

extension Picture.Item {
  /// What may be drawn on: recordings end at whole px.
  fileprivate var reach: Rect {
    guard case .recording = source else { return extent }
    return PixelRect(covering: extent, scale: 1).rect(scale: 1)
  }
}

extension CompositeOperator {
  /// Whether it takes away what lies outside the drawing.
  fileprivate var clearsOutside: Bool { self == .in || self == .destinationIn }
}

extension Raster {
  fileprivate var isOpaque: Bool {
    pixels.withBytes { bytes in
      (0..<pixels.height).allSatisfy { y in
        (0..<pixels.width).allSatisfy { bytes[y * pixels.bytesPerRow + $0 * 4 + 3] == 255 }
      }
    }
  }
}

extension Path {
  /// The path with a hole, for non-zero winding.
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
