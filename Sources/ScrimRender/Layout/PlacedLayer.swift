import ScrimJob
@_spi(Host) import ScrimKit

/// A layer whose frame and content have their place on the canvas.
struct PlacedLayer {
  /// Where the layer stands in document order, groups before their children.
  let index: Int
  let layer: Layer
  /// px at scale 1, on the canvas, as all that follows: before the layer and the groups that it is in
  /// are turned.
  let frame: Rect
  var content: Content
  /// The text as each effect sees it, by the effect's index; the last one is what everything after
  /// the chain sees. Empty if the content is no text.
  var texts: [TextLayout] = []
  /// The indices of the effects that conceal words which they still draw themselves.
  var concealingEffects: Set<Int> = []

  enum Content {
    case none
    case text
    /// The source of the image and its rectangle, which is clipped to the frame.
    case image(String, Rect)
    case fill(Paint)
    case group(Group)
  }

  /// From its own px to those of what it is in.
  var rotation: Rotation { Rotation(degrees: layer.rotate, about: frame.center) }

  /// What a group shows of the layers in it, once their effects have said how far they reach; px at
  /// scale 1.
  struct Group {
    var ink = Rect.empty
    var extent = Rect.empty
  }

  /// Whether the layers in it see what is below the group, and it is no picture of its own: CSS
  /// Compositing §2.1, where what is named here makes a stacking context.
  var isPassThrough: Bool {
    guard case .group = content else { return false }
    return layer.opacity == 1 && layer.blend == .normal && layer.effects.isEmpty
      && layer.mask == nil && !layer.isRotated
  }

  /// What it shows of the layers in it, if it is a group.
  var group: Group? {
    if case .group(let group) = content { group } else { nil }
  }

  var cornerRadii: CornerRadii { layer.cornerRadius ?? CornerRadii(.pixels(0)) }

  /// The text as references and reports see it.
  var visibleText: TextLayout? { texts.last }

  /// What the content is cut to; `nil` if it may leave the frame, or does not.
  var clip: Path? {
    switch content {
    case .none: nil
    case .image, .fill: Path(rect: frame, radii: cornerRadii)
    case .text:
      if let text = texts.first, layer.cornerRadius != nil || text.spec.overflow == .clip {
        cut(text.extent)
      } else {
        nil
      }
    case .group(let group): layer.cornerRadius == nil ? nil : cut(group.extent)
    }
  }

  /// The frame with its corners, if anything reaches beyond it.
  private func cut(_ extent: Rect) -> Path? {
    let side = min(frame.width, frame.height)
    let radius =
      [
        cornerRadii.topLeft, cornerRadii.topRight, cornerRadii.bottomRight, cornerRadii.bottomLeft,
      ].map { $0.resolved(of: side) }.max() ?? 0
    return frame.grown(by: -radius).contains(extent) ? nil : Path(rect: frame, radii: cornerRadii)
  }

  /// What the content may touch.
  ///
  /// - Parameters:
  ///   - text: The text that is drawn, if the content is one.
  ///   - inside: What the layers in it may touch, if it is a group.
  /// - Returns: px at scale 1.
  func contentExtent(_ text: TextLayout?, inside: Rect = .empty) -> Rect {
    switch content {
    case .none: return .empty
    case .fill: return frame
    case .image(_, let rect): return rect.intersection(frame)
    case .text:
      // Cairo rounds outlines to 1/256 px.
      let ink = (text?.extent ?? .empty).grown(by: 0.01)
      return clip == nil ? ink : ink.intersection(frame)
    case .group: return layer.cornerRadius == nil ? inside : inside.intersection(frame)
    }
  }

  /// The ink of the content: a text's letters, a picture, a fill, or that of all layers in a group.
  var ink: Rect {
    if case .group(let group) = content { return group.ink }
    return visibleText?.ink ?? contentExtent(nil)
  }
}

extension Layer {
  /// Whether it is not upright; full turns change nothing.
  var isRotated: Bool { rotate.truncatingRemainder(dividingBy: 360) != 0 }
}
