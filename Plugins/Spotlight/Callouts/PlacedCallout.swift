import ScrimKit

/// A callout with its position.
struct PlacedCallout {
  let callout: SpotCallout
  let place: CalloutPlace
  let text: TextLayout
  /// The pixels that it is drawn on.
  let grid: PixelGrid

  /// The bounds of the callout, px.
  var extent: Rect {
    let body = bodyExtent
    return callout.shadow.map { body.union($0.extent(of: body)) } ?? body
  }

  private var bodyExtent: Rect { place.parts.bounds.union(shownInk) }

  /// The ink of the text, which may extend beyond the bubble if the job allows it.
  private var shownInk: Rect { callout.text.overflow == .clip ? .empty : text.ink }

  /// Draws the callout.
  ///
  /// - Parameters:
  ///   - picture: The layer's image so far.
  ///   - context: The context with the region to draw.
  /// - Throws: `DrawingError`.
  func draw(on picture: inout Picture, in context: EffectContext) throws {
    guard let shadow = callout.shadow else {
      // Directly, so that it stays vectors.
      return try picture.draw(in: extent.intersection(context.region)) {
        try draw(on: $0, scale: context.scale)
      }
    }
    var caster = Picture(scale: context.scale)
    try caster.draw(in: place.parts.bounds) { drawBody(on: $0, scale: context.scale) }
    var drawn = Picture(scale: context.scale)
    try drawn.draw(in: bodyExtent) { try draw(on: $0, scale: context.scale) }
    try drawn.drawUnder(shadow, of: caster, in: context)
    try picture.draw(in: extent.intersection(context.region)) { $0.draw(drawn) }
  }

  private func draw(on canvas: Canvas, scale: Double) throws {
    drawBody(on: canvas, scale: scale)
    if callout.text.overflow == .clip {
      try canvas.clipped(to: Path(rect: place.box.grown(by: callout.padding.inward))) {
        try $0.draw(text)
      }
    } else {
      try canvas.draw(text)
    }
  }

  /// Draws bubble, border, and arrow or leader.
  private func drawBody(on canvas: Canvas, scale: Double) {
    let bubble = CalloutBubble(callout, box: place.box, side: place.side)
    if let leader = callout.leader {
      canvas.fill(
        leader.path(
          from: bubble.leaderStart(to: place.tip), to: place.tip, scale: scale, on: grid),
        with: .color(leader.color))
    }
    let shape = bubble.path(to: place.tip)
    canvas.fill(shape, with: callout.fill, box: place.box)
    if let border = callout.border, border.width > 0 {
      // The outer half of the line is clipped.
      canvas.clipped(to: shape) {
        $0.stroke(
          shape, StrokeStyle(width: 2 * grid.snap(thickness: border.width)),
          with: .color(border.color))
      }
    }
  }
}

extension CalloutLeader {
  /// A line with a dot at its end, as one shape: a translucent colour does not double.
  ///
  /// - Parameters:
  ///   - start: The start of the line, px.
  ///   - end: The far side of the dot, px; above, below or beside the start.
  ///   - scale: Device pixels per px.
  ///   - grid: The pixels that the line is drawn on.
  /// - Returns: The outline.
  fileprivate func path(
    from start: Point, to end: Point, scale: Double, on grid: PixelGrid
  ) -> Path {
    let isUpright = start.x == end.x
    let across = width / 2
    let length = abs(end.x - start.x) + abs(end.y - start.y)
    let back = length > 0 ? min(1, dot / length) : 0
    var center = Point(x: end.x + (start.x - end.x) * back, y: end.y + (start.y - end.y) * back)
    // The line ends in the dot.
    var line = Rect(
      left: min(start.x, center.x) - (isUpright ? across : 0),
      top: min(start.y, center.y) - (isUpright ? 0 : across),
      right: max(start.x, center.x) + (isUpright ? across : 0),
      bottom: max(start.y, center.y) + (isUpright ? 0 : across))
    line = grid.snap(line)
    if isUpright { center.x = line.center.x } else { center.y = line.center.y }
    let round = Rect(x: center.x - dot, y: center.y - dot, width: 2 * dot, height: 2 * dot)
    let square = Array(repeating: Size(width: 0, height: 0), count: 4)
    let circle = Array(repeating: Size(width: dot, height: dot), count: 4)
    return Path(
      union: [
        ConvexPolygon(roundedRect: line, corners: square, scale: scale),
        ConvexPolygon(roundedRect: round, corners: circle, scale: scale),
      ])
  }
}

