import ScrimKit

/// A callout with its position.
struct PlacedCallout {
  let callout: SpotCallout
  let place: CalloutPlace
  let text: TextLayout

  /// The bounds of the callout, px.
  var extent: Rect { place.parts.bounds.union(shownInk) }

  /// The ink of the text, which may extend beyond the bubble if the job allows it.
  private var shownInk: Rect { callout.text.overflow == .clip ? .empty : text.ink }

  /// Draws the callout.
  ///
  /// - Throws: `DrawingError`.
  func draw(on canvas: Canvas) throws {
    let bubble = CalloutBubble(callout, box: place.box, side: place.side)
    canvas.fill(bubble.path(to: place.tip), with: callout.fill, box: place.box)
    if callout.text.overflow == .clip {
      try canvas.clipped(to: Path(rect: place.box.grown(by: callout.padding.inward))) {
        try $0.draw(text)
      }
    } else {
      try canvas.draw(text)
    }
  }
}

extension Insets {
  /// The negated insets, for moving edges inwards.
  var inward: Insets { Insets(top: -top, right: -right, bottom: -bottom, left: -left) }
}

extension Spotlight {
  /// All callouts with their positions.
  ///
  /// - Throws: `EffectError` if there is no position for one or its text does not fit; `TextDiagnostic`;
  ///   `DrawingError`.
  func callouts(besides lights: [Light], in geometry: EffectGeometry) throws -> [PlacedCallout] {
    let wanted = targets.list.indices.compactMap { index in
      (targets.list[index].options.callout ?? callout).map { (index: index, callout: $0) }
    }
    guard !wanted.isEmpty else { return [] }
    var placement = CalloutPlacement(lights, on: geometry.canvas)
    var placed: [Int: PlacedCallout] = [:]
    // Callouts with a fixed side are placed first.
    for (index, callout) in wanted.filter({ $0.callout.side != .auto })
      + wanted.filter({ $0.callout.side == .auto })
    {
      let path = self.path(toCalloutOf: index)
      let size = try callout.size(in: geometry, at: path)
      guard let place = placement.place(callout, size: size, besideTarget: index) else {
        throw EffectError(
          placement.refusal(of: callout, size: size, besideTarget: index), path: path)
      }
      let text = try geometry.layOut(
        callout.text, in: place.box.grown(by: callout.padding.inward), at: path + [.key("text")])
      placed[index] = PlacedCallout(callout: callout, place: place, text: callout.shown(text))
    }
    return wanted.compactMap { placed[$0.index] }
  }

  private func path(toCalloutOf target: Int) -> [PathElement] {
    let own: [PathElement] =
      targets.list[target].options.callout == nil ? [] : [.key("targets"), .index(target)]
    return own + [.key("callout")]
  }
}

extension SpotCallout {
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
      text, in: Rect(x: 0, y: 0, width: available, height: 0), at: path + [.key("text")])
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
