import ScrimJob
@_spi(Host) import ScrimKit

/// A layer with the positions of its frame and content on the canvas.
struct PlacedLayer {
  /// The layer's index in document order; groups precede their children.
  let index: Int
  var layer: Layer
  /// px at scale 1, on the canvas, like all properties below: before the transform of the layer and of the groups that
  /// it is in.
  var frame: Rect
  var content: Content
  /// The point about which the layer is transformed; `nil` is the frame's centre.
  var ownPivot: Point?
  /// The device pixels that it is drawn on.
  var grid = PixelGrid.none
  /// The text as each effect sees it, by the effect's index. The last one is for everything after the chain. Empty if
  /// the content is not a text.
  var texts: [TextLayout] = []
  /// The indices of the effects that conceal words but draw them themselves.
  var concealingEffects: Set<Int> = []
  /// The characters of each line of the text before any redaction, as UTF-8 offsets.
  var lineRanges: [Range<Int>] = []

  enum Content {
    case none
    case text
    /// The source of the image and its rectangle, to be clipped to the frame.
    case image(String, Rect)
    case fill(Paint)
    case group(Group)
    /// A content, the frame without its padding, and the bounds of what is drawn.
    case plugin(ContentUse, box: Rect, extent: Rect)
  }

  /// From the layer's own space to that of its parent.
  var transform: Transform { layer.transform.about(pivot) }

  var pivot: Point { ownPivot ?? frame.center }

  /// The visible content of a group, known once the children's effects have declared their extents; px at scale 1.
  struct Group {
    var ink = Rect.empty
    var extent = Rect.empty
  }

  /// Whether the children see the backdrop of the group, since the group is not isolated. CSS Compositing §2.1: the
  /// properties tested here create a stacking context.
  var isPassThrough: Bool {
    guard case .group = content else { return false }
    return layer.opacity == 1 && layer.blend == .normal && layer.effects.isEmpty
      && layer.mask == nil && !layer.isTransformed
  }

  /// The group's visible content, if the layer is a group.
  var group: Group? {
    if case .group(let group) = content { group } else { nil }
  }

  var cornerRadii: CornerRadii { layer.cornerRadius ?? CornerRadii(.pixels(0)) }

  /// The text for references and reports.
  var visibleText: TextLayout? { texts.last }

  /// The clip path of the content; `nil` if the content may, or does not, extend beyond the frame.
  var clip: Path? {
    switch content {
    case .none: nil
    case .image, .fill: Path(rect: frame, radii: cornerRadii)
    case .text:
      if let text = texts.first, layer.isCut || text.spec.overflow == .clip {
        cut(text.extent)
      } else {
        nil
      }
    case .group(let group): layer.isCut ? cut(group.extent) : nil
    case .plugin(_, _, let extent): layer.isCut ? cut(extent) : nil
    }
  }

  /// The frame with its corners, if anything extends beyond it.
  private func cut(_ extent: Rect) -> Path? {
    let side = min(frame.width, frame.height)
    let radius =
      [
        cornerRadii.topLeft, cornerRadii.topRight, cornerRadii.bottomRight, cornerRadii.bottomLeft,
      ].map { $0.resolved(of: side) }.max() ?? 0
    return frame.grown(by: -radius).contains(extent) ? nil : Path(rect: frame, radii: cornerRadii)
  }

  /// Upper bound of the content's drawing.
  ///
  /// - Parameters:
  ///   - text: The text that is drawn, if the content is one.
  ///   - inside: The extent of the children, if the layer is a group.
  /// - Returns: px at scale 1.
  func contentExtent(_ text: TextLayout?, inside: Rect = .empty) -> Rect {
    let drawn = unborderedExtent(text, inside: inside)
    return hasBox ? drawn.union(boxExtent) : drawn
  }

  private func unborderedExtent(_ text: TextLayout?, inside: Rect) -> Rect {
    switch content {
    case .none: return .empty
    case .fill: return frame
    case .image(_, let rect): return rect.intersection(frame)
    case .text:
      // Cairo rounds outlines to 1/256 px.
      let ink = (text?.extent ?? .empty).grown(by: 0.01)
      return clip == nil ? ink : ink.intersection(frame)
    case .group: return layer.isCut ? inside.intersection(frame) : inside
    case .plugin(_, _, let extent):
      // What it snaps to the grid may end a pixel farther.
      return clip == nil ? extent.grown(by: 1) : extent.grown(by: 1).intersection(frame)
    }
  }

  /// The ink of the content: a text's glyphs, an image, a fill, or that of all children of a group.
  var ink: Rect {
    if case .group(let group) = content { return group.ink }
    if let text = visibleText { return text.ink }
    var drawn = unborderedExtent(nil, inside: .empty)
    if case .plugin(_, _, let extent) = content { drawn = drawn.intersection(extent) }
    return layer.border == nil ? drawn : drawn.union(frame)
  }
}

extension PlacedLayer {
  /// The layer with its edges and baselines on a grid.
  ///
  /// - Parameters:
  ///   - grid: The grid of the layer's own space.
  ///   - offset: How far everything is moved before, px.
  /// - Returns: The layer to draw.
  func snapped(to grid: PixelGrid, offset: Point) -> PlacedLayer {
    var snapped = self
    let frame = self.frame.offset(dx: offset.x, dy: offset.y)
    snapped.grid = grid
    snapped.frame = grid.snap(frame)
    // The pivot stays where it is in the frame as laid out.
    snapped.ownPivot = frame.center
    switch content {
    case .none, .text, .fill: break
    case .image(let source, let rect):
      snapped.content = .image(source, grid.snap(rect.offset(dx: offset.x, dy: offset.y)))
    case .plugin(let use, let box, let extent):
      let new = grid.snap(box.offset(dx: offset.x, dy: offset.y))
      snapped.content = .plugin(use, box: new, extent: extent.moved(with: box, to: new))
    case .group(var group):
      group.ink = grid.snap(group.ink.offset(dx: offset.x, dy: offset.y))
      group.extent = grid.snap(group.extent.offset(dx: offset.x, dy: offset.y))
      snapped.content = .group(group)
    }
    if let first = texts.first {
      // Without concealed lines all are the same.
      let isOne = texts.allSatisfy { $0.string == first.string && $0.lines == first.lines }
      let one = first.snapped(to: grid, offset: offset)
      snapped.texts =
        isOne
        ? texts.map { _ in one }
        : [one] + texts.dropFirst().map { $0.snapped(to: grid, offset: offset) }
    }
    return snapped
  }
}

extension Rect {
  /// The rectangle around what another one contained before its edges were moved.
  func moved(with old: Rect, to new: Rect) -> Rect {
    isEmpty
      ? self
      : Rect(
        left: left + new.left - old.left, top: top + new.top - old.top,
        right: right + new.right - old.right, bottom: bottom + new.bottom - old.bottom)
  }
}