extension Insets {
  /// The negated insets, for moving edges inwards.
  var inward: Insets { Insets(top: -top, right: -right, bottom: -bottom, left: -left) }
}

extension Spotlight {
  /// All callouts with their positions, from the top left: where one casts its shadow on another, the order of targets
  /// changes nothing.
  ///
  /// - Throws: `EffectError` if there is no position for one or its text does not fit; `TextDiagnostic`;
  ///   `DrawingError`.
  func callouts(besides lights: [Light], in geometry: EffectGeometry) throws -> [PlacedCallout] {
    let wanted = targets.list.indices.compactMap { index in
      (targets.list[index].options.callout ?? callout).map { (index: index, callout: $0) }
    }
    guard !wanted.isEmpty else { return [] }
    let placement = CalloutPlacement(lights, on: geometry.canvas)
    let sized = try wanted.map { index, callout in
      CalloutPlacement.Wanted(
        callout: callout, size: try callout.size(in: geometry, at: path(toCalloutOf: index)),
        target: index)
    }
    let places: [Int: CalloutPlace]
    switch placement.places(for: sized) {
    case .placed(let found): places = found
    case .blocked(let one):
      throw EffectError(
        placement.refusal(of: one.callout, size: one.size, besideTarget: one.target),
        path: path(toCalloutOf: one.target))
    }
    return try wanted.compactMap { index, callout in
      guard let place = places[index]?.snapped(to: geometry.grid) else { return nil }
      let text = try geometry.layOut(
        callout.words, in: place.box.grown(by: callout.padding.inward),
        at: path(toCalloutOf: index) + [.key("text")])
      return PlacedCallout(
        callout: callout, place: place, text: callout.shown(text), grid: geometry.grid)
    }.sorted { one, other in
      let (upper, lower) = (one.place.box, other.place.box)
      return (upper.top, upper.left) < (lower.top, lower.left)
    }
  }

  private func path(toCalloutOf target: Int) -> [PathElement] {
    let own: [PathElement] =
      targets.list[target].options.callout == nil ? [] : [.key("targets"), .index(target)]
    return own + [.key("callout")]
  }
}

extension SpotCallout {
  /// The text with lines as equal as possible, unless it says otherwise.
  fileprivate var words: TextSpec {
    var words = text
    if !text.$textWrap.isGiven { words.textWrap = .balance }
    return words
  }

  /// The size of the bubble around its text, in integer px.
  ///
  /// - Parameters:
  ///   - geometry: The geometry, which lays out the text.
  ///   - path: The path to the callout.
  /// - Returns: Its size, px.
  /// - Throws: `EffectError` if the text does not fit; `TextDiagnostic`; `DrawingError`.
  fileprivate func size(
    in geometry: EffectGeometry, at path: [PathElement]
  ) throws -> Size {
    let available = maxWidth - padding.left - padding.right
    let set = try geometry.layOut(
      words, in: Rect(x: 0, y: 0, width: available, height: 0), at: path + [.key("text")])
    if text.overflow == .error {
      // An overflow of up to 0.01 px is invisible and tolerated.
      guard set.bounds.width <= available + 0.01 else {
        throw EffectError(
          "the text is \(set.bounds.width.words) px wide; \"maxWidth\" allows \(available.words) px. "
            + "Enlarge it, or set \"wrap\": \"word-character\" in the text.",
          path: path + [.key("maxWidth")])
      }
      if let most = text.maxLines, set.lines.count > most {
        throw EffectError(
          "the text has \(set.lines.count) lines; \"maxLines\" allows \(most). Enlarge "
            + "\"maxWidth\", or set \"ellipsis\" in the text.",
          path: path + [.key("text"), .key("maxLines")])
      }
    }
    let bounds = shown(set).shownBounds
    return Size(
      width: min(available, bounds.width).rounded(.up) + padding.left + padding.right,
      height: bounds.height.rounded(.up) + padding.top + padding.bottom)
  }

  /// The text without the lines beyond `maxLines`, if overflow is clipped.
  fileprivate func shown(_ set: TextLayout) -> TextLayout {
    guard let most = text.maxLines, text.overflow == .clip else { return set }
    return set.showing { $0 < most }
  }
}

extension TextLayout {
  /// The bounds of the visible lines.
  fileprivate var shownBounds: Rect {
    lines.filter(\.isDrawn).map(\.rectangle).bounds
  }
}
