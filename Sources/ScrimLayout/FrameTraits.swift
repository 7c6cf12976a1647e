/// What the layout asks of a frame again and again.
struct FrameTraits: Sendable {
  /// Whether a flex group does not lay it out: it has a position (CSS `position: absolute`).
  let isOutOfFlow: Bool
  /// Whether its width or its height follows from its content.
  let isSizedByContent: Bool
  /// Whether one of these or one of their limits does.
  let asksForContent: Bool
  /// Whether it is solved next to other boxes.
  let hasReferences: Bool

  init(_ frame: FrameSpec) {
    isOutOfFlow = frame.isOutOfFlow
    guard case .box(let box) = frame else {
      (isSizedByContent, asksForContent, hasReferences) = (false, false, true)
      return
    }
    isSizedByContent = [box.width, box.height].contains { $0?.isContent == true }
    let limits = [box.minWidth, box.maxWidth, box.minHeight, box.maxHeight]
    asksForContent = isSizedByContent || limits.contains { $0?.isContent == true }
    hasReferences = box.neighbour != nil || box.sideNeighbour != nil || box.anchor != nil
  }
}
