import ScrimKit

/// A rectangle of a target, and the shape of the lit area around it.
struct Light {
  /// The target's index in the job.
  let target: Int
  /// The target's rectangle, px.
  let box: Rect
  let shape: SpotShape
  /// Padding around the box, px.
  let padding: Double
  let radii: CornerRadii
  /// Standard deviation of the soft edge, px.
  let feather: Double
  let ring: SpotRing?
  /// The layer whose silhouette is lit; `nil` for other shapes.
  let ink: Reference?
  /// The pixels that its box is drawn on.
  let grid: PixelGrid

  /// Whether its edge can be drawn as a vector outline.
  var isSharp: Bool { feather == 0 && ink == nil }

  /// How far its ring extends beyond it, px.
  var ringReach: Double { ring?.reach ?? 0 }

  /// The distance from it to its ring, px.
  var ringGap: Double { ring.map { $0.isDrawn ? $0.gap : 0 } ?? 0 }

  /// The bounds of the lit area, grown by `amount`, px.
  func bounds(grownBy amount: Double = 0) -> Rect { body.box.grown(by: amount) }

  /// The outline of the lit area, px.
  ///
  /// - Parameters:
  ///   - amount: Outward distance, px.
  ///   - scale: Device pixels per px.
  /// - Returns: The outline, with round corners; for `ink`, that of its padded box.
  func outline(grownBy amount: Double = 0, scale: Double) -> ConvexPolygon {
    let body = body
    return ConvexPolygon(
      roundedRect: body.box, corners: body.corners, offset: amount, scale: scale)
  }

  /// Polygons that together cover the lit area, px; see `outline(grownBy:scale:)`.
  func cover(grownBy amount: Double, scale: Double) -> [ConvexPolygon] {
    guard shape == .rounded else { return [outline(grownBy: amount, scale: scale)] }
    return ConvexPolygon.cover(of: body.box, radii: radii, offset: amount, scale: scale)
  }

  /// The box of the shape, and the semi-axes of its corners, clockwise from the top left one.
  private var body: (box: Rect, corners: [Size]) {
    let padded = shape == .ink ? box.grown(by: padding) : grid.snap(box.grown(by: padding))
    func all(_ width: Double, _ height: Double) -> [Size] {
      Array(repeating: Size(width: width, height: height), count: 4)
    }
    switch shape {
    case .rect, .ink: return (padded, all(0, 0))
    case .rounded:
      return (padded, radii.fitted(to: padded).map { Size(width: $0, height: $0) })
    case .pill:
      let radius = min(padded.width, padded.height) / 2
      return (padded, all(radius, radius))
    case .ellipse: return (padded, all(padded.width / 2, padded.height / 2))
    case .circle:
      let radius = max(padded.width, padded.height) / 2
      let center = padded.center
      let square = grid.snap(
        Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
      return (square, all(square.width / 2, square.height / 2))
    }
  }
}

extension Spotlight {
  /// The lights of all targets, in the order of the job.
  ///
  /// - Throws: `EffectError` if a target is empty or entirely off the canvas; errors of unresolved references.
  func lights(in geometry: EffectGeometry) throws -> [Light] {
    try targets.list.enumerated().flatMap { index, target in
      let options = target.options
      var boxes = try boxes(of: options, in: geometry).map { box in
        isCanvas(options) ? box.grown(by: -inset(of: options)) : box
      }
      try check(boxes.bounds, of: index, on: geometry.canvas)
      let shape = options.shape ?? shape
      if shape == .rounded {
        boxes = boxes.aligned(
          padding: options.padding ?? padding, radii: options.cornerRadius ?? cornerRadius)
      }
      return boxes.map { box in
        Light(
          target: index, box: box, shape: shape, padding: options.padding ?? padding,
          radii: radii(of: options), feather: options.feather ?? feather,
          ring: options.ring ?? ring, ink: shape == .ink ? options.at.reference : nil,
          grid: geometry.grid)
      }
    }
  }

  private func radii(of options: SpotOptions) -> CornerRadii {
    var radii = options.cornerRadius ?? cornerRadius
    radii.shape = options.cornerShape ?? cornerShape
    return radii
  }

  /// The rectangles of a target; for a silhouette, the bounds of its layer.
  private func boxes(of options: SpotOptions, in geometry: EffectGeometry) throws -> [Rect] {
    switch options.at {
    case .rectangle(let rectangle): [rectangle.rect(on: geometry.canvas)]
    case .reference(let reference):
      try geometry.rectangles(of: inkBox(of: options) ?? reference).filter { !$0.isEmpty }
    }
  }

  private func isCanvas(_ options: SpotOptions) -> Bool {
    guard let reference = options.at.reference else { return false }
    return reference.id == nil
  }

  /// The distance of the box of a lit canvas from the canvas's edges, px: beyond them neither padding nor a ring would
  /// be visible.
  private func inset(of options: SpotOptions) -> Double {
    2 * (options.padding ?? padding) + ((options.ring ?? ring)?.reach ?? 0)
  }

  /// The reference to the box of a target whose entire silhouette is lit: its frame may be larger or smaller than what
  /// it draws.
  func inkBox(of options: SpotOptions) -> Reference? {
    guard (options.shape ?? shape) == .ink, let reference = options.at.reference,
      reference.part == .frame
    else { return nil }
    return reference.with(.extent)
  }

  private func check(_ target: Rect, of index: Int, on canvas: Rect) throws {
    let path = place(ofTarget: index)
    guard !target.isEmpty else {
      throw EffectError(
        "the target is an empty rectangle: enlarge it, or remove it from \"targets\".", path: path)
    }
    guard target.intersection(canvas).isEmpty else { return }
    throw EffectError(
      "the target is outside the canvas, at x \(target.left.words)…\(target.right.words), y "
        + "\(target.top.words)…\(target.bottom.words) px; the canvas is \(canvas.width.words) × "
        + "\(canvas.height.words) px. Move it onto the canvas, or remove it from \"targets\".",
      path: path)
  }

  /// The path to the position of a target.
  private func place(ofTarget index: Int) -> [PathElement] {
    [.key("targets"), .index(index)] + (targets.list[index].isPlaceAlone ? [] : [.key("at")])
  }
}

extension Double {
  /// The number for a message, with at most one decimal.
  var words: String { ((self * 10).rounded() / 10).plain }
}
