import ScrimKit

/// One rectangle of a target, and the shape of what stays lit around it.
struct Light {
  /// The target's index in the job.
  let target: Int
  /// The target's rectangle, px.
  let box: Rect
  let shape: SpotShape
  /// Of the box, px.
  let padding: Double
  let radii: CornerRadii
  /// Standard deviation of the soft edge, px.
  let feather: Double
  let ring: SpotRing?
  /// The layer whose silhouette is lit; `nil` for the other shapes.
  let ink: Reference?

  /// Whether its edge is a line that can be drawn as one.
  var isSharp: Bool { feather == 0 && ink == nil }

  /// How far its ring reaches beyond it, px.
  var ringReach: Double { ring?.reach ?? 0 }

  /// How far from it its ring begins, px.
  var ringGap: Double { ring.map { $0.isDrawn ? $0.gap : 0 } ?? 0 }

  /// What it may light, or cover with its ring; px.
  func bounds(grownBy amount: Double = 0) -> Rect { body.box.grown(by: amount) }

  /// Its edge, px.
  ///
  /// - Parameters:
  ///   - amount: How far outside of it, px.
  ///   - scale: Device pixels a px.
  /// - Returns: The outline; of `ink`, that of its padded box.
  func outline(grownBy amount: Double = 0, scale: Double) -> ConvexPolygon {
    let body = body
    return ConvexPolygon(
      roundedRect: body.box, corners: body.corners, offset: amount, scale: scale)
  }

  /// The box that the shape fills, and half the axes of its corners from the top left one clockwise.
  private var body: (box: Rect, corners: [Size]) {
    let padded = box.grown(by: padding)
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
      return (
        Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius),
        all(radius, radius)
      )
    }
  }
}

extension Spotlight {
  /// The lights of all targets, in the order of the job.
  ///
  /// - Throws: `EffectError` for a target that is empty or wholly off the canvas; what a reference to
  ///   nothing throws.
  func lights(in geometry: EffectGeometry) throws -> [Light] {
    try targets.list.enumerated().flatMap { index, target in
      let options = target.options
      let boxes = try boxes(of: options, in: geometry)
      try check(boxes.bounds, of: index, on: geometry.canvas)
      let shape = options.shape ?? shape
      return boxes.map { box in
        Light(
          target: index, box: box, shape: shape, padding: options.padding ?? padding,
          radii: options.cornerRadius ?? cornerRadius, feather: options.feather ?? feather,
          ring: options.ring ?? ring, ink: shape == .ink ? options.at.reference : nil)
      }
    }
  }

  /// The rectangles of a target: of a silhouette, what its layer may cover.
  private func boxes(of options: SpotOptions, in geometry: EffectGeometry) throws -> [Rect] {
    switch options.at {
    case .rectangle(let rectangle): [rectangle.rect(on: geometry.canvas)]
    case .reference(let reference):
      try geometry.rectangles(of: inkBox(of: options) ?? reference).filter { !$0.isEmpty }
    }
  }

  /// What names the box of a target whose silhouette is lit as a whole: its frame may be larger than
  /// what it draws, or smaller.
  func inkBox(of options: SpotOptions) -> Reference? {
    guard (options.shape ?? shape) == .ink, let reference = options.at.reference,
      reference.part == .frame
    else { return nil }
    return reference.with(.extent)
  }

  private func check(_ target: Rect, of index: Int, on canvas: Rect) throws {
    let path = place(ofTarget: index)
    guard !target.isEmpty else {
      throw EffectError("the target is an empty rectangle.", path: path)
    }
    guard target.intersection(canvas).isEmpty else { return }
    throw EffectError(
      "the target is outside the canvas, at x \(target.left.words)…\(target.right.words), y "
        + "\(target.top.words)…\(target.bottom.words) px; the canvas is \(canvas.width.words) × "
        + "\(canvas.height.words) px. Move it onto the canvas, or remove it from \"targets\".",
      path: path)
  }

  /// The way to the place of a target.
  private func place(ofTarget index: Int) -> [PathElement] {
    [.key("targets"), .index(index)] + (targets.list[index].isPlaceAlone ? [] : [.key("at")])
  }
}

extension Double {
  /// The number for a message, with one decimal at most.
  var words: String { ((self * 10).rounded() / 10).plain }
}
