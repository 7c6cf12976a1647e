/// The device pixels that boxes, lines and baselines are drawn on, as in browsers: layout is fractional, drawing is on
/// the grid.
///
/// Each coordinate is first rounded to 1/64 of a device pixel, so that edges that differ by a rounding error are
/// shared, and then to the nearest device pixel, halves up. Only edges are rounded, never sizes: 1.4 device pixels
/// become one or two.
public struct PixelGrid: Hashable, Sendable {
  /// Device pixels per px; `nil` if nothing is snapped.
  let scale: Double?
  private var right: CanvasEdge?
  private var bottom: CanvasEdge?

  /// A far edge of the canvas, device pixels.
  private struct CanvasEdge: Hashable {
    /// As laid out, in steps of 1/64.
    let place: Double
    /// Where the image ends.
    let pixel: Double
  }

  /// Snaps nothing, as in documents and in layers with `"snap": false`.
  public static let none = PixelGrid(scale: nil)

  private init(scale: Double?) { self.scale = scale }

  /// Creates the grid of a canvas. Boxes that end where the canvas ends, end with the image.
  ///
  /// - Parameters:
  ///   - canvas: The canvas, px; its origin is that of the grid.
  ///   - scale: Device pixels per px.
  ///   - roundsUp: Whether its width and its height are rounded up, so that no content is cut, and not to the nearest
  ///     device pixel.
  @_spi(Host) public init(
    canvas: Size, scale: Double, roundsUp: (width: Bool, height: Bool) = (false, false)
  ) {
    self.init(scale: scale)
    func edge(_ side: Double, _ isRoundedUp: Bool) -> CanvasEdge {
      let place = steps(side)
      return CanvasEdge(
        place: place, pixel: max(1, isRoundedUp ? place.rounded(.up) : Self.nearest(place)))
    }
    right = edge(canvas.width, roundsUp.width)
    bottom = edge(canvas.height, roundsUp.height)
  }

  /// The grid of a transformed layer's own space, where no box ends with the image.
  @_spi(Host) public var inside: PixelGrid { PixelGrid(scale: scale) }

  /// The position on the grid, px.
  public func snap(_ position: Double) -> Double {
    guard let scale else { return position }
    return Self.nearest(steps(position)) / scale
  }

  /// The point on the grid, px.
  public func snap(_ point: Point) -> Point { Point(x: snap(point.x), y: snap(point.y)) }

  /// The rectangle with each edge on the grid, px.
  ///
  /// A rectangle that would have no pixels gets one row or column, unless it is thinner than 1/16 device pixel.
  public func snap(_ rect: Rect) -> Rect {
    guard scale != nil else { return rect }
    let (left, right) = snap(rect.left, rect.right, within: right)
    let (top, bottom) = snap(rect.top, rect.bottom, within: bottom)
    return Rect(left: left, top: top, right: right, bottom: bottom)
  }

  /// The thickness of a line along an edge, px: whole device pixels, rounded down, at least one. 0 stays 0.
  public func snap(thickness: Double) -> Double {
    guard let scale, thickness > 0 else { return thickness }
    return max(1, steps(thickness).rounded(.down)) / scale
  }

  /// Where the baseline of a line is drawn.
  ///
  /// - Parameters:
  ///   - top: The top of the line, px.
  ///   - rows: The distance of its baseline from there, device pixels; `nil` if unknown.
  ///   - baseline: The baseline as laid out, px.
  /// - Returns: px.
  func baseline(ofLineAt top: Double, rows: Double?, laidOutAt baseline: Double) -> Double {
    guard let scale else { return baseline }
    guard let rows else { return snap(baseline) }
    return Self.nearest(steps(top) + rows) / scale
  }

  private func snap(
    _ low: Double, _ high: Double, within edge: CanvasEdge?
  ) -> (low: Double, high: Double) {
    let scale = scale ?? 1
    let (start, end) = (steps(low), steps(high))
    func pixel(_ place: Double) -> Double {
      if let edge, place == edge.place { edge.pixel } else { Self.nearest(place) }
    }
    var (first, last) = (pixel(start), pixel(end))
    if first == last, end - start >= 1.0 / 16 {
      // A box that starts on the canvas's far edge would not be seen.
      if let edge, first == edge.pixel { first -= 1 } else { last += 1 }
    }
    return (first / scale, last / scale)
  }

  /// px in device pixels, in steps of 1/64.
  private func steps(_ position: Double) -> Double {
    Self.nearest(position * (scale ?? 1) * 64) / 64
  }

  private static func nearest(_ value: Double) -> Double { (value + 0.5).rounded(.down) }
}
